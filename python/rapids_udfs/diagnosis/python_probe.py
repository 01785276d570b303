# SPDX-License-Identifier: Apache-2.0

"""The Pythons of Python UDFs, on this machine and on executors, as they describe themselves."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import uuid4

from rapids_udfs.diagnosis.finding import NotCheckedError
from rapids_udfs.runtime.programs import run_program
from rapids_udfs.runtime.python_execs import PYTHON_EXECS
from rapids_udfs.session.cluster import is_here, named_python
from rapids_udfs.session.library import executor_cores
from rapids_udfs.session.settings import SparkSettings

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

MODULES: Final = ("pandas", "pyarrow", "rapids_udfs")
"""The modules that Python UDFs may use; Spark itself adds pyspark to the workers' path."""
_PROBE: Final = (
    "import json, sys; from importlib.util import find_spec; "
    "lacks = [name for name in sys.argv[1:] if find_spec(name) is None]; "
    "print(json.dumps([list(sys.version_info[:2]), lacks, find_spec('pip') is not None]))"
)

Worker = dict[str, Any]
PROBE_SECONDS: Final = 120.0
_MAX_TASKS: Final = 200
_MAX_QUERIES: Final = 100


class DriverPython(NamedTuple):
    """Why no worker can run on a Python of this machine; what it lacks, and the command for that.

    All are empty if nothing is wrong.
    """

    problem: str = ""
    lacks: str = ""
    install: str = ""


def ask_python(settings: SparkSettings) -> DriverPython:
    """The workers' Python, if the executors are on this machine."""
    setting = named_python(settings)
    name = f"PYSPARK_PYTHON is {setting}" if setting else f"the workers' Python is {sys.executable}"
    program = shutil.which(setting or sys.executable)
    if program is None:
        return DriverPython(f"{name}, which is not a program")
    try:
        done = run_program(program, "-c", _PROBE, *MODULES)
        done.check_returncode()
        version, lacks, pip = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError) as e:
        return DriverPython(f"{name}; it does not run: {_failure(e)}")
    workers, driver = (f"{v[0]}.{v[1]}" for v in (version, sys.version_info))
    if workers != driver:
        difference = f"workers would run Python {workers} ({program}), the driver {driver}"
        return DriverPython(f"{name}: {difference}")
    if not lacks:
        return DriverPython()
    sentence = f"{name}, which lacks {', '.join(lacks)}"
    return DriverPython("", sentence, install(program, lacks, pip=pip))


def install(program: str, modules: list[str], *, pip: bool = True) -> str:
    """The command that installs modules for an interpreter: with its pip, else with uv."""
    packages = " ".join(modules).replace("_", "-")
    command = f"{program} -m pip install" if pip else f"uv pip install --python {program}"
    return f"{command} {packages}"


def _failure(e: Exception) -> str:
    """The last line of a failed program's output, without its long command line."""
    if isinstance(e, subprocess.CalledProcessError):
        lines = str(e.stderr or "").strip().splitlines()
        return f"exit status {e.returncode}" + (f", {lines[-1]}" if lines else "")
    if isinstance(e, subprocess.TimeoutExpired):
        return f"no answer in {e.timeout:g} s"
    return str(e)


def has_run_python(spark: SparkSession) -> bool:
    """Return whether one of a classic session's last queries has an operator that runs Python."""
    names = [operator.name.removesuffix("Exec") for operator in PYTHON_EXECS]
    store = spark._jsparkSession.sharedState().statusStore()
    count = int(store.executionsCount())
    first = max(0, count - _MAX_QUERIES)
    queries = store.executionsList(first, count - first)
    plans = (str(queries.apply(i).physicalPlanDescription()) for i in range(queries.size()))
    return any(name in plan for plan in plans for name in names)


def probe(spark: SparkSession) -> dict[str, Worker]:
    """Run a Python worker on each executor of a classic session; return its report, by machine.

    Raises:
        NotCheckedError: there is no executor yet, or all are busy.
    """
    modules = MODULES

    # Nested, so that it is pickled by value: executors may lack this package.
    def report(_: Any) -> Iterator[tuple[str, Worker]]:
        import resource
        import shutil
        import socket
        import sys
        import tempfile
        import time
        from importlib.util import find_spec

        lacks = [name for name in modules if find_spec(name) is None]
        version = ""
        if "rapids_udfs" not in lacks:
            from rapids_udfs._versions import __version__ as version
        folder = tempfile.gettempdir()
        yield (
            socket.gethostname(),
            {
                "python": sys.executable,
                "pip": find_spec("pip") is not None,
                "lacks": lacks,
                "version": version,
                "time": time.time(),
                "offset": time.localtime().tm_gmtoff,
                "files": resource.getrlimit(resource.RLIMIT_NOFILE)[1],
                "temporary": folder,
                "free": shutil.disk_usage(folder).free,
            },
        )

    context = spark.sparkContext
    cores = sum(executor_cores(context))
    if not (cores or is_here(str(context.master))):
        raise NotCheckedError("no executor has registered yet: run a query first")
    tasks = min(max(2 * cores, 1), _MAX_TASKS)
    # A tag and not a job group, which is the caller's.
    tag = f"rapids-udfs-doctor-{uuid4()}"
    late = threading.Timer(PROBE_SECONDS, context.cancelJobsWithTag, [tag])
    late.daemon = True
    description = context.getLocalProperty("spark.job.description")
    context.addJobTag(tag)
    context.setJobDescription("rapids_udfs.doctor: probe a worker of each executor")
    late.start()
    begin = time.time()
    try:
        reports = dict(context.parallelize(range(tasks), tasks).mapPartitions(report).collect())
    except Exception as e:
        if late.finished.is_set():
            why = f"the executors are busy: no answer in {PROBE_SECONDS:g} s"
            raise NotCheckedError(why) from e
        raise
    finally:
        late.cancel()
        context.removeJobTag(tag)
        context.setJobDescription(description)  # type: ignore[arg-type]
    end = time.time()
    return {
        # The seconds by which its clock is outside the time of the job.
        host: {**worker, "late": max(begin - worker["time"], worker["time"] - end)}
        for host, worker in sorted(reports.items())
    }
