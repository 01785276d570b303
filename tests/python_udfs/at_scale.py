# SPDX-License-Identifier: Apache-2.0

"""Compares the compiled corpus with Python over many rows of every function.

python -m tests.python_udfs.at_scale --rows 42000 [--columns] [NAME ...]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

CHUNK = 100_000
"""The number of rows in one query."""
SEARCHED = 400
"""The number of rows chosen by the branches that they reach; the rest are random."""


def subjects(
    spark: Any, case: Any, rows: int, seed: int, transports: tuple[str, ...]
) -> Iterator[Any]:
    """Yield a case's function with parts of its rows, on alternating transports."""
    from python_udfs import many_rows
    from rapids_udfs.testing.python_udfs.subject import Subject

    both = [each for each in transports if each in case.transports]
    for i, at in enumerate(range(0, rows, CHUNK)):
        subject = Subject(
            *(case.function, case.types, case.returns),
            transport=both[i % len(both)],
            tolerance=case.tolerance,
        )
        required = case.rows if at == 0 else []
        many_rows.find(spark, subject, required, min(CHUNK, rows - at), seed + i, SEARCHED)
        yield subject


def main() -> int:
    """Run as a script."""
    parser = argparse.ArgumentParser(description="compare the corpus with Python over many rows")
    parser.add_argument("names", nargs="*", metavar="NAME", help="cases; by default all")
    parser.add_argument("--rows", type=int, default=20_000, help="rows of each function")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--columns", action="store_true", help="in columns, in mode emulate")
    options = parser.parse_args()
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2] / "tools")]
    from pyspark import cloudpickle

    import python_udfs.corpus
    from harness.in_columns import ALWAYS, IN_COLUMNS
    from harness.session import COMPILED_TRANSPORTS, Setup, start
    from python_udfs.corpus import CASES
    from rapids_udfs.errors import NotCompiledError
    from rapids_udfs.testing import frames
    from rapids_udfs.testing.python_udfs.check import compare
    from rapids_udfs.testing.python_udfs.spark_runs import SparkRuns
    from rapids_udfs.testing.python_udfs.subject import Subject

    cloudpickle.register_pickle_by_value(python_udfs.corpus)
    mode = "emulate" if options.columns else "explain"
    spark = start(Setup(Path(tempfile.mkdtemp()), mode))
    spark.sparkContext.setLogLevel("OFF")
    runs, begun = SparkRuns(spark), time.monotonic()
    cases = [c for c in CASES if c.name in options.names or not options.names]
    if options.columns:
        cases = [c for c in cases if c.name in IN_COLUMNS]
    total = errors = undecided = differ = 0
    for case in cases:
        rows = 0
        try:
            of_case = case.function, case.types, case.returns
            transport = next(t for t in COMPILED_TRANSPORTS if t in case.transports)
            runs.check_compiled(Subject(*of_case, transport=transport))
        except NotCompiledError as e:
            print(f"{case.name}: not compiled: {e.reason}")
            continue
        with frames.settings(spark, ALWAYS) if options.columns else nullcontext():
            for subject in subjects(spark, case, options.rows, options.seed, COMPILED_TRANSPORTS):
                (report,) = compare(runs, [subject])
                rows += report.rows
                errors += report.errors
                undecided += sum(report.undecided.values())
                if not report.ok:
                    differ += 1
                    print(report, end="\n\n", flush=True)
        total += rows
        print(f"{case.name}: {rows} rows, {time.monotonic() - begun:.0f} s", flush=True)
    print(f"{total} rows of {len(cases)} functions compared, {errors} of which raise;")
    print(f"{undecided} rows undecided; {differ} parts with differences")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
