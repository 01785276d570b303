# SPDX-License-Identifier: Apache-2.0

"""Checks of the Pythons that run Python UDFs, on this machine and on executors."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rapids_udfs._versions import __version__
from rapids_udfs.diagnosis.finding import Facts, NotCheckedError
from rapids_udfs.diagnosis.machine_checks import MANY_FILES, MIN_FILES, MIN_FREE_BYTES, SPILLED
from rapids_udfs.diagnosis.python_probe import Worker, install
from rapids_udfs.diagnosis.setup import Setup
from rapids_udfs.session.cluster import named_python
from rapids_udfs.session.query_errors import python_reason

_LACKS: Final = "Python UDFs that use them fail; SQL and the functions of this library do not"
_THIS_PYTHON: Final = f"export PYSPARK_PYTHON={sys.executable}"
_MAX_CLOCK_SECONDS: Final = 5.0


def path_python(setup: Setup) -> Iterator[Facts]:
    """A Python of the PATH that plain sessions would start instead of this one."""
    named = not setup.is_local or named_python(setup.settings)
    python = None if named else shutil.which("python3")
    if python and Path(python).parent != Path(sys.executable).parent:
        found = f"PYSPARK_PYTHON is not set, and the PATH's python3 is {python}"
        why = "rapids_udfs.configure sets it; other sessions start that Python for Python UDFs"
        yield f"{found}, not {sys.executable}", why, _THIS_PYTHON


def worker_python(setup: Setup) -> Iterator[Facts]:
    """A Python that runs no workers."""
    if not setup.is_local:
        raise NotCheckedError("the workers' Python is on other machines: start a session")
    if problem := setup.driver_python.problem:
        yield problem, "Spark starts this Python for Python UDFs", _THIS_PYTHON


def workers(setup: Setup) -> Iterator[Facts]:
    """Python workers that do not run."""
    if isinstance(error := setup.workers, Exception):
        python, version = setup.session.sparkContext.pythonExec, sys.version_info
        found = f"a worker of {python} does not run: {python_reason(error)}"
        fix = f"set PYSPARK_PYTHON to a Python {version[0]}.{version[1]} that each executor has"
        why = "every Python UDF fails like this"
        yield found, why, f"{fix} (the driver runs {sys.executable})"


def worker_modules(setup: Setup) -> Iterator[Facts]:
    """The workers' modules, versions and time zones; before the start only the modules."""
    if setup.session is None:
        if setup.is_local and setup.driver_python.lacks:
            yield setup.driver_python.lacks, _LACKS, setup.driver_python.install
        return
    offset = time.localtime().tm_gmtoff
    for host, worker in _workers(setup).items():
        python = worker["python"]
        if lacks := worker["lacks"]:
            fix = f"on {host}: {install(python, lacks, pip=worker['pip'])}"
            yield f"{python} on {host} lacks {', '.join(lacks)}", _LACKS, fix
        if worker["version"] not in ("", __version__):
            package = f"rapids_udfs=={__version__}"
            found = f"rapids_udfs {worker['version']} on {host}, {__version__} on the driver"
            fix = f"on {host}: {install(python, [package], pip=worker['pip'])}"
            yield found, "the driver sends functions to workers of another version", fix
        if worker["offset"] != offset:
            there, here = (f"UTC{seconds / 3600:+g}" for seconds in (worker["offset"], offset))
            why = "naive timestamps of Python UDFs and collect() mean different times"
            fix = "set TZ=UTC for driver and executors (spark.executorEnv.TZ)"
            yield f"Python on {host} is at {there}, the driver at {here}", why, fix


def executors(setup: Setup) -> Iterator[Facts]:
    """Clocks, limits and folders of the executors' machines."""
    for host, worker in _workers(setup).items():
        if worker["late"] > _MAX_CLOCK_SECONDS:
            problem = f"the clock of {host} differs by {worker['late']:.0f} s"
            why = "current_timestamp, timeouts and logs disagree"
            yield problem, why, "synchronize the clocks (chrony, ntpd)"
        if 0 <= worker["files"] < MIN_FILES:
            problem = f"processes on {host} may have {worker['files']} files open"
            yield problem, MANY_FILES, "raise the hard limit (ulimit -Hn) for the executors"
        if worker["free"] < MIN_FREE_BYTES:
            problem = f"{worker['temporary']} on {host} has {worker['free'] / 2**20:,.0f} MiB left"
            yield problem, SPILLED, "set spark.local.dir to a folder with more space"


def _workers(setup: Setup) -> dict[str, Worker]:
    if isinstance(workers := setup.workers, Exception):
        raise NotCheckedError("no Python worker runs")
    return workers
