# SPDX-License-Identifier: Apache-2.0

"""GPU work in Python UDFs, with the same code and the same results on a CPU.

Code that must stay in Python (array kernels, images, models) uses the worker's GPU, if it has one.

Nothing here touches CUDA before a worker runs: the driver needs no GPU, and workers are forked from
a daemon, which must not have a CUDA context.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from rapids_udfs.gpu.worker_device import Device, device
from rapids_udfs.gpu.worker_report import Report, report

__all__ = [
    "Device",
    "Report",
    "arrays",
    "compiled",
    "conf",
    "device",
    "images",
    "inference",
    "report",
    "triton",
]


def __getattr__(name: str) -> ModuleType:
    # Modules, most of which need NumPy, PyArrow and PySpark, are imported when they are used.
    if name in __all__:
        return import_module(f"rapids_udfs.gpu.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
