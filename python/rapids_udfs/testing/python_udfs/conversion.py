# SPDX-License-Identifier: Apache-2.0

"""The check that a conversion of a Python UDF answers as the function does: ``assert_converts``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rapids_udfs.errors import ArgumentValueError
from rapids_udfs.testing import engine
from rapids_udfs.testing.conform import check_conforms
from rapids_udfs.testing.kit_rows import Arguments, KitRows
from rapids_udfs.testing.python_udfs.conversion_runs import Conversion, Way
from rapids_udfs.testing.python_udfs.equality import Outcome, Wrong, differing
from rapids_udfs.testing.python_udfs.report import Certificate
from rapids_udfs.testing.python_udfs.session import transport_of
from rapids_udfs.testing.python_udfs.shrink import smallest_difference
from rapids_udfs.testing.python_udfs.spark_runs import SparkRuns
from rapids_udfs.testing.python_udfs.subject import Subject
from rapids_udfs.testing.python_udfs.types import TypeLike, Types
from rapids_udfs.testing.report import asserting

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

EXAMPLES = 1000
"""The default number of rows."""


def check_converts(
    f: Callable[..., Any],
    types: Types,
    returns: TypeLike,
    *,
    sql: str | None = None,
    function: str | None = None,
    rows: Sequence[Any] | None = None,
    spark: SparkSession | None = None,
    transport: str | None = None,
    examples: int = EXAMPLES,
    seed: int = 0,
    tolerance: float = 0.0,
) -> Certificate:
    """Check that a conversion of a Python function, by hand or by machine, has the same results.

    Both get the same rows: nulls, the edge values of each type, unusual and usual strings, values
    near the function's own constants, and values that reach its branches. Python workers compute
    the expected results. Rows for which the Python function raises are left out, since no query
    with them has a result that could be kept.

        def celsius(f):
            return None if f is None else (f - 32) * 5 / 9

        print(assert_converts(celsius, "double", "double", sql="(f - 32) * 5 / 9"))
        print(assert_converts(celsius, "double", "double", function="com.acme.Celsius"))

    In a session with the plugin, a class with a columnar body also runs in columns and must pass
    ``assert_conforms``; one that runs in this machine's JVM also runs in the locale tr_TR. Time
    zones are those of the session and of Python; ``rapids-udfs conform`` sets one that is not UTC.

    Args:
        f: the Python function, or a UDF of one.
        types: the arguments' types: ``"string,decimal(18,2)"``, or a list.
        returns: the result's type, which the conversion must have.
        sql: the conversion as an expression of SQL over columns named like the parameters of ``f``.
        function: the conversion as a function's name in SQL or a class's in full, as
            ``assert_conforms`` accepts; it may lack a columnar body.
        rows: more rows of arguments, each a tuple; for one argument also the value itself.
        spark: a classic session with this library; by default the active one.
        transport: ``arrow`` or ``pickled``, how values reach Python workers, which decides how
            Spark converts results; by default the session's.
        examples: how many rows to compare.
        seed: another seed gives other rows.
        tolerance: the relative difference allowed in floating-point results.

    Returns:
        A certificate, or the counterexample; ``print`` it.

    Raises:
        AssertionError: a row differs; raised by ``assert_converts`` only.
        ArgumentValueError: not exactly one of ``sql`` and ``function``; see also
            ``assert_same_as_python`` and ``assert_conforms``.
        ConformanceError: Spark refuses the conversion; see also these two.
        SessionError: no session is running.
    """
    session = spark or engine.session("assert_converts")
    subject = Subject(
        f, types, returns, transport=transport_of(session, transport), tolerance=tolerance
    )
    if (sql is None) == (function is None):
        raise ArgumentValueError(
            "give the conversion of the Python function: either sql='...', an expression over its "
            "parameters, or function='...', the name of a function or class"
        )
    conversion = Conversion.of(session, subject, sql, function)
    subject.find_rows(session, rows or [], examples, seed)
    certificate = Judge(SparkRuns(session), subject).certificate(conversion)
    if certificate.ok and conversion.columnar and function is not None:
        with_columns = check_conforms(
            session, function, list(subject.types), returns=returns, tolerance=tolerance or None
        )
        certificate.problem = "" if with_columns.ok else str(with_columns)
        certificate.ran += ["conforms in rows and columns"] if with_columns.ok else []
    return certificate


assert_converts = asserting(check_converts)


Results = list[tuple[Arguments, Outcome]]
"""Rows, each with the value that Python gives for it."""


class Judge:
    """Judges conversions of one Python function, on its rows.

    Args:
        runs: runs the Python function.
        subject: the Python function.
    """

    def __init__(self, runs: SparkRuns, subject: Subject) -> None:
        self._runs, self._subject = runs, subject
        self._results = self._with_results(subject.rows)

    def certificate(self, conversion: Conversion, *, shrink: bool = True) -> Certificate:
        """Compare a conversion with Python; ``shrink`` runs more queries."""
        subject = self._subject
        certificate = Certificate(
            subject.name,
            subject.coverage,
            rows=len(self._results),
            conversion=conversion.name,
            raising=len(subject.rows) - len(self._results),
            problem=conversion.wrong_type(),
        )
        kit = KitRows(self._runs.spark, subject.types) if shrink else None
        for way in conversion.ways() if certificate.ok else ():
            certificate.ran.append(way.name)

            def wrong_of(results: Results, way: Way = way) -> list[Wrong]:
                rows, expected = [row for row, _ in results], [python for _, python in results]
                actual = conversion.outcomes(rows, way) if rows else []
                return differing(rows, expected, actual, subject.tolerance)

            certificate.difference = smallest_difference(
                wrong_of(self._results), kit, lambda rows: wrong_of(self._with_results(rows))
            )
            if certificate.difference is not None:
                break
        return certificate

    def _with_results(self, rows: Sequence[Arguments]) -> Results:
        expected = self._runs.expected([(self._subject, rows)])[0]
        return [
            (row, python)
            for row, python in zip(rows, expected, strict=True)
            if python.error is None and python.undecided is None
        ]
