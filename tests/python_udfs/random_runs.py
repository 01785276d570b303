# SPDX-License-Identifier: Apache-2.0

"""Compares random Python functions with their compiled form.

python -m tests.python_udfs.random_runs --programs 1000 --rows 200 --seed 1 [--in-process]
    [--columns]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .random_programs import Program, Writer, programs
from .written import imported

SEARCHED = 60
"""The number of rows chosen by the branches that they reach."""


def loaded(some: Sequence[Program], folder: Path) -> list[Callable[..., Any]]:
    """Import programs as functions of a new module, whose file the front end reads."""
    name = f"random_programs_{abs(hash(tuple(p.text for p in some))):x}"
    parts = ("import math\nimport re", *(p.text for p in some))
    module = imported(folder, name, "\n\n\n".join(parts) + "\n")

    from pyspark import cloudpickle

    cloudpickle.register_pickle_by_value(module)
    return [getattr(module, p.name) for p in some]


@dataclass
class Result:
    """The findings of a run."""

    compiled: int = 0
    rows: int = 0
    errors: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    undecided: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)


def run(
    spark: Any,
    some: Sequence[Program],
    *,
    rows: int = 50,
    seed: int = 0,
    batch: int = 20,
    shrink: bool = True,
    runs: Any = None,
) -> Result:
    """Compare programs, many per query, on alternating transports.

    ``runs`` runs them, by default in Spark's Python workers and compiled.
    """
    from harness.session import COMPILED_TRANSPORTS
    from python_udfs import many_rows
    from rapids_udfs.errors import NotCompiledError
    from rapids_udfs.testing.python_udfs.check import compare
    from rapids_udfs.testing.python_udfs.spark_runs import SparkRuns
    from rapids_udfs.testing.python_udfs.subject import Subject

    runs, result = runs or SparkRuns(spark), Result()
    with tempfile.TemporaryDirectory() as folder:
        for at in range(0, len(some), batch):
            part = some[at : at + batch]
            subjects = []
            for i, (program, f) in enumerate(zip(part, loaded(part, Path(folder)), strict=True)):
                transport = COMPILED_TRANSPORTS[i % len(COMPILED_TRANSPORTS)]
                subject = Subject(f, program.types, program.returns, transport=transport)
                try:
                    runs.check_compiled(subject)
                except NotCompiledError as e:
                    result.refused[e.reason] += 1
                    continue
                many_rows.find(spark, subject, [], rows, seed, SEARCHED)
                subjects.append((program, subject))
            result.compiled += len(subjects)
            reports = compare(runs, [s for _, s in subjects], shrink=shrink) if subjects else []
            for (program, _), report in zip(subjects, reports, strict=True):
                result.rows += report.rows
                result.errors += report.errors
                result.undecided.update(report.undecided)
                if not report.ok:
                    result.differences.append(f"{program.text}\n\n{report}")
    return result


def main() -> int:
    """Run as a script."""
    parser = argparse.ArgumentParser(description="compare random functions with Python")
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--rows", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the number of the first program")
    parser.add_argument("--no-shrink", action="store_true")
    text = "expect the results of this process instead of Python workers: faster"
    parser.add_argument("--in-process", action="store_true", help=text)
    text = "write functions for columns, and run them there, on the emulator of cuDF"
    parser.add_argument("--columns", action="store_true", help=text)
    options = parser.parse_args()
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2] / "tools")]
    from harness.in_columns import ALWAYS
    from harness.session import Setup, start
    from python_udfs.random_columnar_programs import ColumnarWriter

    begun = time.monotonic()
    spark = start(Setup(Path(tempfile.mkdtemp()), "emulate" if options.columns else "explain"))
    spark.sparkContext.setLogLevel("OFF")
    for key, value in ALWAYS.items():
        spark.conf.set(key, value)
    writer = ColumnarWriter if options.columns else Writer
    some = list(programs(options.programs, options.seed, writer))[options.first :]
    runs = None
    if options.in_process:
        from python_udfs.in_process import InProcessRuns

        runs = InProcessRuns(spark)
    total = Result()
    for at in range(0, len(some), options.batch):
        result = run(
            spark,
            some[at : at + options.batch],
            rows=options.rows,
            seed=options.seed,
            batch=options.batch,
            shrink=not options.no_shrink,
            runs=runs,
        )
        for text in result.differences:
            print(text, end="\n\n", flush=True)
        total.compiled += result.compiled
        total.rows += result.rows
        total.errors += result.errors
        total.refused += result.refused
        total.undecided += result.undecided
        total.differences += result.differences
        done = at + len(some[at : at + options.batch])
        print(f"{done} programs, {len(total.differences)} differ, {time.monotonic() - begun:.0f} s")
    print(f"{total.compiled} of {len(some)} programs compiled; {total.rows} rows compared, ")
    print(f"{total.errors} of which raise; {len(total.differences)} programs differ")
    for title, counts in (("refused", total.refused), ("undecided rows", total.undecided)):
        for reason, count in counts.most_common(20):
            print(f"  {title}: {count} {reason}")
    return 1 if total.differences else 0


if __name__ == "__main__":
    sys.exit(main())
