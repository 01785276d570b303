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

_KEYS: Final = {
    "workers": WORKERS,
    "alloc": ALLOC,
    "max_alloc": MAX_ALLOC,
    "pooling": POOLING,
    "uvm": UVM,
}

_CORES: Final = "spark.executor.cores"
_CPUS: Final = "spark.task.cpus"
_TASK_GPUS: Final = "spark.task.resource.gpu.amount"
_GPUS: Final = "spark.executor.resource.gpu.amount"
SLOTS: Final = (_CORES, _CPUS, _TASK_GPUS, _GPUS)
"""The settings on which the number depends."""


@dataclass(frozen=True)
class PandasGpu:
    """Options of Python workers that use the GPU.

    Attributes:
        workers: how many Python processes an executor's tasks may have on the GPU at a time; 0 is
            no limit. One that is too small can hang a query: see ``check_python_workers``.
        alloc: the share of the GPU's memory that all Python workers of an executor take in their
            pools at the start; the executor gets the rest. None leaves half to the workers.
        max_alloc: the share to which those pools may grow; 0, and None, is no limit.
        pooling: whether the workers allocate from a pool of RMM, which only libraries that use RMM
            (cuDF, CuPy told to) do; needs the package ``rmm``. Without it ``alloc`` and
            ``max_alloc`` say only what the executor leaves to them.
        uvm: whether the workers' memory is managed (unified); needs ``rmm`` too.
        mps: whether NVIDIA's Multi-Process Service runs on the executors' machines, so that the
            processes share the GPU rather than take turns; a string is its pipe directory.
        python: the workers' interpreter, for ``PYSPARK_PYTHON``; None leaves it as it is set, and
            in local mode sets this process's where it is not.

    Raises:
        ConfigurationError: a value is not valid for its option.
    """

    workers: int = 0
    alloc: float | None = None
    max_alloc: float | None = None
    pooling: bool = False
    uvm: bool = False
    mps: bool | str = False
    python: str | None = None

    def __post_init__(self) -> None:
        if not is_whole(self.workers, 0):
            raise not_supported("workers", self.workers, "0 (no limit) or a whole number")
        check_share("alloc", self.alloc)
        check_share("max_alloc", self.max_alloc)
        if self.alloc and self.max_alloc and self.max_alloc < self.alloc:
            at_least = f"at least alloc={self.alloc:g}, or 0 for no limit"
            raise not_supported("max_alloc", self.max_alloc, at_least)
        for name in ("pooling", "uvm"):
            if not isinstance(getattr(self, name), bool):
                raise not_supported(name, getattr(self, name), "True or False")
        if not isinstance(self.mps, bool | str) or self.mps == "":
            raise not_supported("mps", self.mps, "True, False or its pipe directory")
        if self.python is not None and not (isinstance(self.python, str) and self.python):
            raise not_supported("python", self.python, "the path of a Python interpreter")

    def settings(self) -> dict[str, str]:
        """The plugin's settings; those of options that are None are left out."""
        made = {ENABLED: "true"}
        for name, key in _KEYS.items():
            value = getattr(self, name)
            if value is not None:
                made[key] = f"{value:g}" if name.endswith("alloc") else str(value).lower()
        return made

    def explicit(self) -> dict[str, str]:
        """The settings whose options are not at their defaults."""
        defaults = {**PandasGpu().settings(), ENABLED: ""}
        return {key: value for key, value in self.settings().items() if defaults.get(key) != value}


def check_share(name: str, found: object) -> None:
    """Raise ConfigurationError if a share of the memory is not from 0 to 1."""
    number = isinstance(found, int | float) and not isinstance(found, bool)
    if found is not None and not (number and 0 <= found <= 1):  # type: ignore[operator]
        raise not_supported(name, found, "a number from 0 to 1")


def options_of(found: object) -> PandasGpu | None:
    """The options that ``python_gpu=`` names, in whatever form; None if it asks for nothing."""
    if found is None or found is False:
        return None
    if found is True:
        return PandasGpu()
    if isinstance(found, PandasGpu):
        return found
    if not isinstance(found, Mapping):
        wanted = "True, False, a dict of options, or conf.PandasGpu(...)"
        raise not_supported("python_gpu", found, wanted)
    known = [field.name for field in fields(PandasGpu)]
    for name in found:
        if name not in known:
            wanted = "the options " + ", ".join(known)
            raise not_supported("python_gpu", {name: found[name]}, wanted)
    return PandasGpu(**found)


def task_slots(settings: Mapping[str, str], cores: int, local: bool) -> int:
    """The number of tasks that run at a time on an executor's cores and on its GPU.

    ``cores`` are those of the largest executor, 0 while there are no executors; in local mode Spark
    manages no resources. ConfigurationError if neither an executor nor a setting names the cores.
    """
    if cores < 1:
        told = settings.get(_CORES, "")
        if not told.isdecimal():
            wanted = "tasks= of check_python_workers: there is no executor yet"
            raise not_supported(_CORES, told or None, wanted)
        cores = int(told)
    slots = cores // max(int(settings.get(_CPUS, "1")), 1)
    a_task = float(settings.get(_TASK_GPUS, "0"))
    gpus = int(settings.get(_GPUS, "0"))
    if not local and a_task > 0 and gpus > 0:
        # Spark divides each GPU, not their sum. Exact fractions, so that 1 / 0.1 is 10.
        slots = min(
            slots, gpus * math.floor(1 / a_task + 1e-9) if a_task < 1 else gpus // int(a_task)
        )
    return max(slots, 1)
