# SPDX-License-Identifier: Apache-2.0

"""Checks of a running session: its classes and its Python workers."""

from __future__ import annotations

import re
import sys
import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from rapids_udfs._entry_point import ENTRY_POINT
from rapids_udfs._versions import __version__
from rapids_udfs.diagnosis.finding import NOTE, WARNING, Facts, NotCheckedError, raised
from rapids_udfs.diagnosis.machine import MIN_FILES, MIN_FREE_BYTES, MODULES, Setup
from rapids_udfs.errors import RapidsUdfsError
from rapids_udfs.session.cluster import is_here
from rapids_udfs.session.library import (
    PLUGIN_INTERFACE,
    entry_point,
    executor_cores,
    has_class,
)
from rapids_udfs.session.modes import EXTENSION
from rapids_udfs.session.settings import RUNNING, SparkSettings

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_PROBE_SECONDS: Final = 120.0
_MAX_CLOCK_SECONDS: Final = 5.0
_MAX_TASKS: Final = 200
_DESCRIPTION: Final = "spark.job.description"
# What a worker wrote, which Spark indents.
_WORKER_OUTPUT: Final = re.compile(r"^Error from python worker:\n((?:  .*\n)*)", re.MULTILINE)
# What follows the task, its executor and the exception's class.
_TASK_ERROR: Final = re.compile(r"^: (?:.* executor \S+\): )?(?:[\w.$]+: *\n?)?(.+)", re.MULTILINE)
# The line below the frames and their source, which are indented.
_PYTHON_ERROR: Final = re.compile(r"Traceback \(most recent call last\):\n(?:[ \t].*\n)+(\S.*)")
_CHANGEABLE: Final = ("spark.rapids.", "spark.rapidsUdfs.")


def setup_of(spark: SparkSession) -> Setup:
    """The present settings of a session, including those changed since its start."""
    settings = dict(spark.sparkContext.getConf().getAll())
    for row in spark.sql("SET").collect():
        if row["key"].startswith(_CHANGEABLE):
            settings[row["key"]] = row["value"]
    return Setup(SparkSettings((RUNNING, settings)))


def _library(spark: SparkSession) -> Iterator[Facts]:
    extensions = spark.conf.get("spark.sql.extensions", "") or ""
    if EXTENSION in extensions and not has_class(spark, ENTRY_POINT):
        lacks = ["library"] if has_class(spark, PLUGIN_INTERFACE) else ["library", "names"]
        jars = ",".join(f"$(rapids-udfs jar {name})" for name in lacks)
        yield (
            f"spark.sql.extensions names {EXTENSION}, which this session's JVM does not have",
            "Spark logged a warning and started without the functions",
            f"rapids_udfs.register(spark), or add to spark.jars before the start: {jars}",
        )
    elif has_class(spark, ENTRY_POINT):
        why = "without it there is no function, and with another version's none that is the same"
        yield from raised(why, lambda: entry_point(spark))


def _other_libraries(spark: SparkSession) -> Iterator[Facts]:
    extensions = spark.conf.get("spark.sql.extensions", "") or ""
    if EXTENSION not in extensions or not has_class(spark, ENTRY_POINT):
        return
    try:
        library = entry_point(spark)
    except RapidsUdfsError as e:
        raise NotCheckedError("this library's jar cannot be used") from e
    for skipped in library.skippedFunctions():
        yield (
            str(skipped),
            "queries that call it fail with UNRESOLVED_ROUTINE",
            "correct that library's jar, or leave it out of spark.jars",
            NOTE,
        )


