# SPDX-License-Identifier: Apache-2.0

"""Results that do not have the declared type: Spark's own values and errors."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from pyspark.errors import PySparkException, UnsupportedOperationException
from pyspark.sql import functions as F

import rapids_udfs
from rapids_udfs.session.modes import PYTHON_UDFS
from rapids_udfs.testing.frames import settings
from rapids_udfs.testing.python_udfs.comparison import key

pytestmark = pytest.mark.skipif(
    "tuple(map(int, __import__('pyspark').__version__.split('.')[:2])) < (4, 2)",
    reason="what Spark 4.2 does",
)
Case = tuple[bool, str, Callable[[Any], Any]]
ARROW: list[Case] = [
    (True, "int", lambda x: "5"),
    (True, "int", lambda x: "-007"),
    (True, "int", lambda x: "0xFFFFFFFF"),
    (True, "int", lambda x: b"5"),
    (True, "int", lambda x: 2.5),
    (True, "int", lambda x: -0.5),
    (True, "int", lambda x: Decimal("-5.9")),
    (True, "bigint", lambda x: "-9223372036854775808"),
    (True, "float", lambda x: "3.4028236e38"),
    (True, "double", lambda x: "5.0"),
    (True, "double", lambda x: ".5e-3"),
    (True, "double", lambda x: "-iNfinity"),
    (True, "double", lambda x: "NaN"),
    (True, "double", lambda x: 2**53),
    (True, "double", lambda x: True),
    (True, "boolean", lambda x: 1),
    (True, "boolean", lambda x: 0.0),
    (True, "boolean", lambda x: "tRuE"),
    (True, "boolean", lambda x: "0"),
    (True, "decimal(5,2)", lambda x: Decimal("NaN")),
    (True, "date", lambda x: 5),
    (True, "date", lambda x: 2.5),
    (True, "date", lambda x: datetime.datetime(2020, 1, 1, 5)),
    (True, "array<int>", lambda x: b"ab"),
    (True, "array<int>", lambda x: max({1: {x}}.values())),
    (True, "array<int>", lambda x: range(3)),
    (True, "array<int>", lambda x: ["5", None]),
    (True, "array<int>", lambda x: ""),
    (True, "array<boolean>", lambda x: [1, 0.5, None]),
    (True, "array<array<int>>", lambda x: ((1,), [2])),
    (True, "map<string,int>", lambda x: {"a": 2.5}),
    (True, "map<int,int>", lambda x: {2.5: 1}),
    (True, "struct<a:int>", lambda x: {"a": "5"}),
]
PICKLED: list[Case] = [
    (False, "string", lambda x: Decimal("5.50")),
    (False, "string", lambda x: Decimal("1E+3")),
    (False, "string", lambda x: Decimal("0E-7")),
    (False, "string", lambda x: Decimal("NaN")),
    (False, "string", lambda x: [1, "a", None, [True, 1e10]]),
    (False, "string", lambda x: {"b": 1, "a": -2, -3: 2**40, 1.5: []}),
    (False, "string", lambda x: 2**70),
    (False, "array<string>", lambda x: [Decimal("1.0"), [1]]),
    (False, "map<string,string>", lambda x: {str(i): i for i in range(20)}),
    (False, "int", lambda x: Decimal("5")),
    (False, "int", lambda x: 2**31),
    (False, "bigint", lambda x: 2**63),
    (False, "double", lambda x: Decimal("NaN")),
    (False, "boolean", lambda x: [1]),
    (False, "array<int>", lambda x: b"ab\xff"),
    (False, "array<int>", lambda x: {1}),
    (False, "struct<a:date>", lambda x: (datetime.date(2020, 1, 1), 2)),
    (False, "void", lambda x: 5),
]
ERRORS: list[Case] = [
    (True, "tinyint", lambda x: 300),
    (True, "int", lambda x: 1e10),
    (True, "int", lambda x: 2**31),
    (True, "int", lambda x: True),
    (True, "int", lambda x: Decimal("3e10")),
    (True, "double", lambda x: "5d"),
    (True, "double", lambda x: -(2**53) - 1),
    (True, "boolean", lambda x: "yes"),
    (True, "decimal(5,2)", lambda x: Decimal("12345.6")),
    (True, "binary", lambda x: "ab"),
    (True, "date", lambda x: "2020-01-01"),
    (True, "timestamp", lambda x: datetime.date(2020, 1, 1)),
    (True, "array<int>", lambda x: [5, "5"]),
    (True, "array<int>", lambda x: "ab"),
    (True, "map<string,int>", lambda x: {"a": "5"}),
    (True, "map<string,int>", lambda x: {None: 1}),
    (True, "struct<a:int>", lambda x: (1, 2)),
    (True, "struct<a:int>", lambda x: "a"),
    (False, "decimal(5,2)", lambda x: Decimal("12345.6")),
    (False, "struct<a:int>", lambda x: (1, 2)),
    (False, "struct<a:int>", lambda x: "a"),
    (False, "date", lambda x: 5),
]


def converted(spark, case: Case, udf: Callable[..., Any]) -> Any:
    """Return the call's column; for a map, all entries in order."""
    arrow, returns, function = case
    call = udf(function, returns, useArrow=arrow)("id")
    return F.map_entries(call) if returns.startswith("map") else call


