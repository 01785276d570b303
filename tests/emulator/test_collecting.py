# SPDX-License-Identifier: Apache-2.0

"""Aggregates that collect values, over calls in columns: the results without the plugin."""

from __future__ import annotations

import pytest
from pyspark.sql import functions as F
from pyspark.sql.functions import udf

import rapids_udfs
from rapids_udfs.testing import frames

CALLS = {
    "a compiled UDF": lambda: rapids_udfs.udf(lambda n: (n or 0) + 1, "int")("n"),
    "a text of one": lambda: rapids_udfs.udf(lambda s: s.upper() if s else "-", "string")("s"),
    "a builtin": lambda: F.soundex("s"),
    "another builtin": lambda: F.expr("add_months(DATE'2020-01-01', n)"),
    "a function of the catalogue": lambda: F.expr(
        "fiscal_year(add_months(DATE'2020-01-01', n), 4)"
    ),
    "another UDF": lambda: udf(lambda n: n % 5 if n else None, "int")("n"),
}


def aggregates(call):
    """Return aggregates whose buffers have different layouts in the plugin and in Spark."""
    pair = F.struct(call.alias("v"), F.lit(1).alias("w"))
    return [
        F.sort_array(F.collect_list(call)).alias("list"),
        F.sort_array(F.collect_set(call)).alias("set"),
        F.sort_array(F.collect_list(pair)).alias("structs"),
        F.sort_array(F.collect_list(F.array(call, call))).alias("arrays"),
        F.max_by(call, "id").alias("last"),
    ]


@pytest.fixture(scope="module")
def numbers(spark):
    rapids_udfs.register(spark)
    return spark.range(60).selectExpr(
        "id", "id % 3 AS k", "IF(id % 7 = 0, NULL, CAST(id AS INT)) AS n", "concat('wo', id) AS s"
    )


@pytest.mark.parametrize(
    ("call", "adaptive"), [*((call, "true") for call in CALLS), ("a compiled UDF", "false")]
)
def test_as_without_the_plugin(spark, numbers, call, adaptive) -> None:
    column = CALLS[call]()
    groups = numbers.groupBy("k")
    queries = [
        groups.agg(*aggregates(column)),
        groups.agg(F.sort_array(F.collect_list(column)), F.count_distinct(column)),
    ]
    with frames.settings(spark, {"spark.sql.adaptive.enabled": adaptive}):
        for query in queries:
            results = {}
            for enabled in (True, False):
                with frames.plugin(spark, enabled=enabled):
                    results[enabled] = sorted(query.select("*").collect())
            assert results[True] == results[False]


def test_session_windows(spark, numbers) -> None:
    call = CALLS["a compiled UDF"]()
    days = numbers.withColumn("at", F.expr("timestamp_seconds(id * 100000)"))
    windows = days.groupBy(F.session_window("at", "2 days"), "k")
    query = windows.agg(F.max(call), F.sum(F.expr("weekofyear(at)")), F.max(F.soundex("s")))
    results = {}
    for enabled in (True, False):
        with frames.plugin(spark, enabled=enabled):
            results[enabled] = sorted(query.collect())
    assert results[True] == results[False]
    assert len(results[True]) > 2
