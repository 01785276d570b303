# SPDX-License-Identifier: Apache-2.0

"""Checks of a running session: its classes and its Python workers."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rapids_udfs._entry_point import ENTRY_POINT, call_static
from rapids_udfs._versions import __version__
from rapids_udfs.diagnosis.finding import Facts, NotCheckedError, raised
from rapids_udfs.diagnosis.machine_checks import MIN_FILES, MIN_FREE_BYTES
from rapids_udfs.diagnosis.python_checks import LACKS
from rapids_udfs.diagnosis.python_probe import Worker, install, reason
from rapids_udfs.diagnosis.setup import Setup
from rapids_udfs.errors import RapidsUdfsError
from rapids_udfs.session.library import PLUGIN_INTERFACE, entry_point, has_class
from rapids_udfs.session.modes import EXTENSION

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_MAX_CLOCK_SECONDS: Final = 5.0


def library(setup: Setup) -> Iterator[Facts]:
    """This library's classes, missing or of another version."""
    spark = setup.session
    if has_class(spark, ENTRY_POINT):
        why = "without it there is no function, and with another version's none that is the same"
        yield from raised(why, lambda: entry_point(spark))
    elif _has_extension(spark):
        lacks = ["library"] if has_class(spark, PLUGIN_INTERFACE) else ["library", "names"]
        jars = ",".join(f"$(rapids-udfs jar {name})" for name in lacks)
        yield (
            f"spark.sql.extensions names {EXTENSION}, which this session's JVM does not have",
            "Spark logged a warning and started without the functions",
            f"rapids_udfs.register(spark), or add to spark.jars before the start: {jars}",
        )


def _has_extension(spark: SparkSession) -> bool:
    """Return whether a session's settings name this library's extension."""
    return EXTENSION in (spark.conf.get("spark.sql.extensions", "") or "")


def server_library(setup: Setup) -> Iterator[Facts]:
    """This library on a Spark Connect server, as its client sees it."""
    found = call_static(setup.session, ENTRY_POINT, "version")
    if found is None and _has_extension(setup.session):
        yield (
            f"spark.sql.extensions names {EXTENSION}, which the server's JVM does not have",
            "Spark logged a warning and started without the functions",
            "rapids_udfs.register(spark), or start the server with the settings that"
            " `rapids-udfs conf --for connect` writes",
        )
    elif found not in (None, __version__):
        yield (
            f"this library's jar on the server is {found}, the package here {__version__}",
            "functions of one version are not those of the other",
            f"pip install rapids-udfs=={found}, or start the server with this version's jar",
        )


def other_libraries(setup: Setup) -> Iterator[Facts]:
    """Functions of other libraries that the extension skipped."""
    spark = setup.session
    if not (_has_extension(spark) and has_class(spark, ENTRY_POINT)):
        return
    try:
        skipped = entry_point(spark).skippedFunctions()
    except RapidsUdfsError as e:
        raise NotCheckedError("this library's jar cannot be used") from e
    for each in skipped:
        yield (
            str(each),
            "queries that call it fail with UNRESOLVED_ROUTINE",
            "correct that library's jar, or leave it out of spark.jars",
        )


def workers(setup: Setup) -> Iterator[Facts]:
    """Python workers that do not run."""
    found = setup.workers
    if isinstance(found, Exception):
        yield (
            f"a worker of {setup.session.sparkContext.pythonExec} does not run: {reason(found)}",
            "every Python UDF fails like this",
            f"set PYSPARK_PYTHON to a Python {sys.version_info[0]}.{sys.version_info[1]} that each"
            f" executor has (the driver runs {sys.executable})",
        )


def worker_modules(setup: Setup) -> Iterator[Facts]:
    """Modules, versions and time zones that Python UDFs meet on executors."""
    offset = time.localtime().tm_gmtoff
    for host, worker in _answers(setup).items():
        python = worker["python"]
        if lacks := worker["lacks"]:
            fix = f"on {host}: {install(python, lacks, pip=worker['pip'])}"
            yield f"{python} on {host} lacks {', '.join(lacks)}", LACKS, fix
        if worker["version"] not in ("", __version__):
            own = f"rapids_udfs=={__version__}"
            yield (
                f"rapids_udfs {worker['version']} on {host}, {__version__} on the driver",
                "functions of one are sent to the other",
                f"on {host}: {install(python, [own], pip=worker['pip'])}",
            )
        if worker["offset"] != offset:
            yield (
                f"Python on {host} is at UTC{worker['offset'] / 3600:+g}, the driver at "
                f"UTC{offset / 3600:+g}",
                "naive timestamps of Python UDFs and collect() mean different times",
                "set TZ=UTC for driver and executors (spark.executorEnv.TZ)",
            )


def executors(setup: Setup) -> Iterator[Facts]:
    """Clocks, limits and folders of the executors' machines."""
    for host, worker in _answers(setup).items():
        if worker["late"] > _MAX_CLOCK_SECONDS:
            yield (
                f"the clock of {host} differs by {worker['late']:.0f} s",
                "current_timestamp, timeouts and logs disagree",
                "synchronize the clocks (chrony, ntpd)",
            )
        if 0 <= worker["files"] < MIN_FILES:
            yield (
                f"processes on {host} may have {worker['files']} files open",
                "a shuffle opens thousands, and fails with 'Too many open files'",
                "raise the hard limit (ulimit -Hn) for the executors",
            )
        if worker["free"] < MIN_FREE_BYTES:
            yield (
                f"{worker['temporary']} on {host} has {worker['free'] / 2**20:,.0f} MiB left",
                "shuffles and spilled batches go there",
                "set spark.local.dir to a folder with more space",
            )


def _answers(setup: Setup) -> dict[str, Worker]:
    found = setup.workers
    if isinstance(found, Exception):
        raise NotCheckedError("no Python worker runs")
    return found
