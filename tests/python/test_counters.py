# SPDX-License-Identifier: Apache-2.0

"""The counters of what ran."""

from __future__ import annotations

import pytest

from rapids_udfs import Counts, counters, list_functions, register
from rapids_udfs.counting.counters import difference
from rapids_udfs.session.library import entry_point


def test_rows_are_counted(spark) -> None:
    before = counters(spark)
    spark.range(7).selectExpr("ascii_lower(concat('A', id))", "count_nulls(id)").collect()
    counted = difference(counters(spark), before)
    assert counted["ascii_lower"] == Counts(row_calls=7, columnar_batches=0, columnar_rows=0)
    assert counted["count_nulls"].row_calls == 7


def test_what_has_not_been_called_has_zeros(spark) -> None:
    entry_point(spark).resetCounters(spark._jsparkSession)
    assert counters(spark)["geo_cell"] == Counts(0, 0, 0)
    assert {f.name for f in list_functions()} <= counters(spark).keys()


def test_a_name_that_is_not_registered(spark) -> None:
    message = r"^no function 'geo_sell' is counted: .*rapids-udfs list.*compiled Python UDFs"
    with pytest.raises(KeyError, match=message):
        counters(spark)["geo_sell"]
    assert counters(spark).get("geo_sell") is None


def test_a_name_without_its_prefix(fresh) -> None:
    register(fresh, "ascii_lower", prefix="counted_")
    before = counters(fresh)
    fresh.range(2).selectExpr("counted_ascii_lower(concat('A', id))").collect()
    assert difference(counters(fresh), before)["ascii_lower"] == Counts(2, 0, 0)
