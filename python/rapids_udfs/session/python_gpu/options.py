# SPDX-License-Identifier: Apache-2.0

"""The options of Python workers on the GPU, and the plugin's settings for them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final

from rapids_udfs._numbers import is_whole
from rapids_udfs.session.settings import not_supported

ENABLED: Final = "spark.rapids.sql.python.gpu.enabled"
WORKERS: Final = "spark.rapids.python.concurrentPythonWorkers"
ALLOC: Final = "spark.rapids.python.memory.gpu.allocFraction"
MAX_ALLOC: Final = "spark.rapids.python.memory.gpu.maxAllocFraction"
POOLING: Final = "spark.rapids.python.memory.gpu.pooling.enabled"
UVM: Final = "spark.rapids.python.memory.uvm.enabled"

SLOTS: Final = (
    *("spark.executor.cores", "spark.task.cpus"),
    *("spark.task.resource.gpu.amount", "spark.executor.resource.gpu.amount"),
)
"""The settings that the number of tasks per executor depends on."""


@dataclass(frozen=True)
class PandasGpu:
    """Options of Python workers that use the GPU.

    Attributes:
        workers: how many Python processes of an executor may use the GPU at a time; 0 is no limit.
            Too small a number can hang a query: see ``check_python_workers``.
        alloc: the share of the GPU's memory in the pools of all Python workers of an executor at
            their start; the executor gets the rest. None is half for the workers.
        max_alloc: the share to which those pools may grow; 0 and None are no limit.
        pooling: whether the workers allocate from a pool of RMM; needs the package ``rmm``, and
            applies to libraries that use RMM (cuDF, and CuPy if configured to). Without a pool
            ``alloc`` and ``max_alloc`` only limit the executor.
        uvm: whether the workers' memory is managed (unified); needs ``rmm`` too.
        mps: whether NVIDIA's Multi-Process Service runs on the executors' machines, so that the
            processes share the GPU rather than take turns; a string is its pipe directory.
        python: the workers' interpreter, for ``PYSPARK_PYTHON``; None leaves the variable as it
            is, or in local mode sets it to this process's if it is unset.

    Raises:
        ConfigurationError: an invalid value.
    """

    workers: int = 0
    alloc: float | None = None
    max_alloc: float | None = None
    pooling: bool = False
    uvm: bool = False
    mps: bool | str = False
    python: str | None = None

    def __post_init__(self) -> None:
        is_path = isinstance(self.python, str) and self.python != ""
        rules = {
            "workers": (is_whole(self.workers, 0), "0 (no limit) or a whole number"),
            "pooling": (isinstance(self.pooling, bool), "True or False"),
            "uvm": (isinstance(self.uvm, bool), "True or False"),
            "mps": (
                isinstance(self.mps, bool | str) and self.mps != "",
                "True, False or its pipe directory",
            ),
            "python": (self.python is None or is_path, "the path of a Python interpreter"),
        }
        for name, (valid, supported) in rules.items():
            if not valid:
                raise not_supported(name, getattr(self, name), supported)
        check_share("alloc", self.alloc)
        check_share("max_alloc", self.max_alloc)
        if self.alloc and self.max_alloc and self.max_alloc < self.alloc:
            at_least = f"at least alloc={self.alloc:g}, or 0 for no limit"
            raise not_supported("max_alloc", self.max_alloc, at_least)

    def settings(self) -> dict[str, str]:
        """The plugin's settings, without those whose options are None."""
        shares = {ALLOC: self.alloc, MAX_ALLOC: self.max_alloc}
        return {
            ENABLED: "true",
            WORKERS: str(self.workers),
            **{key: f"{share:g}" for key, share in shares.items() if share is not None},
            POOLING: str(self.pooling).lower(),
            UVM: str(self.uvm).lower(),
        }

    def explicit(self) -> dict[str, str]:
        """The settings whose options are not at their defaults."""
        defaults = {**PandasGpu().settings(), ENABLED: ""}
        return {key: value for key, value in self.settings().items() if defaults.get(key) != value}


def check_share(name: str, share: object) -> None:
    """Raise ConfigurationError if a share of the memory is neither None nor from 0 to 1."""
    number = isinstance(share, int | float) and not isinstance(share, bool)
    if share is not None and not (number and 0 <= share <= 1):  # type: ignore[operator]
        raise not_supported(name, share, "a number from 0 to 1")


def options_of(python_gpu: object) -> PandasGpu | None:
    """The options of ``python_gpu=`` in any of its forms; None for None and False."""
    if isinstance(python_gpu, bool | None):
        return PandasGpu() if python_gpu else None
    if isinstance(python_gpu, PandasGpu):
        return python_gpu
    if not isinstance(python_gpu, Mapping):
        supported = "True, False, a dict of options, or conf.PandasGpu(...)"
        raise not_supported("python_gpu", python_gpu, supported)
    names = [field.name for field in fields(PandasGpu)]
    for name, value in python_gpu.items():
        if name not in names:
            raise not_supported("python_gpu", {name: value}, f"the options {', '.join(names)}")
    return PandasGpu(**python_gpu)


def task_slots(settings: Mapping[str, str], cores: int, local: bool) -> int:
    """The number of tasks that run at a time on an executor's cores and on its GPU.

    ``cores`` are those of the largest executor, 0 while there are no executors; ConfigurationError
    if no setting gives them either. In local mode Spark manages no GPUs.
    """
    in_settings, cpus, per_task_gpus, all_gpus = map(settings.get, SLOTS)
    if cores < 1:
        if not (in_settings or "").isdecimal():
            supported = "tasks= of check_python_workers: there is no executor yet"
            raise not_supported(SLOTS[0], in_settings or None, supported)
        cores = int(in_settings or "")
    slots = cores // max(int(cpus or "1"), 1)
    per_task, gpus = float(per_task_gpus or "0"), int(all_gpus or "0")
    if not local and per_task > 0 and gpus > 0:
        # Spark divides each GPU, not their sum. The small term makes 1 / 0.1 10.
        on_gpus = gpus * math.floor(1 / per_task + 1e-9) if per_task < 1 else gpus // int(per_task)
        slots = min(slots, on_gpus)
    return max(slots, 1)
