# SPDX-License-Identifier: Apache-2.0

"""Generated test data: every edge is there, the same each time, and no value is lost on its way."""

from __future__ import annotations

import datetime
import math
from decimal import Decimal
from typing import Any

import pytest
from pyspark.sql import SparkSession
from pyspark.sql.types import (
    ArrayType,
    DateType,
    DecimalType,
    IntegerType,
    MapType,
    StringType,
    StructType,
)

from harness import type_tables
from rapids_udfs.errors import ArgumentTypeError, ArgumentValueError, SessionError, UnsupportedError
from rapids_udfs.testing import edge_rows, edge_values, frame, random_rows, run
from rapids_udfs.testing.engine import engine, parse_type, parse_types, to_jvm, to_python

pytestmark = pytest.mark.usefixtures("spark")
TYPES = type_tables.TYPES


def converted(spark: SparkSession, rows: Any, types: Any) -> list[tuple[Any, ...]]:
    return to_python(spark, to_jvm(spark, rows, parse_types(spark, types)))


def literals(spark: SparkSession, values: list[Any], type_: Any) -> list[str]:
    rows = to_jvm(spark, [(value,) for value in values], parse_types(spark, [type_]))
    return list(engine(spark).expressions(parse_type(spark, type_), rows))


@pytest.mark.parametrize("type_", TYPES)
def test_rows_to_the_jvm_and_back(spark, type_: str) -> None:
    values = [*edge_values(type_), None, *(r[0] for r in random_rows([type_], 30, 3))]
    rows = [(value, 7, value) for value in values]
    assert repr(converted(spark, rows, [type_, "int", type_])) == repr(rows)


@pytest.mark.parametrize("type_", TYPES)
def test_rows_through_a_query_and_as_literals(spark, type_: str) -> None:
    values = [*edge_values(type_), None]
    expected = repr([(i, value) for i, value in enumerate(values)])
    assert repr(run(frame(spark, [(v,) for v in values], [type_]))) == expected
    table = ", ".join(f"({i}L, {sql})" for i, sql in enumerate(literals(spark, values, type_)))
    df = spark.sql(f"SELECT * FROM VALUES {table} AS t(id, a0) ORDER BY id")
    assert df.schema["a0"].dataType.simpleString() == parse_type(spark, type_).simpleString()
    assert repr(run(df)) == expected


def test_text_that_is_not_utf8(spark) -> None:
    assert run(spark.sql("SELECT 1L, CAST(X'41FF' AS STRING)")) == [(1, "A\udcff")]


@pytest.mark.parametrize(
    ("type_", "values"),
    [
        ("tinyint", [-128, 127, 0]),
        ("bigint", [-(2**63), 2**63 - 1]),
        ("double", [math.inf, -math.inf, 5e-324]),
        ("decimal(38,10)", [Decimal("9" * 28 + "." + "9" * 10), Decimal("-1E-10")]),
        ("decimal(2,2)", [Decimal("0.99"), Decimal("-0.99"), Decimal("0.10")]),
        ("date", [-719_162, 2_932_896, 3_789_548]),
        ("string", ["", "e\u0301", "o\u0308\u0323", "long " * 200]),
        ("array<int>", [(), (None,), (0,)]),
        ("map<int,string>", [(), ((0, None),)]),
        ("struct<a:int,b:string>", [(None, None)]),
    ],
)
def test_the_edges(type_: str, values: list[Any]) -> None:
    for value in values:
        assert value in edge_values(type_) or repr(value) in map(repr, edge_values(type_))


def test_signs_and_nan() -> None:
    texts = [repr(v) for v in edge_values("float")]
    assert {"0.0", "-0.0", "nan", "inf", "-inf"} <= set(texts)


def test_a_map_has_each_key_once() -> None:
    for value in edge_values("map<double,int>"):
        keys = [k for k, _ in value]
        assert len({str(k) for k in keys}) == len(keys)
        assert "-0.0" not in map(repr, keys)
    assert any(len(value) > 5 for value in edge_values("map<double,int>"))


@pytest.mark.parametrize(
    "types", [["string"], ["int", "double"], ["map<string,int>", "decimal(9,2)", "date"]]
)
def test_edge_rows_have_every_edge_and_null(types: list[str]) -> None:
    rows = edge_rows(types)
    for k, of in enumerate(types):
        texts = {repr(row[k]) for row in rows}
        assert {repr(v) for v in [*edge_values(of), None]} <= texts


@pytest.mark.parametrize(
    ("n", "seed", "wanted"),
    [
        ("x", 0, "n= from 0 to 2147483647, not str: 'x'"),
        (-1, 0, "n= from 0 to"),
        (True, 0, "n= from 0 to"),
        (1, "x", "seed= from -9223372036854775808 to 9223372036854775807, not str: 'x'"),
        (1, 1 << 70, "seed= from"),
    ],
)
def test_wrong_numbers_of_random_rows(n: Any, seed: Any, wanted: str) -> None:
    with pytest.raises(ArgumentTypeError, match=f"random_rows takes {wanted}"):
        random_rows("int", n, seed)


def test_random_rows_are_the_same_again_and_others_for_another_seed() -> None:
    types = "string,array<map<int,double>>,decimal(20,4),timestamp,struct<a:binary>"
    assert repr(random_rows(types, 50, 1)) == repr(random_rows(types, 50, 1))
    assert repr(random_rows(types, 50, 1)) != repr(random_rows(types, 50, 2))
    nulls = [sum(row[k] is None for row in random_rows(types, 200)) for k in range(5)]
    assert all(5 < n < 120 for n in nulls)


