# SPDX-License-Identifier: Apache-2.0

"""Runs a compiled Python function over rows, in columns, and returns results and counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import rapids_udfs
from harness.in_columns import ALWAYS
from rapids_udfs.counting.counters import Counts, difference
from rapids_udfs.testing import frames

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


class ColumnarRun(NamedTuple):
    """The results in the order of the rows, the counts of the calls, and the report of explain."""

    results: list[Any]
    counts: Counts
    udf: rapids_udfs.PythonUdf


def run(
    spark: SparkSession,
    function: Callable[..., Any],
    returns: str,
    schema: str,
    rows: Sequence[tuple[Any, ...]],
    *,
    where: str = "columns",
) -> ColumnarRun:
    """Run a function over rows of a schema; fail unless it runs in the place ``where``."""
    data = spark.createDataFrame(rows, schema).coalesce(1)
    before = rapids_udfs.counters(spark)
    with frames.settings(spark, ALWAYS):
        frame = data.select(rapids_udfs.udf(function, returns)(*data.columns))
        (udf,) = rapids_udfs.explain(frame).python_udfs
        assert str(udf.where) == where, udf
        results = [row[0] for row in frame.collect()]
    counts = difference(rapids_udfs.counters(spark), before)[function.__name__]
    return ColumnarRun(results, counts, udf)
