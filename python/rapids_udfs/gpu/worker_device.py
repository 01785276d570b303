# SPDX-License-Identifier: Apache-2.0

"""The device of a Python worker: its task's GPU, or the CPU with the reason; and its arrays."""

from __future__ import annotations

import functools
import logging
import os
import sys
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from rapids_udfs._log import log_once
from rapids_udfs.errors import GpuNotFoundError
from rapids_udfs.gpu.arguments import check_choice
from rapids_udfs.session.devices import find_gpu

UseGpu = bool | Literal["auto"]
"""``auto``: the GPU if one is usable, else the CPU. True: a GPU or an error. False: the CPU."""

_VISIBLE = "CUDA_VISIBLE_DEVICES"


class Device(NamedTuple):
    """A device, and the reason for its choice."""

    kind: Literal["gpu", "cpu"]
    address: str | None
    """Its name in Spark or ``CUDA_VISIBLE_DEVICES``; None for a CPU, or for CUDA's first."""
    reason: str

    @property
    def is_gpu(self) -> bool:
        """True for a GPU."""
        return self.kind == "gpu"

    @property
    def label(self) -> str:
        """The name without the reason: ``CPU``, or ``GPU`` and its address."""
        return f"GPU {self.address or 0}" if self.is_gpu else "CPU"

    def __str__(self) -> str:
        return f"{self.label} ({self.reason})"


def device(use_gpu: UseGpu = "auto", *, verbose: int = 1) -> Device:
    """The device of this process, chosen once; call it in a worker, not on the driver.

    If Spark assigned a GPU to the task and ``CUDA_VISIBLE_DEVICES`` allows it, the variable is set
    to only that GPU: call this before a library opens CUDA. A worker that Spark reuses keeps its
    device. TensorFlow is set to allocate GPU memory as needed.

    Args:
        use_gpu: ``auto`` is the GPU if one is usable, else the CPU; True a GPU or an error; False
            the CPU.
        verbose: 0 logs nothing, 1 one line per worker that falls back to the CPU, 2 a line
            for a GPU too. The logger is ``rapids_udfs.gpu``.

    Raises:
        GpuNotFoundError: ``use_gpu`` is True, and there is no usable GPU; the message says why.
        ValueError: ``use_gpu`` is not one of the three.
    """
    check_use_gpu(use_gpu)
    if use_gpu is False:
        return Device("cpu", None, "use_gpu=False")
    chosen = _choose()
    if chosen.is_gpu:
        os.environ.setdefault("TF_FORCE_GPU_ALLOW_GROWTH", "true")
    elif use_gpu is True:
        raise no_gpu(chosen.reason)
    if verbose > (1 if chosen.is_gpu else 0):
        log_once(logging.WARNING, f"worker {os.getpid()} uses the {chosen}")
    return chosen


@functools.cache
def _choose() -> Device:
    """This process's device: once CUDA is opened, the process keeps its GPU in later tasks."""
    address, visible = task_gpu(), os.environ.get(_VISIBLE)
    if address is not None and (visible is None or address in visible.split(",")):
        os.environ[_VISIBLE] = address
    gpu = find_gpu(os.environ)
    if not gpu.usable:
        return Device("cpu", None, gpu.reason)
    # CUDA takes the first visible GPU.
    return Device("gpu", os.environ.get(_VISIBLE, "").partition(",")[0] or None, gpu.reason)


def task_gpu() -> str | None:
    """The address of the GPU that Spark assigned to this task, if any."""
    try:
        from pyspark import TaskContext
    except ImportError:
        return None
    context = TaskContext.get()
    gpu = None if context is None else context.resources().get("gpu")
    return gpu.addresses[0] if gpu is not None and gpu.addresses else None


def check_use_gpu(use_gpu: object) -> None:
    """Raise ValueError on the driver if a value is not one of ``UseGpu``; 1 and 0 are not."""
    check_choice("use_gpu", use_gpu, True, False, "auto")


def no_gpu(reason: str) -> GpuNotFoundError:
    """The error for ``use_gpu=True`` without a usable GPU."""
    return GpuNotFoundError(
        f"use_gpu=True, but this worker has no GPU: {reason}. "
        "Use use_gpu='auto' to fall back to the CPU"
    )


def without_library(gpu: Device, library: str, use_gpu: UseGpu) -> Device:
    """The CPU instead of a GPU for which the worker lacks a library, or GpuNotFoundError."""
    reason = f"{gpu.label} is there, but not {library}"
    if use_gpu is True:
        raise no_gpu(reason)
    cpu = Device("cpu", None, reason)
    log_once(logging.WARNING, f"worker {os.getpid()} uses the {cpu}")
    return cpu


def missing(work: str, error: ModuleNotFoundError, extra: str) -> ModuleNotFoundError:
    """The error for a module that the worker's Python lacks, with the command that installs it."""
    return ModuleNotFoundError(
        f"{work} need the module {error.name!r}, which this Python lacks. Install it on each node "
        f"for the workers: {sys.executable} -m pip install 'rapids-udfs[{extra}]'",
        name=error.name,
    )


def arrays_on(use_gpu: UseGpu) -> tuple[Device, Any]:
    """The device of this worker's arrays, and their array API namespace: CuPy's or NumPy's."""
    where = device(use_gpu)
    if where.is_gpu:
        try:
            import array_api_compat.cupy

            return where, array_api_compat.cupy
        except Exception as e:  # an installed library may not fit another, and fail in any way
            where = without_library(where, f"CuPy ({type(e).__name__}: {e})", use_gpu)
    try:
        import array_api_compat.numpy
        import scipy  # noqa: F401 (gpu.phase needs it: fail before the first batch)
    except ModuleNotFoundError as e:
        raise missing("arrays and images", e, "arrays") from e
    return where, array_api_compat.numpy


def to_numpy(value: Any) -> Any:
    """Convert an array or tensor of any library to NumPy; in a mapping, convert the values."""
    if isinstance(value, Mapping):
        return {key: to_numpy(array) for key, array in value.items()}
    if hasattr(value, "detach"):
        value = value.detach().cpu()
        # NumPy has no bfloat16.
        return (value.float() if str(value.dtype) == "torch.bfloat16" else value).numpy()
    if type(value).__module__.partition(".")[0] == "cupy":
        return value.get()
    return value.numpy() if hasattr(value, "numpy") else value
