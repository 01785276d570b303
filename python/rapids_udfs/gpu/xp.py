# SPDX-License-Identifier: Apache-2.0

"""NumPy or CuPy, whichever the device has, by the array API standard."""

from __future__ import annotations

from typing import Any

from rapids_udfs.gpu.device import Device, UseGpu, device, missing, without_library


def arrays_on(use_gpu: UseGpu) -> tuple[Device, Any]:
    """The device of this worker's arrays, and their array API namespace: CuPy's or NumPy's."""
    where = device(use_gpu)
    if where.is_gpu:
        try:
            import array_api_compat.cupy

            return where, array_api_compat.cupy
        except ImportError as e:
            where = without_library(where, f"CuPy ({e})", use_gpu)
    try:
        import array_api_compat.numpy
        import scipy  # noqa: F401 (fft_of needs it: fail before there is a batch)
    except ModuleNotFoundError as e:
        raise missing("arrays and images", e, "arrays") from e

    return where, array_api_compat.numpy


def fft_of(xp: Any) -> Any:
    """The Fourier transforms for a namespace: SciPy's, faster than NumPy's own, or cuFFT."""
    from array_api_compat import is_numpy_namespace

    if is_numpy_namespace(xp):
        import scipy.fft

        return scipy.fft
    return xp.fft


def to_numpy(array: Any) -> Any:
    """The array in host memory."""
    get = getattr(array, "get", None)
    return get() if callable(get) else array
