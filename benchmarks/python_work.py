"""Times GPU work in Python UDFs against the naive ways to do it: ``make bench-python``.

Writes python_work.json, python_work.md and python_work.png into benchmarks/results.
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
# One process a core is Spark's way; libraries that take all cores in each would hide that.
for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

from pybench import picture, report, timing  # noqa: E402
from pybench.all_cases import all_cases  # noqa: E402
from rowbench import machine  # noqa: E402
from rowbench.session import session  # noqa: E402

import rapids_udfs  # noqa: E402
from rapids_udfs import gpu  # noqa: E402

if TYPE_CHECKING:
    from pybench.case import Case

RESULTS = HERE / "results"
NAME = "python_work"


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    if options.draw:
        return _render(json.loads(options.draw.read_text(encoding="utf-8")), options.out)
    spark = session(options.cores, "cpu")
    # The JVM's side of the comparison.
    rapids_udfs.register(spark)
    try:
        cases = all_cases()
        unknown = set(options.cases) - {case.name for case in cases}
        if unknown:
            _say(f"error: no case {', '.join(sorted(unknown))}; there are: ")
            _say("  " + ", ".join(case.name for case in cases))
            return 2
        chosen = [case for case in cases if not options.cases or case.name in options.cases]
        return _measure(spark, chosen, options)
    finally:
        spark.stop()


def _measure(spark: Any, cases: Sequence[Case], options: argparse.Namespace) -> int:
    load = machine.load()
    results: list[timing.Result] = []
    found: dict[str, Any] = {}
    for number, case in enumerate(cases, 1):
        _say(f"[{number} of {len(cases)}] {case.title}, {case.rows:,} rows")
        results.append(timing.measure(spark, case, options.repeats, _say))
        facts = {
            "repeats": options.repeats,
            "date": datetime.now(timezone.utc).strftime("%Y-%m-%d"),
            "load": f"{load:.1f}, {machine.load():.1f}",
            "device": ", ".join(gpu.report(spark).devices) or "CPU",
            "machine": machine.describe(spark),
        }
        found = report.as_json(results, facts)
        # Now and not only at the end: what was measured stays if something fails later.
        _save(found, options.out)
    _say(f"\n{gpu.report(spark)}")
    return _render(found, options.out)


def _save(found: dict[str, Any], out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    (out / f"{NAME}.json").write_text(report.dumps(found), encoding="utf-8")


def _render(found: dict[str, Any], out: Path) -> int:
    _save(found, out)
    (out / f"{NAME}.md").write_text(report.markdown(found), encoding="utf-8")
    picture.draw(found, out / f"{NAME}.png")
    _say(f"\nWritten to {out}: {NAME}.json, {NAME}.md, {NAME}.png")
    wrong = report.disagreements(found)
    for line in wrong:
        _say(f"error: {line}")
    return 1 if wrong else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="make bench-python ARGS='...'", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("cases", nargs="*", help="only these cases (all)")
    parser.add_argument("--repeats", type=int, default=3, help="timed rounds (3)")
    parser.add_argument("--cores", default="*", help="threads of local mode (all cores)")
    parser.add_argument("--out", type=Path, default=RESULTS, help="folder for what is written")
    parser.add_argument("--draw", type=Path, help=f"render a {NAME}.json again, measure nothing")
    return parser


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
