# SPDX-License-Identifier: Apache-2.0

"""Checks of the settings of Python workers that use the GPU."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rapids_udfs.diagnosis.finding import Finding, NotCheckedError, raised
from rapids_udfs.diagnosis.machine import Setup, mps_pipe
from rapids_udfs.session.python_gpu.checks import check_fractions
from rapids_udfs.session.python_gpu.errors import MpsError, PythonGpuValueError
from rapids_udfs.session.python_gpu.options import WORKERS
from rapids_udfs.session.python_gpu.slots import SLOTS, task_slots


def _gpu_memory(setup: Setup) -> Iterator[Finding]:
    why = "the executor's and the Python workers' pools do not fit into the GPU together"
    yield from raised("gpu-memory", why, lambda: check_fractions(setup.settings))


def _mps(setup: Setup) -> Iterator[Finding]:
    folder = mps_pipe(setup.settings)

    def look() -> None:
        if folder and not (Path(folder) / "control").exists():
            raise MpsError(folder)

    if setup.is_local:
        yield from raised("mps", "processes that ask MPS for the GPU fail without it", look)


def _python_workers(setup: Setup) -> Iterator[Finding]:
    limit = setup.settings.get(WORKERS) or ""
    if not limit.isdecimal() or int(limit) == 0:
        return
    given = {key: value for key in SLOTS if (value := setup.settings.get(key)) is not None}
    try:
        tasks = task_slots(given, _local_cores(setup.master), setup.is_local)
    except PythonGpuValueError as e:
        raise NotCheckedError("spark.executor.cores is not set") from e
    # By the rule of check_python_workers, for a stage with two Python operators.
    if int(limit) <= tasks:
        yield Finding(
            "python-workers",
            f"{WORKERS}={limit}, and an executor runs up to {tasks} tasks at a time",
            "the tasks of a stage with two Python operators can wait for each other for ever",
            f"{WORKERS}={tasks + 1}, or 0 for no limit; conf.check_python_workers(df) says what a"
            " query needs",
        )


def _local_cores(master: str) -> int:
    """The cores of a local master; 0 for a cluster's."""
    if master == "local":
        return 1
    found = re.fullmatch(r"local\[(\d+|\*)[^]]*\]", master)
    if found is None:
        return 0
    return os.cpu_count() or 1 if found[1] == "*" else int(found[1])


CHECKS: Final = (_gpu_memory, _mps, _python_workers)
