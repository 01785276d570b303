# SPDX-License-Identifier: Apache-2.0

"""Conditions and alternatives around compiled UDFs on the plugin: rows that do not need a UDF
cannot make it fail, as without the plugin."""

from __future__ import annotations

import pytest
from pyspark.sql import functions as F

import rapids_udfs
from harness.in_columns import ALWAYS
from rapids_udfs.testing import frames

QUERIES = [
    "CASE WHEN k = 0 THEN 7 WHEN often(k) THEN 1 END",
    "CASE WHEN k = 0 THEN 7 WHEN inverse(k) > 30 THEN 1 ELSE 2 END",
    "CASE WHEN k = 0 THEN 7 WHEN k = 3 THEN 8 WHEN often(k) THEN inverse(k) END",
    "CASE WHEN k > 0 THEN inverse(k) WHEN k < 0 THEN -inverse(k) ELSE 0 END",
    "coalesce(CASE WHEN k = 0 THEN 7 END, inverse(k))",
    "coalesce(nullif(k, k), CASE WHEN k = 0 THEN 7 END, inverse(k), 3)",
    "nvl(if(k = 0, 1L, null), inverse(k))",
    "CASE k WHEN 0 THEN 1 WHEN inverse(abs(k) + 1) THEN 2 END",
    "if(k = 0, 1, if(often(k), 2, 3))",
]


@pytest.fixture(scope="module")
def numbers(spark):
    spark.udf.register("inverse", rapids_udfs.udf(inverse, "bigint"))
    spark.udf.register("often", rapids_udfs.udf(often, "boolean"))
    return spark.createDataFrame([(0,), (1,), (3,), (-2,), (0,), (90,)], "k bigint").coalesce(2)


def inverse(n):
    return 100 // n


def often(n):
    return 100 // n > 20


@pytest.mark.parametrize("query", QUERIES)
def test_as_without_the_plugin(spark, numbers, query) -> None:
    values = {}
    for enabled in (True, False):
        with frames.plugin(spark, enabled=enabled), frames.settings(spark, ALWAYS):
            df = numbers.select("k", F.expr(query).alias("v"))
            with rapids_udfs.track(spark) as calls:
                values[enabled] = [row.v for row in df.collect()]
            if enabled:
                assert all(calls.ran(name) for name in ("inverse", "often") if name in query), str(
                    calls
                )
    assert values[True] == values[False]


def test_two_udfs_are_called_once_each(spark, numbers) -> None:
    def rows():
        return rapids_udfs.counters(spark)["inverse"].columnar_rows

    with frames.settings(spark, ALWAYS):
        df = numbers.where("k <> 0").select(F.expr("coalesce(inverse(k), inverse(k + 1))"))
        before = rows()
        assert len(df.collect()) == 4
    assert rows() - before == 8
