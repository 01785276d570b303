"""NumPy or CuPy, whichever the device has, by the array API standard."""

from __future__ import annotations

from typing import Any

from rapids_udfs.gpu.device import Device


def namespace(device: Device) -> Any:
    """The array API namespace for a device: that of CuPy on a GPU, else that of NumPy.

    A GPU without CuPy is used by nothing here, so NumPy is the answer there too.
    """
    if device.is_gpu:
        try:
            import array_api_compat.cupy

            return array_api_compat.cupy
        except ImportError:
            pass
    import array_api_compat.numpy

    return array_api_compat.numpy


def to_numpy(array: Any) -> Any:
    """The array in this machine's memory."""
    get = getattr(array, "get", None)
    return get() if callable(get) else array
