# SPDX-License-Identifier: Apache-2.0

"""``rapids-udfs conform``: reads the files, starts a session, checks, and reports."""

from __future__ import annotations

import argparse
import difflib
import importlib.util
import os
import re
import sys
import time
import zipfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING

from rapids_udfs._py4j import Py4JError
from rapids_udfs.catalogue.function_info import by_name
from rapids_udfs.console.terminal import interrupted, say
from rapids_udfs.errors import ConformanceError
from rapids_udfs.runtime.cache import writable_dir
from rapids_udfs.session.builder import configure
from rapids_udfs.session.cluster import is_local
from rapids_udfs.session.devices import require_gpu
from rapids_udfs.session.local import local_builder, timed_start
from rapids_udfs.session.query_errors import quiet_query_logger
from rapids_udfs.testing.conform import check_conforms
from rapids_udfs.testing.costs import measure_costs
from rapids_udfs.testing.faults import check_survives_faults
from rapids_udfs.testing.python_udfs.conversion import check_converts
from rapids_udfs.testing.python_udfs.subject import plain
from rapids_udfs.testing.report import (
    ERROR,
    FAILED,
    PASSED,
    Check,
    Report,
    write_html,
    write_json,
    write_junit,
)
from rapids_udfs.testing.session_run import exit_status, watched
from rapids_udfs.testing.subject import builtin_function
from rapids_udfs.testing.type_mapping import check_type_mapping

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


_LOG = "conform-spark.log"
_ZONE = "America/St_Johns"
"""An offset of half an hour, with daylight saving: it exposes a conversion in UTC."""
DOES_NOT_CONFORM = 1
"""The exit status if a check failed; the same as that of the JVM test kit."""


def main(options: argparse.Namespace) -> int:
    """Run the command; return its exit status.

    If the UDF cannot be checked, the report files say so, too.
    """
    writers: dict[Path | None, Callable[[Path, Sequence[Report]], None]] = {
        options.junit_xml: write_junit,
        options.html: partial(write_html, how=f"mode {options.mode}, seed {options.seed}"),
        options.json: write_json,
    }
    files = {file: write for file, write in writers.items() if file}
    for file in files:
        # Fail now and not after minutes of checks, and remove the reports of earlier runs.
        file.parent.mkdir(parents=True, exist_ok=True)
        file.open("a").close()
        if file.is_file() and not file.is_symlink():
            file.unlink()

    def write_all(reports: Sequence[Report]) -> None:
        for file, write in files.items():
            write(file, reports)
            say(f"written: {file}")

    subject = options.function or options.sql or "the type mapping"
    try:
        reports = _reports(options, subject)
    except Exception as e:
        if files and not interrupted(e):
            check = Check("it can be checked", ERROR, str(e) or type(e).__name__)
            title = f"{subject}({options.types})" if options.function else subject
            write_all([Report(title, "can be checked", [check])])
        raise
    write_all(reports)
    return 0 if all(report.ok for report in reports) else DOES_NOT_CONFORM


def _reports(options: argparse.Namespace, subject: str) -> list[Report]:
    if options.python is not None:
        file_of(options.python)  # to fail before Spark starts
        _set_time_zone(options)
    is_hive = options.function is not None and look_for(options.function, options.jars)
    spark = _start(options, is_hive)
    try:
        with watched(spark, subject):
            if options.python is not None:
                return [_judge(spark, load(options.python), options)]
            return _check(spark, options) if options.function else [_types(spark, options)]
    except ConformanceError as e:
        if exit_status(spark) is None:
            raise
        raise ConformanceError(f"{e}. Spark's log: {writable_dir('logs') / _LOG}") from e
    finally:
        with suppress(OSError, Py4JError):  # the JVM is gone
            spark.stop()


def look_for(function: str, jars: Sequence[Path]) -> bool:
    """Find a class in jars; return whether it may be a Hive UDF: a class in them refers to Hive.

    ConformanceError lists close names if none has the class.
    """
    from pyspark.sql import functions

    if function.lower() in by_name():
        return False
    classes: dict[str, bytes] = {}
    for jar in jars:
        if "," in str(jar.absolute()):
            raise ConformanceError(f"{jar} has a comma in its path, by which Spark separates jars")
        try:
            with zipfile.ZipFile(jar) as archive:
                files = [name for name in archive.namelist() if name.endswith(".class")]
                classes |= {n[: -len(".class")].replace("/", "."): archive.read(n) for n in files}
        except (OSError, zipfile.BadZipFile) as e:
            raise ConformanceError(f"{jar} cannot be read as a jar: {e}") from e
    if function in classes:
        # Its base class may be in another jar.
        return any(b"org/apache/hadoop/hive/" in data for data in classes.values())
    # PySpark's list, since no session runs yet.
    known = re.fullmatch(r"[a-z]\w*", function) and getattr(functions, function, None)
    # One module up to 3.5, a package of several modules since.
    if str(getattr(known, "__module__", "")).startswith("pyspark.sql.functions"):
        raise builtin_function(function)
    where = f" in {', '.join(map(str, jars))}" if jars else ": pass its jar (--jar FILE)"
    lower = {name.lower(): name for name in classes}
    close = difflib.get_close_matches(function.lower(), lower, n=3, cutoff=0.6)
    simple = function.rpartition(".")[2].lower()
    close += [low for low in lower if low.rpartition(".")[2] == simple and low not in close]
    near = f"; did you mean {' or '.join(lower[name] for name in close)}?" if close else ""
    raise ConformanceError(f"there is no class {function}{where}{near}")


