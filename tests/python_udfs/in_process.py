# SPDX-License-Identifier: Apache-2.0

"""Compares compiled functions with this process's Python, which is faster than Python workers.

Only for results that Spark does not convert: a row whose result Spark would convert, such as
an integer beyond 64 bits, is undecided here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from harness.session import COMPILED_TRANSPORTS
from rapids_udfs.testing.kit_rows import Arguments
from rapids_udfs.testing.python_udfs import spark_runs
from rapids_udfs.testing.python_udfs.check import compare
from rapids_udfs.testing.python_udfs.comparison import Outcome
from rapids_udfs.testing.python_udfs.report import SameAsPython
from rapids_udfs.testing.python_udfs.spark_runs import Batch, SparkRuns
from rapids_udfs.testing.python_udfs.subject import Subject

CONVERTED = "a result that Spark converts"


class InProcessRuns(SparkRuns):
    """Runs compiled functions in Spark, and the original functions in this process."""

    def expected(self, batch: Batch) -> list[list[Outcome]]:
        """Return the outcomes in this process of each row of each function."""
        return [list(_outcomes(subject, rows)) for subject, rows in batch]

    def _actual(self, batch: Batch) -> list[list[Outcome]]:
        # Without the second call that converts in users' queries: one class less to compile.
        calls = [
            [spark_runs._outcome_udf(self.spark, subject)(*spark_runs._columns(i, subject))]
            for i, (subject, _) in enumerate(batch)
        ]
        return self._collected(batch, calls, lambda row: spark_runs._both(row, row[0]))


def compared(
    spark: Any, functions: Sequence[Any], types: Sequence[str], rows: Sequence[Any]
) -> list[SameAsPython]:
    """Compare functions that return strings, all compiled, on alternating transports."""
    runs, subjects = InProcessRuns(spark), []
    for at, function in enumerate(functions):
        transport = COMPILED_TRANSPORTS[at % len(COMPILED_TRANSPORTS)]
        subject = Subject(function, types, "string", transport=transport)
        runs.check_compiled(subject)
        subject.rows = [*rows]
        subjects.append(subject)
    return compare(runs, subjects, shrink=False)


def _outcomes(subject: Subject, rows: Sequence[Arguments]) -> Iterator[Outcome]:
    value, error = spark_runs._guarded(subject.function)
    for row in rows:
        result = Outcome(value(*row), error(*row))
        yield result if _fits(result.value) else Outcome(None, None, CONVERTED)


def _fits(value: Any) -> bool:
    """Return whether Spark does not change a result of a random program."""
    if isinstance(value, list):
        return all(map(_fits, value))
    if isinstance(value, str):
        return value.isascii() or value.encode("utf-8", "replace").decode() == value
    return not isinstance(value, int) or -(1 << 63) <= value < 1 << 63
