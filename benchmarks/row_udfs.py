"""Times our row-wise functions against Python UDFs and Spark's builtins: ``make bench``.

Writes row_udfs.json, row_udfs.md and row_udfs.png into benchmarks/results.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

HERE = Path(__file__).resolve().parent
# For this process, and for the Python workers that Spark starts.
os.environ["PYTHONPATH"] = os.pathsep.join(
    filter(None, [str(HERE), os.environ.get("PYTHONPATH", "")])
)
os.environ["PYSPARK_PYTHON"] = sys.executable

from rowbench import data, machine, picture, report, timing  # noqa: E402
from rowbench.cases import CASES  # noqa: E402
from rowbench.methods import methods  # noqa: E402
from rowbench.notes import NOTES  # noqa: E402
from rowbench.session import session  # noqa: E402

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

RESULTS = HERE / "results"
JSON = "row_udfs.json"


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    if options.draw:
        return _render(json.loads(options.draw.read_text(encoding="utf-8")), options.out)
    names = options.functions or [case.function for case in CASES]
    unknown = set(names) - {case.function for case in CASES}
    if unknown:
        _say(
            f"error: no case for {', '.join(sorted(unknown))}; there are: "
            + ", ".join(case.function for case in CASES)
        )
        return 2
    spark = session(options.cores, "cpu")
    try:
        return _measure(spark, names, options)
    finally:
        spark.stop()


def _measure(spark: SparkSession, names: Sequence[str], options: argparse.Namespace) -> int:
    load = machine.load()
    rows = data.table(spark, options.rows, _say)
    sample = data.table(spark, timing.SAMPLE, _say)
    chosen = [case for case in CASES if case.function in names]
    results: list[timing.Result] = []
    before = json.loads((options.out / JSON).read_text(encoding="utf-8")) if options.update else {}
    found: dict[str, Any] = {}
    for number, case in enumerate(chosen, 1):
        _say(f"[{number} of {len(chosen)}] {case.call}")
        ways = [w for w in methods(spark, case) if not (options.no_python and w.in_python)]
        rounds = options.repeats, options.python_repeats
        results.append(timing.measure(rows, sample, case, ways, *rounds, _say))
        facts = {
            "rows": options.rows,
            "repeats": options.repeats,
            "python_repeats": min(options.repeats, options.python_repeats),
            "date": datetime.now(timezone.utc).strftime("%Y-%m-%d"),
            "load": f"{load:.1f}, {machine.load():.1f}",
            "machine": machine.describe(spark),
        }
        found = report.as_json(results, facts)
        found = report.updated(before, found) if before else found
        # Now and not only at the end: what was measured stays if something fails later.
        _save(found, options.out)
    return _render(found, options.out)


def _save(found: dict[str, Any], out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    (out / JSON).write_text(report.dumps(found), encoding="utf-8")


def _render(found: dict[str, Any], out: Path) -> int:
    _save(found, out)
    (out / "row_udfs.md").write_text(report.markdown(found, NOTES), encoding="utf-8")
    picture.draw(found, out / "row_udfs.png")
    _say(f"\nWritten to {out}: row_udfs.json, row_udfs.md, row_udfs.png")
    wrong = report.disagreements(found)
    for line in wrong:
        _say(f"error: {line}")
    return 1 if wrong else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="make bench ARGS='...'", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("functions", nargs="*", help="only these functions (all)")
    parser.add_argument("--rows", type=int, default=2_000_000, help="how many rows (2,000,000)")
    parser.add_argument("--repeats", type=int, default=3, help="timed rounds (3)")
    parser.add_argument(
        "--python-repeats", type=int, default=3, help="of which with the Python UDFs (3)"
    )
    parser.add_argument(
        "--no-python", action="store_true", help="leave the Python UDFs out: a matter of seconds"
    )
    parser.add_argument("--cores", default="*", help="threads of local mode (all cores)")
    parser.add_argument("--out", type=Path, default=RESULTS, help="folder for what is written")
    parser.add_argument(
        "--update", action="store_true", help="replace these functions in results that are there"
    )
    parser.add_argument("--draw", type=Path, help="render a row_udfs.json again, measure nothing")
    return parser


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
