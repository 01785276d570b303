# SPDX-License-Identifier: Apache-2.0

"""Aggregates of Python functions on the plugin: the results of a grouped pandas UDF."""

from __future__ import annotations

import pytest
from pyspark.sql import Window
from pyspark.sql import functions as F

import rapids_udfs
from python_udfs.aggregates import AGGREGATES, Aggregate, by_pandas, numbers, spread


def rows(df):
    return sorted(map(tuple, df.collect()), key=repr)


@pytest.mark.parametrize("of", AGGREGATES, ids=lambda of: of.function.__name__)
def test_as_a_grouped_pandas_udf(spark, of: Aggregate) -> None:
    aggregate = rapids_udfs.udaf(of.function, of.element, of.returns)
    expected = rows(by_pandas(numbers(spark, 1), of))
    for partitions in (1, 3, 8):
        frame = numbers(spark, partitions)
        grouped = frame.groupBy("k").agg(aggregate(*of.columns).alias("v"))
        assert rows(grouped.select("v")) == expected


def test_the_plugin_collects_the_values(spark) -> None:
    aggregate = rapids_udfs.udaf(spread, "double", "double")
    frame = numbers(spark, 2).groupBy("k").agg(aggregate("x").alias("v"))
    assert len(frame.collect()) == 8
    plan = frame._jdf.queryExecution().executedPlan().toString()
    assert "GpuHashAggregate" in plan
    assert "EvalPython" not in plan


def test_a_window(spark) -> None:
    aggregate = rapids_udfs.udaf(spread, "double", "double")
    window = Window.partitionBy("k").orderBy("n").rowsBetween(-3, 0)
    frame = numbers(spark, 3).dropDuplicates(["k", "n"])
    result = frame.select("k", "n", aggregate("x").over(window).alias("v"))
    expected = frame.select(
        "k", "n", (F.max("x").over(window) - F.min("x").over(window)).alias("v")
    )
    assert rows(result) == rows(expected)
