# SPDX-License-Identifier: Apache-2.0

"""Checks of the GPU: this machine's, a cluster's, and its sharing with Python workers."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from rapids_udfs._version_text import numbers_of
from rapids_udfs.diagnosis.finding import Facts, NotCheckedError, raised
from rapids_udfs.diagnosis.setup import Setup
from rapids_udfs.errors import ConfigurationError
from rapids_udfs.session.cluster import EXECUTOR_GPUS, gpu_share
from rapids_udfs.session.devices import find_gpu, query_gpus, shuts_out
from rapids_udfs.session.python_gpu.apply import check_fractions, check_mps
from rapids_udfs.session.python_gpu.options import SLOTS, WORKERS, task_slots

# The oldest driver of CUDA 12, and the oldest architecture of libcudf's kernels.
_MIN_DRIVER: Final = (525, 60, 13)
_MIN_ARCHITECTURE: Final = (7, 0)
_TASK_GPUS: Final = "spark.task.resource.gpu.amount"
_DISCOVERY: Final = "spark.executor.resource.gpu.discoveryScript"
_MPS: Final = "CUDA_MPS_PIPE_DIRECTORY"


class _Gpu(NamedTuple):
    """The report of ``nvidia-smi`` on a GPU; a field without a value is ``[N/A]``."""

    number: int
    driver: str
    architecture: str
    total: str
    free: str
    mode: str


def _gpus() -> list[_Gpu]:
    fields = ("driver_version", "compute_cap", "memory.total", "memory.free", "compute_mode")
    return [_Gpu(number, *row) for number, row in enumerate(query_gpus(*fields))]


def gpu(setup: Setup) -> Iterator[Facts]:
    """No GPU in local mode, or one that the plugin cannot use."""
    if not (setup.wants_gpu and setup.is_local):
        return
    device = find_gpu()
    if not device.usable:
        fix = "install NVIDIA's driver, or use mode='auto' (the CPU) or mode='emulate' (tests)"
        yield device.reason, "the plugin ends the session if it finds no GPU", fix
        return
    if shutil.which("nvidia-smi") is None:
        raise NotCheckedError("nvidia-smi is not installed")
    gpus = _gpus()
    if not gpus:
        raise NotCheckedError("nvidia-smi does not answer")
    shared = setup.python_on_gpu and not _mps_pipe(setup)
    for number, driver, architecture, _, _, mode in gpus:
        if () < numbers_of(driver) < _MIN_DRIVER:
            fix = f"install driver {'.'.join(map(str, _MIN_DRIVER))} or newer"
            yield f"GPU {number}: driver {driver}", "the plugin's CUDA 12 does not start on it", fix
        if () < numbers_of(architecture) < _MIN_ARCHITECTURE:
            why = "libcudf has kernels for 7.0 (Volta) and newer"
            fix = "use a newer GPU, or mode='cpu'"
            yield f"GPU {number} has compute capability {architecture}", why, fix
        if shuts_out(mode, several=shared):
            why = "no process may use it" if mode == "Prohibited" else "Python workers need it too"
            fix = f"nvidia-smi -i {number} -c DEFAULT"
            yield f"GPU {number} is in compute mode {mode}", why, fix


def gpu_in_use(setup: Setup) -> Iterator[Facts]:
    """A GPU whose memory other processes use."""
    for gpu in _gpus() if setup.wants_gpu and setup.is_local and find_gpu().usable else ():
        total, free = gpu.total, gpu.free
        if total.isdecimal() and free.isdecimal() and int(free) < int(total) / 2:
            found = f"GPU {gpu.number} has {int(free):,} of {int(total):,} MiB free"
            why = "the plugin's pool takes what is free at the start, and queries run out of memory"
            yield found, why, "end the processes that nvidia-smi lists"


def mps(setup: Setup) -> Iterator[Facts]:
    """NVIDIA's Multi-Process Service, named but not running."""
    folder = _mps_pipe(setup)
    if folder and setup.is_local:
        why = "processes that ask MPS for the GPU fail without it"
        yield from raised(why, lambda: check_mps(folder))


