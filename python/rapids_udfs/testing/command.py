# SPDX-License-Identifier: Apache-2.0

"""Runs ``rapids-udfs conform``: looks into the jar, starts a session, checks, and reports."""

from __future__ import annotations

import argparse
import difflib
import re
import zipfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
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
from rapids_udfs.testing.python_udfs.command import file_of, judge, load, set_time_zone
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
_TYPE_MAPPING = "the type mapping"
DOES_NOT_CONFORM = 1
"""The exit status if a check failed; the same as that of the JVM test kit."""


def main(options: argparse.Namespace) -> int:
    """Run the command, without a function for the type mapping; return its exit status.

    If the UDF cannot be checked, the report files say so, too.
    """
    files = list(filter(None, (options.junit_xml, options.html, options.json)))
    for file in files:
        # Fail now and not after minutes of checks, and remove the reports of earlier runs.
        file.parent.mkdir(parents=True, exist_ok=True)
        file.open("a").close()
        if file.is_file() and not file.is_symlink():
            file.unlink()
    try:
        reports = _reports(options)
    except Exception as e:
        if files and not interrupted(e):
            check = Check("it can be checked", ERROR, str(e) or type(e).__name__)
            types = f"({options.types})" if options.function else ""
            title = _subject(options) + types
            _write(options, [Report(title, "can be checked", [check])])
        raise
    _write(options, reports)
    return 0 if all(report.ok for report in reports) else DOES_NOT_CONFORM


def _subject(options: argparse.Namespace) -> str:
    return str(options.function or options.sql or _TYPE_MAPPING)


def _reports(options: argparse.Namespace) -> list[Report]:
    if options.python is not None:
        file_of(options.python)  # to fail before Spark starts
        set_time_zone(options)
    is_hive = options.function is not None and look_for(options.function, options.jars)
    spark = _start(options, is_hive)
    try:
        with watched(spark, _subject(options)):
            if options.python is not None:
                return [judge(spark, load(options.python), options)]
            return _check(spark, options) if options.function else _types(spark, options)
    except ConformanceError as e:
        if exit_status(spark) is None:
            raise
        raise ConformanceError(f"{e}. Spark's log: {writable_dir('logs') / _LOG}") from e
    finally:
        with suppress(OSError, Py4JError):  # the JVM is gone
            spark.stop()


def _write(options: argparse.Namespace, reports: Sequence[Report]) -> None:
    how = f"mode {options.mode}, seed {options.seed}"
    writers: dict[Path | None, Callable[[Path, Sequence[Report]], None]] = {
        options.junit_xml: write_junit,
        options.html: partial(write_html, how=how),
        options.json: write_json,
    }
    for file, write in writers.items():
        if file:
            write(file, reports)
            say(f"written: {file}")


def look_for(function: str, jars: Sequence[Path]) -> bool:
    """Find a class in jars; return whether it may be a Hive UDF: one of their classes names Hive's.

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
        # Its base class may be in another one of the jars.
        return any(b"org/apache/hadoop/hive/" in data for data in classes.values())
    # PySpark's list, since no session runs yet.
    known = re.fullmatch(r"[a-z]\w*", function) and getattr(functions, function, None)
    # One module up to 3.5, a package of several modules since.
    if str(getattr(known, "__module__", "")).startswith("pyspark.sql.functions"):
        raise builtin_function(function)
    where = f" in {', '.join(map(str, jars))}" if jars else ": no jar was given (--jar FILE)"
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


def _types(spark: SparkSession, options: argparse.Namespace) -> list[Report]:
    report = Report(_TYPE_MAPPING, "conforms")
    mapping = check_type_mapping(spark, rows=options.rows, seed=options.seed)
    say(str(mapping))
    for result in mapping.results:
        text = result.problem or f"{result.rows} rows, {result.where}"
        report.add(result.type, FAILED if result.problem else PASSED, text)
    report.jobs = 2 * len(mapping.results)
    return [report]


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