def test_of_no_columns() -> None:
    assert edge_rows("") == [(), ()]
    assert random_rows([], 2) == [(), ()]


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("BIGINT", "bigint"),
        ("Decimal(10)", "decimal(10,0)"),
        ("struct<a: int, b: array<string>>", "struct<a:int,b:array<string>>"),
        ("map < string , decimal(4,2) >", "map<string,decimal(4,2)>"),
        ("struct<`a<, b`:int,`c``d`:array<int>>", "struct<a<, b:int,c`d:array<int>>"),
    ],
)
def test_types_from_text(spark, text: str, same: str) -> None:
    (type_,) = parse_types(spark, text)
    assert type_.catalogString() == same


def test_several_types(spark) -> None:
    for types in (
        "decimal(18,2),int",
        ["decimal(18,2)", IntegerType()],
        StructType().add("a", DecimalType(18, 2)).add("b", "integer"),
    ):
        assert [t.catalogString() for t in parse_types(spark, types)] == ["decimal(18,2)", "int"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("integr", "'integr' is not a Spark SQL type"),
        ("decimal(40,2)", "decimal(40,2)"),
        ("array<int", "'array<int' is not a Spark SQL type"),
        ("map<int>", "'map<int>' is not a Spark SQL type"),
        ("map<map<int,int>,int>", "Spark takes no such keys in a map"),
        ("timestamp_ntz", "cast it to TIMESTAMP"),
        ("struct<a>", "'struct<a>' is not a Spark SQL type"),
    ],
)
def test_what_is_no_type(spark, text: str, says: str) -> None:
    with pytest.raises(UnsupportedError) as e:
        parse_types(spark, text)
    assert says in str(e.value)


@pytest.mark.parametrize("wrong", [5, None, IntegerType, int, ["int", 5], [DecimalType(5, -2)]])
def test_what_is_no_type_and_no_text(spark, wrong: Any) -> None:
    with pytest.raises(UnsupportedError):
        parse_types(spark, wrong)


def test_a_schema_may_exclude_nulls_and_test_data_do_not(spark) -> None:
    inner = StructType().add("a b", IntegerType(), False).add("c", ArrayType(DateType(), False))
    of = MapType(StringType(), inner, False)
    (type_,) = parse_types(spark, [of])
    assert type_.json() == parse_type(spark, "map<string,struct<`a b`:int,c:array<date>>>").json()
    assert literals(spark, [(("k", (1, ())),)], of) == [
        "CAST(map('k', named_struct('a b', 1, 'c', array())) "
        "AS MAP<STRING, STRUCT<`a b`: INT, c: ARRAY<DATE>>>)"
    ]


def test_without_a_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SparkSession, "getActiveSession", classmethod(lambda cls: None))
    with pytest.raises(SessionError, match="edge_values uses the test kit in a session's"):
        edge_values("int")


def test_rows_as_python_has_them(spark) -> None:
    types = "date,map<string,int>,struct<a:int,b:string>,decimal(5,2),timestamp"
    at = datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone.utc)
    row = (datetime.date(1970, 1, 2), {"x": 1}, {"a": 1}, "1.5", at)
    (values,) = converted(spark, [row], types)
    assert values[:4] == (1, (("x", 1),), (1, None), Decimal("1.50"))
    assert values[4] == 1_704_067_200_000_000
    assert converted(spark, ["a", None], "string") == [("a",), (None,)]


@pytest.mark.parametrize(
    ("row", "types", "says"),
    [
        ((1, 2, 3), "int,int", "row 0 is [1,2,3], which is not a row of 2 values"),
        ((300,), "tinyint", "row 0, argument 1, is 300, which is not tinyint"),
        (("1.234",), "decimal(5,2)", "which is not decimal(5,2)"),
        (([1, "x"],), "array<int>", 'argument 1, element is "x", which is not int'),
        (([(1, 1), (1, 2)],), "map<int,int>", "a key is null or a duplicate"),
        ((True,), "int", "which is not int"),
        ((5,), "map<int,int>", "is 5, which is not map<int,int>"),
        (("ab",), "map<string,int>", 'is "ab", which is not map<string,int>'),
        (([(1, 2, 3)],), "map<int,int>", "which is not map<int,int>"),
        (({1: 2},), "array<int>", "[[1,2]]}, which is not array<int>"),
        (({"b": 1},), "struct<a:int>", "which is not struct<a:int>"),
        ((10**400,), "double", "which is not double"),
        ((10**400,), "float", "which is not float"),
        (("\ud800",), "string", "which is not string"),
    ],
)
def test_rows_that_are_not_of_their_types(spark, row: Any, types: str, says: str) -> None:
    with pytest.raises(ArgumentValueError) as e:
        converted(spark, [row], types)
    assert says in str(e.value)


@pytest.mark.parametrize("rows", ["abc", None, 5, 1.5])
def test_rows_that_are_none(spark, rows: Any) -> None:
    with pytest.raises(ArgumentValueError, match="which is not a list of rows"):
        converted(spark, rows, "string")


def test_literals(spark) -> None:
    assert literals(spark, [None], "int") == ["CAST(NULL AS INT)"]
    assert literals(spark, ["it's\\", "a\nb"], "string") == [
        "CAST(X'697427735C' AS STRING) /* it's\\ */",
        "CAST(X'610A62' AS STRING) /* a\\u000Ab */",
    ]
    assert literals(spark, [5, -1], "bigint") == ["5L", "-1L"]
    assert literals(spark, [(1, None)], "array<int>") == ["CAST(array(1, NULL) AS ARRAY<INT>)"]
