# SPDX-License-Identifier: Apache-2.0

"""Checks of what Python UDFs alone need, by settings and this machine."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rapids_udfs.diagnosis.finding import Facts, NotCheckedError, raised
from rapids_udfs.diagnosis.setup import Setup
from rapids_udfs.errors import ConfigurationError
from rapids_udfs.session.cluster import named_python
from rapids_udfs.session.python_gpu.checks import check_fractions
from rapids_udfs.session.python_gpu.options import SLOTS, WORKERS, task_slots

LACKS: Final = "Python UDFs that use them fail; SQL and the functions of this library do not"
_OWN_PYTHON: Final = f"export PYSPARK_PYTHON={sys.executable}"


def path_python(setup: Setup) -> Iterator[Facts]:
    """A Python of the PATH that plain sessions would start in the place of this one."""
    if not setup.is_local or named_python(setup.settings):
        return
    found = shutil.which("python3")
    if found and Path(found).parent != Path(sys.executable).parent:
        yield (
            f"PYSPARK_PYTHON is not set, and the PATH's python3 is {found}, not {sys.executable}",
            "rapids_udfs.configure sets it; other sessions start that Python for Python UDFs",
            _OWN_PYTHON,
        )


def worker_python(setup: Setup) -> Iterator[Facts]:
    """A Python that runs no workers."""
    if not setup.is_local:
        raise NotCheckedError("the workers' Python is on other machines: start a session")
    if problem := setup.driver_python.problem:
        yield problem, "Spark starts this Python for Python UDFs", _OWN_PYTHON


def worker_modules(setup: Setup) -> Iterator[Facts]:
    """Modules that it lacks."""
    if setup.is_local and setup.driver_python.lacks:
        yield setup.driver_python.lacks, LACKS, setup.driver_python.install


def gpu_memory(setup: Setup) -> Iterator[Facts]:
    """Shares of the GPU's memory that do not fit together."""
    why = "the executor's and the Python workers' pools do not fit into the GPU together"
    yield from raised(why, lambda: check_fractions(setup.settings))


def python_workers(setup: Setup) -> Iterator[Facts]:
    """A limit of Python workers by which tasks can wait for ever."""
    limit = setup.settings.get(WORKERS) or ""
    if not limit.isdecimal() or int(limit) == 0:
        return
    given = {key: value for key in SLOTS if (value := setup.settings.get(key)) is not None}
    try:
        tasks = task_slots(given, _local_cores(setup.master), setup.is_local)
    except ConfigurationError as e:
        raise NotCheckedError("spark.executor.cores is not set") from e
    # By the rule of check_python_workers, for a stage with two Python operators.
    if int(limit) <= tasks:
        yield (
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