@pytest.mark.parametrize("values", [ARROW, PICKLED], ids=["arrow", "pickled"])
def test_values_of_other_types(spark, values):
    frame = spark.range(1)
    expected = frame.select(*(converted(spark, case, F.udf) for case in values)).first()
    with settings(spark, {PYTHON_UDFS: "require"}):
        actual = frame.select(*(converted(spark, case, rapids_udfs.udf) for case in values)).first()
    for i, (_, returns, _) in enumerate(values):
        assert (i, returns, key(actual[i])) == (i, returns, key(expected[i]))


def failure(spark, case: Case, udf: Callable[..., Any]) -> tuple[str, ...]:
    """Return the class of the error, and its condition or the last line of Python's text."""
    with pytest.raises(PySparkException) as raised:
        spark.range(1).select(converted(spark, case, udf)).collect()
    condition = raised.value.getCondition()
    if condition != "PYTHON_EXCEPTION":
        return type(raised.value).__name__, condition
    last = [line for line in str(raised.value).splitlines() if line and line[0].isalpha()][-1]
    kind, _, text = last.partition(": ")
    # These messages name the type that Arrow inferred.
    stable = not text.startswith("Could not convert") and "map" not in text
    return type(raised.value).__name__, kind, text if stable else ""


@pytest.mark.parametrize(
    "case", ERRORS, ids=lambda case: f"{case[1]}-{'arrow' if case[0] else 'pickled'}"
)
def test_errors_of_results(spark, case):
    expected = failure(spark, case, F.udf)
    with settings(spark, {PYTHON_UDFS: "require"}):
        assert failure(spark, case, rapids_udfs.udf) == expected


def either(x):
    if x:
        return "5"
    return 5


@pytest.mark.parametrize(
    ("arrow", "returns", "function", "reason"),
    [
        (True, "int", either, "line .*a result of type str or int, by row, for INT"),
        (True, "array<int>", lambda x: {x, 2}, "a result of type set for ARRAY<INT>"),
        (True, "double", lambda x: Decimal("0.1"), "a result of type Decimal for DOUBLE"),
        (False, "string", lambda x: (x, 1), "a result of type tuple for STRING"),
        (False, "string", lambda x: b"ab", "a result of type bytes for STRING"),
        (
            False,
            "string",
            lambda x: datetime.date(1, 2, x) if x else None,
            "a result of type date for STRING",
        ),
    ],
)
def test_rejected_results(spark, arrow, returns, function, reason):
    call = rapids_udfs.udf(function, returns, useArrow=arrow)("id")
    with (
        settings(spark, {PYTHON_UDFS: "require"}),
        pytest.raises(UnsupportedOperationException, match=reason),
    ):
        spark.range(1).select(call).collect()


def test_the_error_of_an_undecided_row_gives_advice(spark):
    call = rapids_udfs.udf(lambda text: json.loads(text)["a"], "array<int>", useArrow=True)
    chosen = rapids_udfs.udf(lambda x: max({x: {1, 2}}.values()), "array<int>", useArrow=True)
    assert spark.range(1).select(call(F.lit('{"a": [1]}'))).first()[0] == [1]
    with pytest.raises(UnsupportedOperationException) as raised:
        spark.range(1).select(chosen("id")).collect()
    assert raised.value.getCondition() == "RAPIDS_UDFS_PYTHON_UDF_UNDECIDED"
    assert "asNondeterministic()" in str(raised.value)
    assert f"{PYTHON_UDFS}=off" in str(raised.value)
    assert __file__ in str(raised.value)


def stops(x):
    raise StopIteration("end")


@pytest.mark.parametrize("arrow", [True, False])
def test_stop_iteration_is_sparks_own_error(spark, arrow):
    case = (arrow, "int", stops)
    expected = failure(spark, case, F.udf)
    assert "STOP_ITERATION_OCCURRED" in expected[2]
    assert failure(spark, case, rapids_udfs.udf) == expected
