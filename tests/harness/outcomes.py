# SPDX-License-Identifier: Apache-2.0

"""Runs many expressions in one query, with one outcome per expression."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rapids_udfs.testing import frames

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

# Wider projections are split into methods that are too big for Spark to compile.
_AT_ONCE = 40
_ANALYSED_AT_ONCE = 200


@dataclass(frozen=True)
class Outcome:
    """The result cast to string (None for null), or the message of the error."""

    value: str | None = None
    error: str | None = None


def run(spark: SparkSession, expressions: Sequence[str], *, fold: bool) -> list[Outcome]:
    """Return the outcome of every expression.

    Args:
        spark: the session.
        expressions: SQL without columns.
        fold: whether the driver evaluates them one by one, as the optimizer does with constants;
            else generated code evaluates them.
    """
    work, at_once = (_evaluated, _ANALYSED_AT_ONCE) if fold else (_generated, _AT_ONCE)
    outcomes: list[Outcome] = []
    with unfolded(spark):
        for start in range(0, len(expressions), at_once):
            outcomes += _together(spark, expressions[start : start + at_once], work)
    return outcomes


def unfolded(spark: SparkSession) -> AbstractContextManager[None]:
    """Stop the optimizer from evaluating expressions in the block: the generated code does."""
    return frames.settings(spark, frames.unfolded(constants=True))


def _together(
    spark: SparkSession,
    expressions: Sequence[str],
    work: Callable[[SparkSession, str], list[Outcome]],
) -> list[Outcome]:
    columns = ", ".join(f"CAST({e} AS STRING) AS c{i}" for i, e in enumerate(expressions))
    try:
        return work(spark, f"SELECT {columns}")
    except Exception as error:
        if len(expressions) == 1:
            return [Outcome(error=str(error))]
        # Any of them may have failed: halve the list until one is left.
        middle = len(expressions) // 2
        halves = expressions[:middle], expressions[middle:]
        return [outcome for half in halves for outcome in _together(spark, half, work)]


def _generated(spark: SparkSession, sql: str) -> list[Outcome]:
    return [Outcome(value=value) for value in spark.sql(f"{sql} FROM range(1)").collect()[0]]


def _evaluated(spark: SparkSession, sql: str) -> list[Outcome]:
    expressions = spark.sql(sql)._jdf.queryExecution().optimizedPlan().expressions()
    return [_evaluate(expressions.apply(i)) for i in range(expressions.size())]


def _evaluate(expression: Any) -> Outcome:
    try:
        value = expression.eval(None)
    except Exception as error:
        return Outcome(error=str(error))
    return Outcome(value=None if value is None else value.toString())
