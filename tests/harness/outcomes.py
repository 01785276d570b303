"""Runs many expressions in one query and still tells of each by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

# Without these the answer would come from the optimizer, not from the generated code.
_FOLDING = (
    "org.apache.spark.sql.catalyst.optimizer.ConstantFolding",
    "org.apache.spark.sql.catalyst.optimizer.ConvertToLocalRelation",
)
_EXCLUDED = "spark.sql.optimizer.excludedRules"
# A wider projection would be split into methods so big that Spark gives up compiling them.
_AT_ONCE = 40


@dataclass(frozen=True)
class Outcome:
    """The result cast to string (None for null), or the message of the error."""

    value: str | None = None
    error: str | None = None


def run(spark: SparkSession, expressions: Sequence[str], *, fold: bool) -> list[Outcome]:
    """The outcome of each expression.

    Args:
        spark: the session.
        expressions: SQL without columns.
        fold: whether the optimizer may evaluate them on the driver; else generated code does.
    """
    outcomes: list[Outcome] = []
    with nullcontext() if fold else unfolded(spark):
        for start in range(0, len(expressions), _AT_ONCE):
            outcomes += _together(spark, expressions[start : start + _AT_ONCE], fold)
    return outcomes


@contextmanager
def unfolded(spark: SparkSession) -> Iterator[None]:
    """Within it the optimizer evaluates nothing: that is left to the generated code."""
    spark.conf.set(_EXCLUDED, ",".join(_FOLDING))
    try:
        yield
    finally:
        spark.conf.unset(_EXCLUDED)


def _together(spark: SparkSession, expressions: Sequence[str], fold: bool) -> list[Outcome]:
    columns = ", ".join(f"CAST({e} AS STRING) AS c{i}" for i, e in enumerate(expressions))
    try:
        row = spark.sql(f"SELECT {columns}" + ("" if fold else " FROM range(1)")).collect()[0]
    except Exception as error:
        if len(expressions) == 1:
            return [Outcome(error=str(error))]
        # The error may be any one's: halve until it stands alone.
        middle = len(expressions) // 2
        halves = expressions[:middle], expressions[middle:]
        return [outcome for half in halves for outcome in _together(spark, half, fold)]
    return [Outcome(value=value) for value in row]
