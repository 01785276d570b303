# SPDX-License-Identifier: Apache-2.0

"""Runs a benchmark: a suite of cases, every case in several ways.

rows: the catalogue's functions, row by row, against Spark's builtins and Python UDFs.
growth: five of these functions over increasing numbers of rows.
bodies: all functions over rows in memory, by JMH: nanoseconds and allocated bytes per row.
emulator: their columnar bodies in mode emulate, and the time to start a session.
python-udfs: compiled Python UDFs, against Python workers and Spark's builtins.
python: work in Python UDFs (arrays, images, models), against the naive ways to do it.

Writes a JSON file, a table in Markdown and a picture into benchmarks/results.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import sys
import time
from collections.abc import Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

HERE = Path(__file__).resolve().parent
_SOURCES = [str(HERE), str(HERE.parent / "tests")]
sys.path[:0] = _SOURCES
# For the Python workers that Spark starts.
os.environ["PYTHONPATH"] = os.pathsep.join([*_SOURCES, os.environ.get("PYTHONPATH", "")])
os.environ["PYSPARK_PYTHON"] = sys.executable
# Spark runs one process per core; libraries that use all cores would hide that.
for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

from bench import bodies, picture, report, timing  # noqa: E402
from bench.rows import IN_PYTHON  # noqa: E402
from bench.session import describe, load, session  # noqa: E402
from bench.suite import SUITES, Suite  # noqa: E402

import rapids_udfs  # noqa: E402
from rapids_udfs import gpu  # noqa: E402
from rapids_udfs.counting.counters import difference  # noqa: E402

if TYPE_CHECKING:
    from bench.case import Case
    from pyspark.sql import SparkSession


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    suite = SUITES[options.suite]
    if options.render:
        return _render(_written(suite, options.out), suite, options.out)
    cases = suite.cases()
    names = [case.name for case in cases]
    if unknown := {*options.cases} - {*names}:
        _say(f"error: no case {', '.join(sorted(unknown))}; there are: {', '.join(names)}")
        return 2
    begin = time.perf_counter()
    spark = session(options.cores, suite.mode)
    try:
        started = time.perf_counter() - begin
        begin = time.perf_counter()
        call = "fiscal_year(date_add(DATE'2024-01-01', int(id)), 10)"
        spark.range(10).selectExpr(call).collect()
        first = time.perf_counter() - begin
        _say(f"A session started in {started:.2f} s, its first query took {first:.2f} s.")
        start = {"session_start_seconds": round(started, 2), "first_query_seconds": round(first, 2)}
        chosen = [case for case in cases if case.name in (options.cases or names)]
        return _measure(spark, suite, chosen, start, options)
    finally:
        spark.stop()


def _measure(
    spark: SparkSession,
    suite: Suite,
    cases: Sequence[Case],
    start: dict[str, float],
    options: argparse.Namespace,
) -> int:
    written = _written(suite, options.out) if options.update else None
    order = [case.name for case in suite.cases()]
    repeats = options.repeats, min(options.repeats, options.python_repeats)
    if written:  # repeat as often, for comparable results
        repeats = written["repeats"], written["slow_repeats"]
    rounds = timing.Rounds(*repeats, suite.seconds)
    busy = load()
    results: list[timing.Result] = []
    content: dict[str, Any] = {}
    # All sizes of a call that grows are measured together.
    together = itertools.groupby(
        cases, lambda case: case.title if suite.form == "growth" else case.name
    )
    done = 0
    for _, group in together:
        batch = [(case, options.rows or case.rows) for case in group]
        for number, (case, rows) in enumerate(batch, done + 1):
            amount = "" if suite.form == "bodies" else f", {rows:,} rows"
            _say(f"[{number} of {len(cases)}] {case.title}{amount}")
        done += len(batch)
        case, rows = batch[0]
        counted = rapids_udfs.counters(spark)
        leave_out = IN_PYTHON if options.no_python else ()
        if suite.form == "bodies":
            results.append(bodies.measure(spark, case, rounds.repeats, _say))
        elif suite.form == "growth":
            results += timing.grown(spark, batch, rounds, _say)
        else:
            results.append(timing.measure(spark, case, rows, rounds, _say, leave_out))
        if suite.mode == "emulate":
            wanted = rows * (rounds.repeats + 1)
            counts = difference(rapids_udfs.counters(spark), counted)[case.name]
            if (counts.row_calls, counts.columnar_rows) != (0, wanted):
                raise RuntimeError(f"{case.title}: {counts}, not {wanted} rows in columns")
        facts = {
            "rows": options.rows,
            "repeats": rounds.repeats,
            "slow_repeats": rounds.slow_repeats,
            "date": datetime.now(timezone.utc).strftime("%Y-%m-%d"),
            "load": f"{busy:.1f}, {load():.1f}",
            "device": ", ".join(gpu.report(spark).devices) or "CPU",
            "machine": describe(spark),
            **start,
        }
        content = report.as_json(results, facts)
        if written:
            content = report.updated(written, content, order)
        # Save now, not only at the end, so that these results survive a later failure.
        options.out.mkdir(parents=True, exist_ok=True)
        file = options.out / f"{suite.file}.json"
        file.write_text(report.dumps(content), encoding="utf-8")
    return _render(content, suite, options.out)


def _written(suite: Suite, folder: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(
        (folder / f"{suite.file}.json").read_text(encoding="utf-8")
    )
    return content


def _render(content: dict[str, Any], suite: Suite, out: Path) -> int:
    (out / f"{suite.file}.md").write_text(report.markdown(content, suite), encoding="utf-8")
    picture.draw(content, suite, out / f"{suite.file}.png")
    _say(f"\nWritten to {out}: {suite.file}.json, {suite.file}.md, {suite.file}.png")
    wrong = report.disagreements(content)
    for line in wrong:
        _say(f"error: {line}")
    return 1 if wrong else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        usage="make bench ARGS='[SUITE [CASE ...]] [options]'",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "suite", nargs="?", choices=list(SUITES), default="rows", help="what is measured (rows)"
    )
    parser.add_argument("cases", nargs="*", help="only these functions or cases (all)")
    parser.add_argument("--rows", type=int, help="number of rows (default: the case's own)")
    parser.add_argument("--repeats", type=int, default=5, help="minimum of timed rounds (5)")
    parser.add_argument(
        "--python-repeats", type=int, default=5, help="the same with a function's Python UDFs (5)"
    )
    parser.add_argument(
        "--no-python", action="store_true", help="leave out the Python UDFs: takes only seconds"
    )
    parser.add_argument("--cores", default="*", help="threads of local mode (all cores)")
    parser.add_argument("--out", type=Path, default=HERE / "results", help="folder for the results")
    parser.add_argument(
        "--update",
        action="store_true",
        help="replace these cases in existing results, with the same number of rounds",
    )
    parser.add_argument(
        "--render", action="store_true", help="write the JSON file's table and picture again"
    )
    return parser


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
