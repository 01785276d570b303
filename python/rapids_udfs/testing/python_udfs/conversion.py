# SPDX-License-Identifier: Apache-2.0

"""The check that a conversion of a Python UDF returns what Python does: ``assert_converts``."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyspark.sql import functions as F

from rapids_udfs.errors import ArgumentValueError, ConformanceError
from rapids_udfs.session.cluster import is_local
from rapids_udfs.session.jvm_objects import items, simple_name
from rapids_udfs.session.query_errors import reason
from rapids_udfs.testing import engine, frames
from rapids_udfs.testing.conform import check_conforms
from rapids_udfs.testing.engine import TypeLike, Types
from rapids_udfs.testing.kit_rows import Arguments, KitRows
from rapids_udfs.testing.python_udfs.comparison import (
    Difference,
    Outcome,
    differing,
    smallest_difference,
)
from rapids_udfs.testing.python_udfs.report import Certificate
from rapids_udfs.testing.python_udfs.spark_runs import SparkRuns, frame, transport_of
from rapids_udfs.testing.python_udfs.subject import Subject
from rapids_udfs.testing.report import asserting
from rapids_udfs.testing.session_run import summarize_error
from rapids_udfs.testing.subject import find_subject

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

EXAMPLES = 1000
"""The default number of rows."""
_LOCALE = ("tr", "TR")
"""A locale in which 'I' has another lower case and a decimal point is a comma."""
_COLUMNS, _IN_LOCALE = "columns", f"rows in the locale {'_'.join(_LOCALE)}"
_KINDS = {"Generate": "a generator", "Aggregate": "an aggregate", "Window": "a window function"}
_SUBQUERIES = ("ScalarSubquery", "Exists", "ListQuery")
_ONE_ROW = "A conversion of a Python UDF is an expression over one row"
_AFTER = "skipped after the first row that fails"


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
    """Check that a conversion of a Python function, by hand or by a tool, has the same results.

    The rows are those of ``assert_same_as_python``, without those for which the Python function
    raises, because a query with them has no result.

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
        rows: more rows of arguments, as for ``assert_same_as_python``.
        spark: a classic session with this library; by default the active one.
        transport: ``arrow`` or ``pickled``, as for ``assert_same_as_python``.
        examples: how many rows to compare.
        seed: the seed of the generated rows.
        tolerance: the relative difference allowed in floating-point results.

    Returns:
        A certificate, or the counterexample; ``print`` it.

    Raises:
        AssertionError: a row differs; raised by ``assert_converts`` only.
        ArgumentValueError: not exactly one of ``sql`` and ``function``; see also
            ``assert_same_as_python`` and ``assert_conforms``.
        ConformanceError: Spark rejects the conversion; see also these two.
        SessionError: no session is running.
    """
    session = spark or engine.session("assert_converts")
    subject = Subject(
        f, types, returns, transport=transport_of(session, transport), tolerance=tolerance
    )
    conversion = Conversion.of(session, subject, sql, function)
    subject.find_rows(session, rows or [], examples, seed)
    certificate = Judge(SparkRuns(session), subject).certificate(conversion)
    if certificate.ok and conversion.columnar and function is not None:
        with_columns = check_conforms(
            session, function, subject.types, returns=returns, tolerance=tolerance or None
        )
        certificate.problem = "" if with_columns.ok else str(with_columns)
        certificate.ran += ["conforms in rows and columns"] if with_columns.ok else []
    return certificate


assert_converts = asserting(check_converts)


class Judge:
    """Judges conversions of one Python function, on those of its rows that do not raise."""

    def __init__(self, runs: SparkRuns, subject: Subject) -> None:
        self._runs, self._subject = runs, subject
        self._rows, self._expected = self._with_results(subject.rows)

    def certificate(self, conversion: Conversion, *, shrink: bool = True) -> Certificate:
        """Compare a conversion with Python; ``shrink`` runs more queries."""
        subject = self._subject
        certificate = Certificate(
            subject.name,
            subject.coverage,
            rows=len(self._rows),
            conversion=conversion.name,
            raising=len(subject.rows) - len(self._rows),
            problem=conversion.wrong_type(),
        )
        kit = KitRows(self._runs.spark, subject.types) if shrink else None
        for way in conversion.ways() if certificate.ok else ():
            certificate.ran.append(way)

            def wrong_of(
                rows: Sequence[Arguments], expected: Sequence[Outcome], way: str = way
            ) -> list[Difference]:
                actual = conversion.outcomes(rows, way) if rows else []
                return differing(rows, expected, actual, subject.tolerance)

            certificate.difference = smallest_difference(
                wrong_of(self._rows, self._expected),
                kit,
                lambda rows: wrong_of(*self._with_results(rows)),
            )
            if certificate.difference is not None:
                break
        return certificate

    def _with_results(self, rows: Sequence[Arguments]) -> tuple[list[Arguments], list[Outcome]]:
        """The rows for which Python has a value, and these values."""
        expected = self._runs.expected([(self._subject, rows)])[0]
        decided = [i for i, python in enumerate(expected) if not (python.error or python.undecided)]
        return [rows[i] for i in decided], [expected[i] for i in decided]


@dataclass(frozen=True)
class Conversion:
    """The conversion of a Python UDF.

    ``sql`` is its call, over columns named like the UDF's parameters. ``is_class`` is false for an
    expression of Spark's own functions; ``columnar`` says that the session also runs it in columns.
    """

    spark: SparkSession
    subject: Subject
    name: str
    sql: str
    is_class: bool = False
    columnar: bool = False

    @classmethod
    def of(
        cls, spark: SparkSession, subject: Subject, sql: str | None, function: str | None
    ) -> Conversion:
        """Find a conversion; register a class."""
        if (sql is None) == (function is None):
            raise ArgumentValueError(
                "give the conversion of the Python function: either sql='...', an expression over "
                "its parameters, or function='...', the name of a function or class"
            )
        if function is None:
            return cls(spark, subject, f"`{sql}`", str(sql))
        udf = find_subject(spark, function, subject.types, subject.returns, rows_only=True)
        call = udf.call([f"`{name}`" for name in _names(subject)])
        columnar = udf.columnar and frames.has_plugin(spark)
        return cls(spark, subject, function, call, is_class=True, columnar=columnar)

    def ways(self) -> Iterator[str]:
        """Yield the ways to run it, each of which is compared with Python."""
        yield "rows"
        if self.columnar:
            yield _COLUMNS
        if self.is_class and is_local(str(self.spark.sparkContext.master)):
            yield _IN_LOCALE

    def wrong_type(self) -> str:
        """Return an error message if its type is not the UDF's, else an empty string.

        Raises:
            ConformanceError: Spark rejects the conversion, or it is not a deterministic expression
                over one row.
        """
        try:
            result = self._select([])
            actual = result.schema.fields[0].dataType.simpleString()
        except Exception as e:
            raise ConformanceError(
                f"Spark rejects {self.name} over ({', '.join(_names(self.subject))}), the "
                f"parameters of {self.subject.name}: {reason(e)}"
            ) from e
        plan = result._jdf.queryExecution().analyzed()
        project = plan
        # Subqueries are not among a plan's children.
        while not plan.children().isEmpty():
            if kind := _KINDS.get(str(plan.nodeName())):
                raise ConformanceError(
                    f"{self.name} does not compute one value from each row: it plans {kind}. "
                    f"{_ONE_ROW}"
                )
            plan = plan.children().apply(0)
        expressions = [*items(project.expressions())]
        for expression in expressions:  # the list grows
            # Spark turns it into a join, which changes the order of the rows.
            if simple_name(expression) in _SUBQUERIES and not expression.outerAttrs().isEmpty():
                raise ConformanceError(
                    f"{self.name} reads the row in a subquery, which Spark plans as a join. "
                    f"{_ONE_ROW}; use functions such as transform, filter and aggregate on arrays"
                )
            expressions += items(expression.children())
        # A registered function may be marked so only to keep the optimizer away.
        if not (self.is_class or project.deterministic()):
            raise ConformanceError(
                f"{self.name} is nondeterministic: its results may differ from run to run, so that "
                "they cannot be compared. Replace functions such as rand, uuid or "
                "monotonically_increasing_id by an expression over the row"
            )
        expected = self.subject.returns.simpleString()
        if actual == expected:
            return ""
        return f"it returns {actual}, and {self.subject.name} {expected}"

    def outcomes(self, rows: Sequence[Arguments], way: str) -> list[Outcome]:
        """Return the outcome of each row; rows after the first failure are undecided."""
        settings = frames.settings(self.spark, frames.unfolded(constants=True))
        locale = _locale(self.spark, *_LOCALE) if way == _IN_LOCALE else nullcontext()
        with settings, frames.plugin(self.spark, enabled=way == _COLUMNS), locale:
            return self._outcomes(rows)

    def _outcomes(self, rows: Sequence[Arguments]) -> list[Outcome]:
        try:
            outcomes = [Outcome(row[0]) for row in self._select(rows).collect()]
        except Exception as e:
            if len(rows) == 1:
                error = summarize_error(e).splitlines()[0]
                return [Outcome(None, error.removeprefix("Caused by: "))]
        else:
            if len(outcomes) != len(rows):
                raise ConformanceError(
                    f"{self.name} has {len(outcomes)} results for {len(rows)} rows. {_ONE_ROW}"
                )
            return outcomes
        half = len(rows) // 2
        first = self._outcomes(rows[:half])
        if any(outcome.error is not None for outcome in first):
            return [*first, *[Outcome(None, None, _AFTER)] * (len(rows) - half)]
        return [*first, *self._outcomes(rows[half:])]

    def _select(self, rows: Sequence[Arguments]) -> Any:
        df = frame(self.spark, [(self.subject, rows)]).toDF(*_names(self.subject))
        return df.select(F.expr(self.sql).alias("result"))


def _names(subject: Subject) -> list[str]:
    parameters = list(inspect.signature(subject.function).parameters.values())
    names = [p.name for p in parameters if p.kind is not p.VAR_POSITIONAL][: len(subject.types)]
    rest = range(len(names), len(subject.types))
    return [*names, *(f"{parameters[-1].name}{i}" for i in rest)]


@contextmanager
def _locale(spark: SparkSession, language: str, country: str) -> Iterator[None]:
    java_locale = spark.sparkContext._jvm.java.util.Locale  # type: ignore[union-attr]
    before = java_locale.getDefault()
    java_locale.setDefault(java_locale(language, country))
    try:
        yield
    finally:
        java_locale.setDefault(before)
