# SPDX-License-Identifier: Apache-2.0

"""Compiled Python UDFs in columns on the plugin: compared with CPython, and timed.

This is the step ``python-udfs`` of a bundle. Run it alone by
``python -m gpu_bundle.compiled_udfs --help``.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from bench import data, python_udfs, user_udfs
from pyspark.sql import functions as F

import rapids_udfs
from gpu_bundle.sql_matrix import parser_of, session
from harness.in_columns import ALWAYS, COLUMNS, IN_COLUMNS
from python_udfs.corpus import CASES
from rapids_udfs import PythonUdfPlacement, explain
from rapids_udfs.python_udfs import install
from rapids_udfs.session.modes import PYTHON_UDFS
from rapids_udfs.testing.frames import plugin, settings
from rapids_udfs.testing.python_udfs.check import compare
from rapids_udfs.testing.python_udfs.spark_runs import SparkRuns
from rapids_udfs.testing.python_udfs.subject import Subject

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

WAYS: Mapping[str, tuple[bool, Mapping[str, str]]] = {
    "columns": (True, {PYTHON_UDFS: "require", **ALWAYS}),
    "bridge": (True, {PYTHON_UDFS: "require", COLUMNS: "never"}),
    "python": (True, {PYTHON_UDFS: "off"}),
    "cpu": (False, {PYTHON_UDFS: "require"}),
    "cpu-python": (False, {PYTHON_UDFS: "off"}),
}
"""Whether the plugin is on, and the settings: columns on the plugin, rows in its CPU bridge, Python
workers below the plugin, rows on the CPU, Python workers without the plugin."""
TRANSPORT = "arrow"
BATCH = 8
"""The number of UDFs compared in one query."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = parser_of(__doc__)
    parser.add_argument("--examples", type=int, default=200, help="rows compared per UDF")
    parser.add_argument("--rows", type=int, default=4_000_000, help="rows timed; 0: none")
    parser.add_argument("--repeat", type=int, default=3, help="timed runs; the median counts")
    parser.add_argument("--only", action="append", help="only UDFs whose name contains this")
    parser.add_argument("--cores", default="*", help="Spark's tasks at a time (default: all cores)")
    parser.add_argument("--out", type=Path, required=True, help="the JSON file to write")
    options = parser.parse_args(arguments)
    spark = session(options.mode, options.plugin_jar, options.natives, cores=options.cores)
    results: dict[str, list[dict[str, Any]]] = {"answers": [], "times": []}

    def add(part: str, lines: Iterator[dict[str, Any]]) -> None:
        for line in lines:
            results[part].append(line)
            print(json.dumps(line), flush=True)
            # After every line, because a run may be cut short.
            options.out.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")

    try:
        add("answers", answers(spark, options.examples, options.only))
        if options.rows:
            add("times", times(spark, options.rows, options.repeat, options.only))
    finally:
        spark.stop()
    wrong = [of["name"] for of in results["answers"] if not of["ok"]]
    print(f"mode {options.mode}: {len(results['answers'])} compiled Python UDFs, wrong: {wrong}")
    return 1 if wrong or not results["answers"] else 0


def answers(
    spark: SparkSession, examples: int, only: Sequence[str] | None
) -> Iterator[dict[str, Any]]:
    """Compare the corpus in columns with CPython, and count the rows that ran in columns."""
    runs, todo = SparkRuns(spark), []
    for case in CASES:
        if case.name in IN_COLUMNS and _wanted(case.name, only):
            subject = Subject(
                *(case.function, case.types, case.returns),
                transport=TRANSPORT if TRANSPORT in case.transports else case.transports[0],
                tolerance=case.tolerance,
            )
            subject.find_rows(spark, case.rows, examples, 0)
            todo.append((case.name, subject))
    for at in range(0, len(todo), BATCH):
        part = todo[at : at + BATCH]
        before = [_columnar_rows(spark, subject.name) for _, subject in part]
        with settings(spark, ALWAYS):
            reports = compare(runs, [subject for _, subject in part], shrink=False)
        for (name, subject), report, rows in zip(part, reports, before, strict=True):
            columnar = _columnar_rows(spark, subject.name) - rows
            line = {"name": name, "rows": report.rows, "columnar_rows": columnar}
            line["ok"] = report.ok and columnar > 0
            yield line if report.ok else {**line, "difference": str(report)}


def times(
    spark: SparkSession, rows: int, repeat: int, only: Sequence[str] | None
) -> Iterator[dict[str, Any]]:
    """Time the benchmark's UDFs that have a columnar form, in every way: medians in seconds."""
    install()
    chosen = [of for of in python_udfs.UDFS if _wanted(of.name, only)]
    table = data.table(spark, rows, sorted({name for of in chosen for name in of.columns}))
    for of in chosen:
        call = F.udf(getattr(user_udfs, of.name), of.returns, useArrow=True)(*of.columns)
        with settings(spark, WAYS["columns"][1]):
            placed = explain(table.select(call)).python_udfs[0]
        if placed.where is not PythonUdfPlacement.COLUMNS:
            continue
        line: dict[str, Any] = {"name": of.call, "rows": rows}
        line["reading"] = _timed(spark, True, {}, _read(table, of.columns), repeat)
        before = _columnar_rows(spark, of.name)
        for way, (on, conf) in WAYS.items():
            once = 1 if way.endswith("python") else repeat
            line[way] = _timed(spark, on, conf, _called(table, call), once)
        line["columnar_rows"] = _columnar_rows(spark, of.name) - before
        yield line


def _timed(
    spark: SparkSession, on: bool, conf: Mapping[str, str], df: DataFrame, repeat: int
) -> float:
    with plugin(spark, enabled=on), settings(spark, conf):
        # A new query every time: a query keeps its plan, and with it the old settings.
        df.select("*").collect()
        seconds = []
        for _ in range(repeat):
            start = time.perf_counter()
            df.select("*").collect()
            seconds.append(time.perf_counter() - start)
    return round(median(seconds), 4)


def _read(table: DataFrame, columns: Sequence[str]) -> DataFrame:
    return table.agg(*(F.count(name) for name in columns))


def _called(table: DataFrame, call: Any) -> DataFrame:
    return table.select(call.alias("result")).agg(F.count("result"))


def _columnar_rows(spark: SparkSession, name: str) -> int:
    calls = rapids_udfs.counters(spark).get(name)
    return calls.columnar_rows if calls else 0


def _wanted(name: str, only: Sequence[str] | None) -> bool:
    return not only or any(part in name for part in only)


if __name__ == "__main__":
    sys.exit(main())
