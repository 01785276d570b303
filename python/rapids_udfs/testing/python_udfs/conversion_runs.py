# SPDX-License-Identifier: Apache-2.0

"""Runs the conversion of a Python UDF, an expression or a function of SQL, on rows."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from rapids_udfs.errors import ConformanceError
from rapids_udfs.session.cluster import is_local
from rapids_udfs.session.jvm_objects import items, simple_name
from rapids_udfs.session.query_errors import reason
from rapids_udfs.testing import frames
from rapids_udfs.testing.kit_rows import Arguments
from rapids_udfs.testing.python_udfs.equality import Outcome
from rapids_udfs.testing.python_udfs.spark_runs import frame
from rapids_udfs.testing.python_udfs.subject import Subject
from rapids_udfs.testing.session_run import summarize_error
from rapids_udfs.testing.subject import find_subject

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

LOCALE = ("tr", "TR")
"""A locale in which 'I' has another lower case and a decimal point is a comma."""
_KINDS = {"Generate": "a generator", "Aggregate": "an aggregate", "Window": "a window function"}
_SUBQUERIES = ("ScalarSubquery", "Exists", "ListQuery")
_ONE_ROW = "A conversion of a Python UDF is an expression over one row"
_AFTER = "skipped after the first row that fails"


class Way(NamedTuple):
    """A way of running a conversion: in columns or in rows, in a certain locale or the default."""

    name: str
    columnar: bool = False
    of_locale: bool = False


@dataclass(frozen=True)
class Conversion:
    """The conversion of a Python UDF.

    Attributes:
        spark: the session.
        subject: the Python UDF.
        name: its name in reports.
        sql: its call, over columns named like the UDF's parameters.
        is_class: whether it is a function or class, not an expression of Spark's own functions.
        columnar: whether the session also runs it in columns.
    """

    spark: SparkSession
    subject: Subject
    name: str
    sql: str
    is_class: bool
    columnar: bool

    @classmethod
    def of(
        cls, spark: SparkSession, subject: Subject, sql: str | None, function: str | None
    ) -> Conversion:
        """Find a conversion; register a class."""
        if sql is not None:
            return cls(spark, subject, f"`{sql}`", sql, is_class=False, columnar=False)
        assert function is not None
        class_subject = find_subject(
            spark, function, list(subject.types), subject.returns, rows_only=True
        )
        arguments = [f"`{name}`" for name in _names(subject)]
        columnar = class_subject.columnar and frames.has_plugin(spark)
        return cls(
            spark,
            subject,
            function,
            class_subject.call(arguments),
            is_class=True,
            columnar=columnar,
        )

    def ways(self) -> Iterator[Way]:
        """Yield the ways to run it, each of which is compared with Python."""
        yield Way("rows")
        if self.columnar:
            yield Way("columns", columnar=True)
        if self.is_class and is_local(str(self.spark.sparkContext.master)):
            yield Way(f"rows in the locale {'_'.join(LOCALE)}", of_locale=True)

    def wrong_type(self) -> str:
        """Return an error message if its type is not the UDF's, else an empty string.

        Raises:
            ConformanceError: Spark refuses the conversion, or it does not compute a value per row,
                or another one in each run.
        """
        try:
            result = self._select([])
            actual = result.schema.fields[0].dataType.simpleString()
        except Exception as e:
            raise ConformanceError(
                f"Spark refuses {self.name} over ({', '.join(_names(self.subject))}), the "
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
        for expression in expressions:  # which grows
            # Spark turns it into a join, after which the rows have another order.
            if simple_name(expression) in _SUBQUERIES and not expression.outerAttrs().isEmpty():
                raise ConformanceError(
                    f"{self.name} reads the row in a subquery, which Spark plans as a join. "
                    f"{_ONE_ROW}; use functions such as transform, filter and aggregate on arrays"
                )
            expressions += items(expression.children())
        # A registered function that is marked so, to be left alone by the optimizer, may be right.
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

    def outcomes(self, rows: Sequence[Arguments], way: Way) -> list[Outcome]:
        """Return the outcome of each row; rows after the first failure are undecided."""
        with ExitStack() as block:
            block.enter_context(frames.settings(self.spark, frames.unfolded(constants=True)))
            if frames.has_plugin(self.spark):
                block.enter_context(frames.plugin(self.spark, enabled=way.columnar))
            if way.of_locale:
                block.enter_context(_locale(self.spark, *LOCALE))
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
        from pyspark.sql import functions as F

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
