"""Runs a query once: its rows, and where each of our functions ran."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from rapids_udfs import counters, explain, reset_counters
from rapids_udfs.demo.placement import FunctionRun, runs
from rapids_udfs.errors import QueryError
from rapids_udfs.session.query_errors import readable_errors

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, Row, SparkSession


class Outcome(NamedTuple):
    """The result of a query, and where its functions ran."""

    columns: Sequence[str]
    rows: Sequence[Row]
    seconds: float
    functions: Sequence[FunctionRun]
    explanation: str
    """All that the plugin says of the plan; empty without the plugin."""
    hints: Sequence[str] = ()
    """The remedies that move more of it to the GPU."""


def _collect(frame: DataFrame) -> Sequence[Row]:
    try:
        return frame.collect()
    except (ValueError, OverflowError) as e:
        # Python's dates know the years 1 to 9999 only, Spark's many more.
        raise QueryError(
            f"a value of the result is not one that Python can hold ({e}); cast it to STRING"
        ) from e


def run(spark: SparkSession, sql: str, *, plugin: bool) -> Outcome:
    """Run a query."""
    with readable_errors():
        frame = spark.sql(sql)
        explanation = explain(frame) if plugin else None
        reset_counters(spark)
        start = time.monotonic()
        rows = _collect(frame)
        seconds = time.monotonic() - start
        where = runs(counters(spark), explanation)
        said, hints = (str(explanation), explanation.hints) if explanation else ("", ())
        return Outcome(frame.columns, rows, seconds, where, said, hints)
