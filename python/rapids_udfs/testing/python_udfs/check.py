# SPDX-License-Identifier: Apache-2.0

"""The check that a compiled Python UDF answers as Python does: ``assert_same_as_python``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rapids_udfs.testing import engine
from rapids_udfs.testing.python_udfs.equality import Outcome, Wrong, differing
from rapids_udfs.testing.python_udfs.kit_rows import Arguments, KitRows
from rapids_udfs.testing.python_udfs.report import SameAsPython
from rapids_udfs.testing.python_udfs.session import transport_of
from rapids_udfs.testing.python_udfs.shrink import smallest_difference
from rapids_udfs.testing.python_udfs.spark_runs import SparkRuns
from rapids_udfs.testing.python_udfs.subject import Subject
from rapids_udfs.testing.python_udfs.types import TypeLike, Types

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

EXAMPLES = 200
"""The number of rows, if it is not said."""


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
    """Check that a Python UDF gives the same when it is compiled, to the last bit.

    It is called with rows of nulls, the edges of each type, odd and usual strings, values made of
    the function's own constants, and what reaches its branches: the function runs in this process
    to find that. Spark's Python workers then give the expected results, the compiled function the
    actual ones.

        def year(text):
            return int(text[:4])

        print(assert_same_as_python(year, ["string"], "int"))

    Args:
        f: the function; a UDF's is its attribute ``func``.
        types: the arguments' types: ``"string,decimal(18,2)"``, or a list.
        returns: the result's type.
        rows: more rows of arguments, each a tuple; for one argument also the value itself.
        spark: a classic session with this library; by default the active one.
        transport: ``arrow`` or ``pickled``, how values would come to Python workers, on which
            depends what Spark makes of results; by default what the session takes.
        examples: how many rows to compare.
        seed: another one gives other rows.
        tolerance: the relative difference allowed in floating-point results: functions of ``math``
            differ in the last bit between platforms.

    Returns:
        What was compared, and which lines and branches the rows reach; ``print`` it.

    Raises:
        AssertionError: a row differs; the message has the smallest one found, both results, and the
            call that shows it.
        NotCompiledError: the function is not compiled; the message has the line and the reason.
        UdfArgumentsError: the types do not fit the function.
        TestDataError: a row is not of the types.
        TransportError: there is no such transport.
        NoTestSessionError: no session is running.
    """
    __tracebackhide__ = True
    session = spark or engine.session("assert_same_as_python")
    chosen = transport_of(session, transport)
    subject = Subject(f, types, returns, transport=chosen, tolerance=tolerance)
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
    """Compare functions that are compiled, in the same queries, each with the rows it has.

    Args:
        runs: runs them in a session.
        subjects: the functions.
        shrink: whether to look for smaller rows where one differs, which takes queries.
    """
    batch = [(subject, subject.rows) for subject in subjects]
    found = zip(subjects, runs.expected(batch), runs.actual(batch), strict=True)
    return [_report(runs, *each, shrink) for each in found]


def _report(
    runs: SparkRuns,
    subject: Subject,
    expected: Sequence[Outcome],
    actual: Sequence[Outcome],
    shrink: bool,
) -> SameAsPython:
    report = SameAsPython(subject.name, subject.coverage, transport=subject.transport)
    for python, compiled in zip(expected, actual, strict=True):
        why = python.undecided or compiled.undecided
        if why:
            report.undecided[why] = report.undecided.get(why, 0) + 1
        else:
            report.rows += 1
            report.errors += python.error is not None

    def wrong_of(rows: Sequence[Arguments]) -> list[Wrong]:
        batch = [(subject, rows)]
        outcomes = runs.expected(batch)[0], runs.actual(batch)[0]
        return differing(rows, *outcomes, subject.tolerance)

    report.difference = smallest_difference(
        differing(subject.rows, expected, actual, subject.tolerance),
        KitRows(runs.spark, subject.types) if shrink else None,
        wrong_of,
        lambda row: _call(subject, row),
    )
    return report


def _call(subject: Subject, row: Arguments) -> str:
    tolerance = f", tolerance={subject.tolerance!r}" if subject.tolerance else ""
    types = [of.simpleString() for of in subject.types]
    text = (
        f"assert_same_as_python({subject.name}, {types!r}, {subject.returns.simpleString()!r}, "
        f"rows=[{row!r}], transport={subject.transport!r}, examples=1{tolerance})"
    )
    imports = {"Decimal(": "from decimal import Decimal", "datetime.": "import datetime"}
    needed = [line for word, line in imports.items() if word in text]
    if "Row(" in text:
        needed.append("from pyspark.sql import Row")
    if any(word in text for word in ("nan", "inf")) and "float" in text + "double":
        needed.append("from math import inf, nan")
    return "\n".join([*needed, text])
