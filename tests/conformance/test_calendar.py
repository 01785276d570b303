# SPDX-License-Identifier: Apache-2.0

"""Dates and timestamps that java.sql's classes cannot hold.

``registerJavaFunction`` hands a function ``java.sql.Date`` and ``java.sql.Timestamp`` unless
``spark.sql.datetime.java8API.enabled`` is on. They know neither the ten days that 1582 skipped nor
the ends of Spark's ranges, so these cases are not in the case files, which hold for every route.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from harness import catalogue, outcomes, routes
from harness.outcomes import Outcome

JAVA8 = "spark.sql.datetime.java8API.enabled"

CASES = {
    "business_days": {
        "{f}(DATE '1582-10-08', DATE '1582-10-11')": "1",
        "{f}(DATE '1582-10-05', DATE '1582-10-15')": "8",
        "{f}(date_from_unix_date(-2147483648), DATE '1970-01-01')": "1533916892",
        "{f}(date_from_unix_date(-2147483648), date_from_unix_date(-2147483641))": "5",
        # More days than an int can count.
        "{f}(date_from_unix_date(-2147483648), date_from_unix_date(2147483647))": None,
        "{f}(date_from_unix_date(2147483647), date_from_unix_date(-2147483648))": None,
    },
    "fiscal_year": {
        "{f}(DATE '1582-10-10', 10)": "1583",
        "{f}(date_from_unix_date(-2147483648), 7)": None,
    },
    "ts_floor": {
        "CAST({f}(TIMESTAMP '1582-10-10 10:10:10Z', 60) AS STRING)": "1582-10-10 10:00:00",
        # The earliest timestamp has no full minute before it.
        "unix_micros({f}(timestamp_micros(-9223372036854775807 - 1), 1))": None,
        "unix_micros({f}(timestamp_micros(-9223372036854775807), 2147483647))": None,
        "unix_micros({f}(timestamp_micros(-9223372036800000001), 1))": None,
        "unix_micros({f}(timestamp_micros(-9223372036800000000), 1))": "-9223372036800000000",
        "unix_micros({f}(timestamp_micros(-9223372036799999999), 1))": "-9223372036800000000",
    },
}


@contextmanager
def java8(spark, on: bool) -> Iterator[None]:
    spark.conf.set(JAVA8, str(on).lower())
    try:
        yield
    finally:
        spark.conf.unset(JAVA8)


def answers(spark, function: str, route: str) -> list[Outcome]:
    name = routes.register(spark, catalogue.functions()[function], route)
    return outcomes.run(spark, [sql.format(f=name) for sql in CASES[function]], fold=False)


@pytest.mark.parametrize("function", CASES)
@pytest.mark.parametrize("route", [routes.EXTENSION, routes.JVM])
@pytest.mark.parametrize("on", [False, True])
def test_our_own_routes_keep_every_day(spark, function: str, route: str, on: bool) -> None:
    with java8(spark, on):
        results = answers(spark, function, route)
    assert results == [Outcome(value) for value in CASES[function].values()]


@pytest.mark.parametrize("function", CASES)
def test_java_functions_keep_every_day_with_java_time(spark, function: str) -> None:
    with java8(spark, True):
        results = answers(spark, function, routes.JAVA)
    assert results == [Outcome(value) for value in CASES[function].values()]


def test_java_functions_lose_days_without_java_time(spark) -> None:
    """Spark's own limit. If this fails, Spark has fixed it: the cases can join the case files."""
    with java8(spark, False):
        results = answers(spark, "business_days", routes.JAVA)
    assert results[0] == Outcome("0")
