# SPDX-License-Identifier: Apache-2.0

"""The counters of what ran."""

from __future__ import annotations

from rapids_udfs import Counts, counters, reset_counters


def test_rows_are_counted(spark) -> None:
    reset_counters(spark)
    spark.range(7).selectExpr("ascii_lower(concat('A', id))", "count_nulls(id)").collect()
    counted = counters(spark)
    assert counted["ascii_lower"] == Counts(row_calls=7, columnar_batches=0, columnar_rows=0)
    assert counted["count_nulls"].row_calls == 7


def test_reset(spark) -> None:
    spark.range(2).selectExpr("ascii_lower(concat('A', id))").collect()
    assert counters(spark)["ascii_lower"].row_calls > 0
    reset_counters(spark)
    assert set(counters(spark).values()) == {Counts(0, 0, 0)}