def _workers(spark: SparkSession) -> Iterator[Facts]:
    begin = time.time()
    try:
        found = _probed(spark)
    except NotCheckedError:
        raise
    except Exception as e:
        yield (
            f"a worker of {spark.sparkContext.pythonExec} does not run: {_reason(e)}",
            "every Python UDF fails like this",
            f"set PYSPARK_PYTHON to a Python {sys.version_info[0]}.{sys.version_info[1]} that each"
            f" executor has (the driver runs {sys.executable})",
        )
        return
    end = time.time()
    offset = time.localtime().tm_gmtoff
    for host, worker in sorted(found.items()):
        yield from _worker(host, worker)
        early, late = begin - worker["time"], worker["time"] - end
        if max(early, late) > _MAX_CLOCK_SECONDS:
            yield (
                f"the clock of {host} differs by {max(early, late):.0f} s",
                "current_timestamp, timeouts and logs disagree",
                "synchronize the clocks (chrony, ntpd)",
                WARNING,
            )
        if worker["offset"] != offset:
            yield (
                f"Python on {host} is at UTC{worker['offset'] / 3600:+g}, the driver at "
                f"UTC{offset / 3600:+g}",
                "naive timestamps of Python UDFs and collect() mean different times",
                "set TZ=UTC for driver and executors (spark.executorEnv.TZ)",
                WARNING,
            )


def _reason(e: Exception) -> str:
    """The line of a failed job's error that says why: that of Python's own, if it has one."""
    error = str(e) or repr(e)
    output = _WORKER_OUTPUT.search(error)
    said = re.sub("(?m)^  ", "", output[1]).strip() if output else ""
    if raised_in_python := _PYTHON_ERROR.findall(said or error):
        return str(raised_in_python[-1])
    if said:
        lines = said.splitlines()
        return next((line for line in lines if "error" in line.lower()), lines[0])
    if "reading the port number" in error:
        return "it ends without output"
    task = _TASK_ERROR.search(error)
    return task[1] if task else error.strip().splitlines()[0]


def _worker(host: str, worker: dict[str, Any]) -> Iterator[Facts]:
    if lacks := worker["lacks"]:
        yield (
            f"{worker['python']} on {host} lacks {', '.join(lacks)}",
            "Python UDFs that use them fail; SQL and the functions of this library do not",
            f"on {host}: {worker['python']} -m pip install {' '.join(lacks).replace('_', '-')}",
            NOTE,
        )
    if worker["version"] not in ("", __version__):
        yield (
            f"rapids_udfs {worker['version']} on {host}, {__version__} on the driver",
            "functions of one are sent to the other",
            f"on {host}: {worker['python']} -m pip install rapids-udfs=={__version__}",
            WARNING,
        )
    if 0 <= worker["files"] < MIN_FILES:
        yield (
            f"processes on {host} may have {worker['files']} files open",
            "a shuffle opens thousands, and fails with 'Too many open files'",
            "raise the hard limit (ulimit -Hn) for the executors",
            WARNING,
        )
    if worker["free"] < MIN_FREE_BYTES:
        yield (
            f"{worker['temporary']} on {host} has {worker['free'] / 2**20:,.0f} MiB left",
            "shuffles and spilled batches go there",
            "set spark.local.dir to a folder with more space",
            WARNING,
        )


def _probed(spark: SparkSession) -> dict[str, dict[str, Any]]:
    modules = MODULES

    # Nested, so that it is pickled by value: executors may lack this package.
    def probe(_: Any) -> Iterator[tuple[str, dict[str, Any]]]:
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
    if not cores and not is_here(str(context.master)):
        raise NotCheckedError("no executor has registered yet: run a query first")
    tasks = min(max(2 * cores, 1), _MAX_TASKS)
    # A tag and not a job group, which is the caller's.
    tag = f"rapids-udfs-doctor-{uuid4()}"
    late = threading.Timer(_PROBE_SECONDS, context.cancelJobsWithTag, [tag])
    late.daemon = True
    description = context.getLocalProperty(_DESCRIPTION)
    context.addJobTag(tag)
    context.setLocalProperty(_DESCRIPTION, "rapids_udfs.doctor: asks a worker of each executor")
    late.start()
    try:
        return dict(context.parallelize(range(tasks), tasks).mapPartitions(probe).collect())
    except Exception as e:
        if late.finished.is_set():
            why = f"the executors are busy: no answer in {_PROBE_SECONDS:g} s"
            raise NotCheckedError(why) from e
        raise
    finally:
        late.cancel()
        context.removeJobTag(tag)
        context.setLocalProperty(_DESCRIPTION, description)  # type: ignore[arg-type]


CHECKS: Final = (_library, _other_libraries, _workers)