def _start(options: argparse.Namespace, is_hive: bool) -> SparkSession:
    builder = local_builder("rapids-udfs conform").master(options.master)
    if options.time_zone:
        builder = builder.config("spark.sql.session.timeZone", options.time_zone)
    if options.jars:
        builder = builder.config("spark.jars", ",".join(str(j.absolute()) for j in options.jars))
    if is_hive:
        builder = builder.enableHiveSupport().config(
            "spark.hadoop.javax.jdo.option.ConnectionURL", "jdbc:derby:memory:db;create=true"
        )
    if options.mode == "gpu" and is_local(options.master):
        require_gpu()
    builder = configure(builder, options.mode, plugin_jar=options.plugin_jar)
    quiet_query_logger()
    log = writable_dir("logs") / _LOG
    say(f"Starting Spark in mode {options.mode}, which takes about half a minute (its log: {log})")
    return timed_start(builder, log)


def _types(spark: SparkSession, options: argparse.Namespace) -> Report:
    report = Report("the type mapping", "conforms")
    mapping = check_type_mapping(spark, rows=options.rows, seed=options.seed)
    say(str(mapping))
    for result in mapping.results:
        text = result.problem or f"{result.rows} rows, {result.where}"
        report.add(result.type, FAILED if result.problem else PASSED, text)
    report.jobs = 2 * len(mapping.results)
    return report


def _check(spark: SparkSession, options: argparse.Namespace) -> list[Report]:
    udf = {"function": options.function, "types": options.types or "", "returns": options.returns}
    seed, tolerance = options.seed, options.tolerance
    conforms = check_conforms(spark, **udf, rows=options.rows, seed=seed, tolerance=tolerance)
    say(str(conforms))
    if options.costs and conforms.ok:
        conforms.costs = measure_costs(spark, **udf, seed=seed)
        say(f"\n{conforms.costs}")
    if not options.faults or not conforms.ok:
        return [conforms]
    survives = check_survives_faults(spark, **udf, tolerance=tolerance, points=options.points)
    say(f"\n{survives}")
    return [conforms, survives]


def _set_time_zone(options: argparse.Namespace) -> None:
    """Set the zone of the session, Java, and Python here and in workers, before the JVM starts."""
    if options.time_zone is None and "timestamp" in f"{options.types} {options.returns}".lower():
        options.time_zone = _ZONE
    if options.time_zone is not None:
        os.environ["TZ"] = options.time_zone
        time.tzset()


def _judge(spark: SparkSession, function: FunctionType, options: argparse.Namespace) -> Report:
    """Compare a Python function with the conversion that the command line names."""
    if spark.sparkContext._jsc is None:
        raise ConformanceError(
            f"{options.python.rpartition(':')[0]} stops Spark's session when it is imported: put "
            "its main part under if __name__ == '__main__':"
        )
    report = Report(options.function or f"`{options.sql}`", "converts")
    certificate = check_converts(
        function,
        options.types,
        options.returns,
        sql=options.sql,
        function=options.function,
        spark=spark,
        examples=options.rows,
        seed=options.seed,
        tolerance=options.tolerance or 0.0,
    )
    if not (certificate.rows or certificate.problem):
        raise ConformanceError(
            f"{certificate.conversion} could not be compared with {certificate.name}: all "
            f"{certificate.raising} rows raise in Python. Are --types those of its columns?"
        )
    say(str(certificate))
    outcome = PASSED if certificate.ok else FAILED
    report.add(f"as {function.__name__}", outcome, str(certificate))
    report.rows = certificate.rows
    return report


def file_of(place: str) -> Path:
    """Return the file of ``FILE:FUNCTION``.

    Raises:
        ConformanceError: it is not of this form, or there is no such file.
    """
    path, _, name = place.rpartition(":")
    if not path or not name:
        raise _missing(place, "name it as FILE:FUNCTION, for example jobs.py:year")
    if not Path(path).is_file():
        raise _missing(place, f"there is no file {path}")
    if not path.endswith(".py"):
        raise _missing(place, f"{path} is not a Python file, whose name ends in .py")
    return Path(path)


def load(place: str) -> FunctionType:
    """Return the function that ``FILE:FUNCTION`` names, after running the file as a module.

    The file may use the session that is running, as a job does.

    Raises:
        ConformanceError: there is no such function, or the file cannot be imported.
    """
    file, name = file_of(place), place.rpartition(":")[2]
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(file.parent.absolute()))
    sys.modules[file.stem] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as e:
        raise ConformanceError(f"{file} cannot be imported: {type(e).__name__}: {e}") from e
    function = plain(getattr(module, name, None))
    if not isinstance(function, FunctionType):
        of = {n: plain(value) for n, value in vars(module).items()}
        own = (n for n, f in of.items() if getattr(f, "__module__", "") == file.stem)
        functions = sorted(n for n in own if isinstance(of[n], FunctionType))
        raise _missing(place, f"its functions are: {', '.join(functions) or 'none'}")
    return function


def _missing(place: str, reason: str) -> ConformanceError:
    return ConformanceError(f"there is no Python function {place}: {reason}")
