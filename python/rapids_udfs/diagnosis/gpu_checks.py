# SPDX-License-Identifier: Apache-2.0

"""Checks of the GPU: this machine's, and those that a cluster is to give to executors."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from rapids_udfs._version_text import numbers_of
from rapids_udfs.diagnosis.finding import Facts, NotCheckedError, raised
from rapids_udfs.diagnosis.setup import Setup
from rapids_udfs.session.cluster import EXECUTOR_GPUS
from rapids_udfs.session.devices import find_gpu, query_gpus, shuts_out
from rapids_udfs.session.python_gpu.checks import check_mps
from rapids_udfs.session.settings import SparkSettings

# The oldest driver of CUDA 12, and the oldest architecture of libcudf's kernels.
_MIN_DRIVER: Final = (525, 60, 13)
_MIN_ARCHITECTURE: Final = (7, 0)
_TASK_GPUS: Final = "spark.task.resource.gpu.amount"
_DISCOVERY: Final = "spark.executor.resource.gpu.discoveryScript"
_MPS: Final = "CUDA_MPS_PIPE_DIRECTORY"


class _Gpu(NamedTuple):
    """What ``nvidia-smi`` reports of a GPU; a field that it does not have is ``[N/A]``."""

    number: int
    driver: str
    architecture: str
    total: str
    free: str
    mode: str


def gpu(setup: Setup) -> Iterator[Facts]:
    """No GPU in local mode, or one that the plugin cannot use."""
    if not (setup.wants_gpu and setup.is_local):
        return
    found = find_gpu()
    if not found.usable:
        yield (
            found.reason,
            "the plugin ends the session where it finds no GPU",
            "install NVIDIA's driver, or use mode='auto' (the CPU) or mode='emulate' (tests)",
        )
        return
    if shutil.which("nvidia-smi") is None:
        raise NotCheckedError("nvidia-smi is not installed")
    gpus = _gpus()
    if not gpus:
        raise NotCheckedError("nvidia-smi does not answer")
    for each in gpus:
        yield from _too_old(each)
        yield from _shut(each, setup)


def _gpus() -> list[_Gpu]:
    rows = query_gpus(
        "driver_version", "compute_cap", "memory.total", "memory.free", "compute_mode"
    )
    return [_Gpu(number, *row) for number, row in enumerate(rows)]


def _too_old(found: _Gpu) -> Iterator[Facts]:
    if () < numbers_of(found.driver) < _MIN_DRIVER:
        yield (
            f"GPU {found.number}: driver {found.driver}",
            "the plugin's CUDA 12 does not start on it",
            f"install driver {'.'.join(map(str, _MIN_DRIVER))} or newer",
        )
    if () < numbers_of(found.architecture) < _MIN_ARCHITECTURE:
        yield (
            f"GPU {found.number} has compute capability {found.architecture}",
            "libcudf has kernels for 7.0 (Volta) and newer",
            "use a newer GPU, or mode='cpu'",
        )


def _shut(found: _Gpu, setup: Setup) -> Iterator[Facts]:
    """A GPU that only one process may use, or none."""
    shared = setup.python_on_gpu and not _mps_pipe(setup.settings)
    if shuts_out(found.mode, several=shared):
        none = found.mode == "Prohibited"
        yield (
            f"GPU {found.number} is in compute mode {found.mode}",
            "no process may use it" if none else "Python workers need it too",
            f"nvidia-smi -i {found.number} -c DEFAULT",
        )


def gpu_in_use(setup: Setup) -> Iterator[Facts]:
    """A GPU whose memory others have taken."""
    for found in _gpus() if setup.wants_gpu and setup.is_local and find_gpu().usable else ():
        total, free = found.total, found.free
        if total.isdecimal() and free.isdecimal() and int(free) < int(total) / 2:
            yield (
                f"GPU {found.number} has {int(free):,} of {int(total):,} MiB free",
                "the plugin's pool takes what is free at the start, and queries run out of memory",
                "end the processes that nvidia-smi lists",
            )


def mps(setup: Setup) -> Iterator[Facts]:
    """NVIDIA's Multi-Process Service, named but not running."""
    folder = _mps_pipe(setup.settings)
    if folder and setup.is_local:
        why = "processes that ask MPS for the GPU fail without it"
        yield from raised(why, lambda: check_mps(folder))


def _mps_pipe(settings: SparkSettings) -> str | None:
    """MPS's pipe directory; None if processes do not use it."""
    return settings.get(f"spark.executorEnv.{_MPS}") or os.environ.get(_MPS)


def gpu_amounts(setup: Setup) -> Iterator[Facts]:
    """Amounts of GPUs with which executors get none, or tasks wait for ever."""
    settings = setup.settings
    executor, task = settings.get(EXECUTOR_GPUS), settings.get(_TASK_GPUS)
    if setup.is_local:
        if task is not None:
            yield (
                f"{_TASK_GPUS}={task} in local mode",
                "in local mode Spark has no GPUs to give, and tasks wait for ever",
                f"leave {_TASK_GPUS} out ({settings.origin(_TASK_GPUS)})",
            )
        return
    if setup.wants_gpu and executor is None:
        yield (
            f"{EXECUTOR_GPUS} is not set for the cluster {setup.master}",
            "Spark then gives executors no GPU, and the plugin has none or shares one by accident",
            f"{EXECUTOR_GPUS}=1, or configure(mode='gpu')",
        )
    elif setup.wants_gpu and executor != "1":
        yield (
            f"{EXECUTOR_GPUS}={executor}",
            "the plugin uses one GPU per executor and refuses to start with others",
            f"{EXECUTOR_GPUS}=1",
        )
    if task is not None and executor is None:
        yield (
            f"{_TASK_GPUS}={task} without {EXECUTOR_GPUS}",
            "Spark refuses a share for tasks of what executors do not have",
            f"{EXECUTOR_GPUS}=1",
        )


def idle_cores(setup: Setup) -> Iterator[Facts]:
    """A share of the GPU per task that leaves cores idle."""
    cores = setup.settings.get("spark.executor.cores") or ""
    task = setup.settings.get(_TASK_GPUS) or ""
    try:
        share = float(task)
    except ValueError:
        return
    if not setup.is_local and cores.isdecimal() and share > 0 and int(1 / share) < int(cores):
        yield (
            f"{_TASK_GPUS}={task}, so {int(1 / share)} tasks at a time on {cores} cores",
            "the other cores are idle; the plugin itself limits the tasks on the GPU",
            f"{_TASK_GPUS}={int(10_000 / int(cores)) / 10_000:g}",
        )


def discovery_script(setup: Setup) -> Iterator[Facts]:
    """No script by which executors find their GPU, or one that does not run."""
    script = setup.settings.get(_DISCOVERY)
    why = "executors find their GPU by it, and end without it"
    if setup.is_local or setup.settings.get(EXECUTOR_GPUS) is None:
        return
    if script is None:
        if setup.master.startswith("k8s://"):
            fix = f"{_DISCOVERY}=the path of getGpusResources.sh in the image"
            yield f"{_DISCOVERY} is not set", why, fix
    # If this machine has no such file, the executors' machines may have it.
    elif Path(script).is_file() and not os.access(script, os.X_OK):
        yield f"{script} is not executable", why, f"chmod +x {script}"
    elif setup.master.startswith("local-cluster") and not Path(script).is_file():
        yield f"{script} is not there", why, f"correct {_DISCOVERY}"
