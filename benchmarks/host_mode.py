"""Times mode ``host``: the session's start, the first query, and each function in columns.

Not a comparison with anything: the host back-end is there to test columnar bodies, and this says
how long a test waits. Writes host_mode.json and host_mode.md into benchmarks/results.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from datetime import datetime, timezone
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from rowbench import data, hostreport, machine  # noqa: E402
from rowbench.case import Case  # noqa: E402
from rowbench.cases import CASES  # noqa: E402
from rowbench.session import session  # noqa: E402

import rapids_udfs  # noqa: E402

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

RESULTS = HERE / "results"
JSON = "host_mode.json"


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    names = options.functions or [case.function for case in CASES]
    if unknown := set(names) - {case.function for case in CASES}:
        _say(f"error: no case for {', '.join(sorted(unknown))}")
        return 2
    load = machine.load()
    begin = time.perf_counter()
    spark = session(options.cores, "host")
    started = time.perf_counter() - begin
    _say(f"session start {started:.2f} s")
    try:
        first = _first_query(spark)
        _say(f"first query {first:.2f} s")
        rows = _table(spark, options.rows)
        results = [_measure(spark, rows, case, options) for case in CASES if case.function in names]
        found = {
            "rows": options.rows,
            "repeats": options.repeats,
            "date": datetime.now(timezone.utc).strftime("%Y-%m-%d"),
            "load": f"{load:.1f}, {machine.load():.1f}",
            "machine": machine.describe(spark),
            "session_start_seconds": round(started, 2),
            "first_query_seconds": round(first, 2),
            "results": results,
        }
    finally:
        spark.stop()
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / JSON).write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    (options.out / "host_mode.md").write_text(hostreport.markdown(found), encoding="utf-8")
    _say(f"\nWritten to {options.out}: {JSON}, host_mode.md")
    return 0


def _first_query(spark: SparkSession) -> float:
    begin = time.perf_counter()
    spark.range(10).selectExpr("fiscal_year(date_add(DATE'2024-01-01', int(id)), 10)").collect()
    return time.perf_counter() - begin


def _table(spark: SparkSession, rows: int) -> DataFrame:
    """The data of the row-wise benchmark, made by Spark alone if need be."""
    spark.conf.set("spark.rapids.sql.enabled", "false")
    try:
        return data.table(spark, rows, _say)
    finally:
        spark.conf.set("spark.rapids.sql.enabled", "true")


def _measure(
    spark: SparkSession, rows: DataFrame, case: Case, options: argparse.Namespace
) -> dict[str, Any]:
    """The times of one function after a warm-up, and of reading its arguments alone.

    Raises:
        RuntimeError: not every row went through the columnar body.
    """
    reading = rows.select(*sorted(set(case.columns)))
    calling = rows.selectExpr(f"{case.call} AS result")
    rapids_udfs.reset_counters(spark)
    for frame in (reading, calling):
        _run(frame)
    seconds: dict[str, list[float]] = {"reading": [], "function": []}
    for _ in range(options.repeats):
        for what, frame in (("reading", reading), ("function", calling)):
            begin = time.perf_counter()
            _run(frame)
            seconds[what].append(round(time.perf_counter() - begin, 3))
    counts = rapids_udfs.counters(spark)[case.function]
    wanted = options.rows * (options.repeats + 1)
    if (counts.row_calls, counts.columnar_rows) != (0, wanted):
        raise RuntimeError(f"{case.call}: {counts}, not {wanted} rows in columns")
    _say(f"{case.call:<60}{median(seconds['function']):8.2f} s")
    return {
        "function": case.function,
        "call": case.call,
        "fixed_width": not (case.textual or case.nested),
        "reading_seconds": seconds["reading"],
        "seconds": seconds["function"],
    }


def _run(frame: DataFrame) -> None:
    frame.write.format("noop").mode("overwrite").save()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="make bench-host ARGS='...'", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("functions", nargs="*", help="only these functions (all)")
    parser.add_argument("--rows", type=int, default=1_000_000, help="how many rows (1,000,000)")
    parser.add_argument("--repeats", type=int, default=3, help="timed rounds (3)")
    parser.add_argument("--cores", default="*", help="threads of local mode (all cores)")
    parser.add_argument("--out", type=Path, default=RESULTS, help="folder for what is written")
    return parser


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