def _mps_pipe(setup: Setup) -> str | None:
    """MPS's pipe directory; None if processes do not use it."""
    return setup.settings.get(f"spark.executorEnv.{_MPS}") or os.environ.get(_MPS)


def gpu_amounts(setup: Setup) -> Iterator[Facts]:
    """Amounts of GPUs with which executors get none, or tasks hang."""
    executor, task = map(setup.settings.get, (EXECUTOR_GPUS, _TASK_GPUS))
    one = f"{EXECUTOR_GPUS}=1"
    if setup.is_local:
        if task is not None:
            why = "in local mode Spark assigns no GPUs, so tasks that ask for one hang"
            yield f"{_TASK_GPUS}={task} in local mode", why, setup.remove(_TASK_GPUS)
        return
    if setup.wants_gpu and executor is None:
        why = "Spark then gives executors no GPU, and the plugin has none or shares one by accident"
        found = f"{EXECUTOR_GPUS} is not set for the cluster {setup.master}"
        yield found, why, f"{one}, or configure(mode='gpu')"
    elif setup.wants_gpu and executor != "1":
        why = "the plugin uses one GPU per executor and refuses to start with others"
        yield f"{EXECUTOR_GPUS}={executor}", why, one
    if task is not None and executor is None:
        why = "Spark rejects an amount for tasks without one for executors"
        yield f"{_TASK_GPUS}={task} without {EXECUTOR_GPUS}", why, one


def idle_cores(setup: Setup) -> Iterator[Facts]:
    """A share of the GPU per task that leaves cores idle."""
    cores = setup.settings.get("spark.executor.cores") or ""
    task = setup.settings.get(_TASK_GPUS) or ""
    try:
        share = float(task)
    except ValueError:
        return
    if not setup.is_local and cores.isdecimal() and share > 0 and int(1 / share) < int(cores):
        found = f"{_TASK_GPUS}={task}, so {int(1 / share)} tasks at a time on {cores} cores"
        why = "the other cores are idle; the plugin itself limits the tasks on the GPU"
        yield found, why, f"{_TASK_GPUS}={gpu_share(int(cores))}"


def discovery_script(setup: Setup) -> Iterator[Facts]:
    """No script with which executors find their GPU, or one that does not run."""
    script = setup.settings.get(_DISCOVERY)
    why = "executors find their GPU with it, and exit without it"
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
        yield f"{script} does not exist", why, f"correct {_DISCOVERY}"


def gpu_memory(setup: Setup) -> Iterator[Facts]:
    """Shares of the GPU's memory that do not fit together."""
    why = "the executor's and the Python workers' pools do not fit into the GPU together"
    yield from raised(why, lambda: check_fractions(setup.settings))


def python_workers(setup: Setup) -> Iterator[Facts]:
    """A limit on Python workers that can deadlock tasks."""
    limit = setup.settings.get(WORKERS) or ""
    if not limit.isdecimal() or int(limit) == 0:
        return
    slots = {key: value for key in SLOTS if (value := setup.settings.get(key)) is not None}
    try:
        tasks = task_slots(slots, _local_cores(setup.master), setup.is_local)
    except ConfigurationError as e:
        raise NotCheckedError("spark.executor.cores is not set") from e
    # As in check_python_workers, for a stage with two Python operators.
    if int(limit) <= tasks:
        yield (
            f"{WORKERS}={limit}, and an executor runs up to {tasks} tasks at a time",
            "the tasks of a stage with two Python operators can deadlock",
            f"{WORKERS}={tasks + 1}, or 0 for no limit; conf.check_python_workers(df) says what a"
            " query needs",
        )


def _local_cores(master: str) -> int:
    """The cores of a local master; 0 for a cluster's."""
    match = re.fullmatch(r"local\[(\d+|\*)[^]]*\]", "local[1]" if master == "local" else master)
    if match is None:
        return 0
    return os.cpu_count() or 1 if match[1] == "*" else int(match[1])
