# SPDX-License-Identifier: Apache-2.0

"""The check that a compiled Python UDF returns what Python does: ``assert_same_as_python``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rapids_udfs.testing import engine
from rapids_udfs.testing.engine import TypeLike, Types
from rapids_udfs.testing.kit_rows import Arguments, KitRows
from rapids_udfs.testing.python_udfs.comparison import (
    Difference,
    Outcome,
    differing,
    smallest_difference,
)
from rapids_udfs.testing.python_udfs.report import SameAsPython
from rapids_udfs.testing.python_udfs.spark_runs import SparkRuns, transport_of
from rapids_udfs.testing.python_udfs.subject import Subject

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

EXAMPLES = 200
"""The default number of rows."""
_IMPORTS = {
    "Decimal(": "from decimal import Decimal",
    "datetime.": "import datetime",
    "Row(": "from pyspark.sql import Row",
    **dict.fromkeys(("nan", "inf"), "from math import inf, nan"),
}
"""The imports that a pasted call needs, by words in it."""


def assert_same_as_python(
    f: Callable[..., Any],
    types: Types,
    returns: TypeLike,
    *,
    rows: Sequence[Any] | None = None,
    spark: SparkSession | None = None,
    transport: str | None = None,
    examples: int = EXAMPLES,
    seed: int = 0,
    tolerance: float = 0.0,
) -> SameAsPython:
    """Check that a Python UDF returns the same results when it is compiled, to the last bit.

    The rows have nulls, the edge values of each type, unusual and usual strings, values near the
    function's own constants, and values that reach its branches, for which the function runs in
    this process. Spark's Python workers then compute the expected results, the compiled function
    the actual ones.

        def year(text):
            return int(text[:4])

        print(assert_same_as_python(year, ["string"], "int"))

    Args:
        f: the function, or a UDF of one.
        types: the arguments' types: ``"string,decimal(18,2)"``, or a list.
        returns: the result's type.
        rows: more rows of arguments, each a tuple; for one argument also the value itself.
        spark: a classic session with this library; by default the active one.
        transport: ``arrow`` or ``pickled``, how values reach Python workers, which decides how
            Spark converts results; by default the session's.
        examples: how many rows to compare.
        seed: the seed of the generated rows.
        tolerance: the relative difference allowed in floating-point results: functions of ``math``
            differ in the last bit between platforms.

    Returns:
        What was compared, and which lines and branches the rows reach; ``print`` it.

    Raises:
        AssertionError: a row differs; the message has the smallest such row, both results, and a
            call that reproduces it.
        NotCompiledError: the function is not compiled; the message has the line and the reason.
        ConformanceError: the types do not fit the function.
        ArgumentValueError: a row does not have these types, or the transport is unknown.
        SessionError: no session is running.
    """
    __tracebackhide__ = True
    session = spark or engine.session("assert_same_as_python")
    transport = transport_of(session, transport)
    subject = Subject(f, types, returns, transport=transport, tolerance=tolerance)
    runs = SparkRuns(session)
    runs.check_compiled(subject)
    subject.find_rows(session, rows or [], examples, seed)
    report = compare(runs, [subject])[0]
    if not report.ok:
        raise AssertionError(str(report))
    return report


def compare(
    runs: SparkRuns, subjects: Sequence[Subject], *, shrink: bool = True
) -> list[SameAsPython]:
    """Compare compiled functions with Python in the same queries, each on its own rows.

    With ``shrink``, more queries look for smaller rows that differ.
    """
    batch = [(subject, subject.rows) for subject in subjects]
    results = zip(subjects, runs.expected(batch), runs.actual(batch), strict=True)
    return [_report(runs, *result, shrink) for result in results]


def _report(
    runs: SparkRuns,
    subject: Subject,
    expected: Sequence[Outcome],
    actual: Sequence[Outcome],
    shrink: bool,
) -> SameAsPython:
    reasons = [a.undecided or b.undecided for a, b in zip(expected, actual, strict=True)]
    decided = [python for python, reason in zip(expected, reasons, strict=True) if not reason]

    def wrong_of(rows: Sequence[Arguments]) -> list[Difference]:
        batch = [(subject, rows)]
        outcomes = runs.expected(batch)[0], runs.actual(batch)[0]
        return differing(rows, *outcomes, subject.tolerance)

    difference = smallest_difference(
        differing(subject.rows, expected, actual, subject.tolerance),
        KitRows(runs.spark, subject.types) if shrink else None,
        wrong_of,
    )
    return SameAsPython(
        subject.name,
        subject.coverage,
        rows=len(decided),
        difference=difference and difference._replace(call=_call(subject, difference.arguments)),
        transport=subject.transport,
        errors=sum(python.error is not None for python in decided),
        undecided=Counter(filter(None, reasons)),
    )


def _call(subject: Subject, row: Arguments) -> str:
    """A call that reproduces a row's difference, with its imports."""
    tolerance = f", tolerance={subject.tolerance!r}" if subject.tolerance else ""
    types = [of.simpleString() for of in subject.types]
    text = (
        f"assert_same_as_python({subject.name}, {types!r}, {subject.returns.simpleString()!r}, "
        f"rows=[{row!r}], transport={subject.transport!r}, examples=1{tolerance})"
    )
    imports = dict.fromkeys(line for word, line in _IMPORTS.items() if word in text)
    return "\n".join([*imports, text])
