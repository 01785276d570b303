"""Generated test data: every edge is there, the same each time, and no value is lost on its way."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Any

import pytest
from pyspark.sql.types import (
    ArrayType,
    DateType,
    DecimalType,
    IntegerType,
    MapType,
    StringType,
    StructType,
)

from harness import typedata
from rapids_udfs.errors import UnsupportedTypeError
from rapids_udfs.testing import row_bytes
from rapids_udfs.testing.edge_values import edge_values
from rapids_udfs.testing.generated import edge_rows, random_rows
from rapids_udfs.testing.given_rows import TestDataError, given_rows
from rapids_udfs.testing.literals import literal
from rapids_udfs.testing.spark_types import ddl, parse_type, parse_types

TYPES = typedata.TYPES


def edges(type_: str) -> list[Any]:
    return edge_values(type_)


@pytest.mark.parametrize("type_", TYPES)
def test_rows_as_bytes_and_back(type_: str) -> None:
    of = parse_types([type_, "int", type_])
    for value in [*edges(type_), None, *(r[0] for r in random_rows(type_, 30, 3))]:
        row = (value, 7, value)
        data = row_bytes.encode(row, of)
        assert len(data) % 8 == 0
        assert repr(row_bytes.decode(data, of)) == repr(row)


def test_rows_one_after_another() -> None:
    rows = [b"", b"12345678", b"x" * 16]
    assert list(row_bytes.unpack(row_bytes.pack(rows))) == rows


@pytest.mark.parametrize(
    ("type_", "values"),
    [
        ("tinyint", [-128, 127, 0]),
        ("bigint", [-(2**63), 2**63 - 1]),
        ("double", [math.inf, -math.inf, 5e-324]),
        ("decimal(38,10)", [Decimal("9" * 28 + "." + "9" * 10), Decimal("-1E-10")]),
        ("decimal(2,2)", [Decimal("0.99"), Decimal("-0.99"), Decimal("0.10")]),
        ("date", [-719_162, 2_932_896, 3_789_548]),
        ("string", ["", "e\u0301 o\u0308\u0323", "long " * 500]),
        ("array<int>", [(), (None,), (0,)]),
        ("map<int,string>", [(), ((0, None),)]),
        ("struct<a:int,b:string>", [(None, None)]),
    ],
)
def test_the_edges(type_: str, values: list[Any]) -> None:
    for value in values:
        assert value in edges(type_) or repr(value) in map(repr, edges(type_))


def test_signs_and_nan() -> None:
    found = [repr(v) for v in edges("float")]
    assert {"0.0", "-0.0", "nan", "inf", "-inf"} <= set(found)


def test_a_map_has_each_key_once() -> None:
    for value in edges("map<double,int>"):
        keys = [k for k, _ in value]
        assert len({str(k) for k in keys}) == len(keys)
        assert "-0.0" not in map(repr, keys)
    assert any(len(value) > 5 for value in edges("map<double,int>"))


@pytest.mark.parametrize("types", ["string", "int,double", "map<string,int>,decimal(9,2),date"])
def test_edge_rows_have_every_edge_and_null(types: str) -> None:
    rows = edge_rows(types)
    for k, of in enumerate(parse_types(types)):
        found = {repr(row[k]) for row in rows}
        assert {repr(v) for v in [*edge_values(of), None]} <= found


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
        ("struct<a: int, b array<string>>", "struct<a:int,b:array<string>>"),
        ("map < string , decimal(4,2) >", "map<string,decimal(4,2)>"),
        ("struct<`a<, b`:int,`c``d`:array<int>>", "struct<`a<, b`:int,`c``d`:array<int>>"),
    ],
)
def test_types_from_text(text: str, same: str) -> None:
    assert ddl(parse_type(text)) == same


def test_several_types() -> None:
    wanted = [DecimalType(18, 2), IntegerType()]
    assert parse_types("decimal(18,2),int") == wanted
    assert parse_types(["decimal(18,2)", IntegerType()]) == wanted
    assert parse_types(StructType().add("a", DecimalType(18, 2)).add("b", "integer")) == wanted


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("integr", "'integr' is not a type that a columnar body can take"),
        ("decimal(40,2)", "1 to 38 digits"),
        ("array<int", "a bracket is not closed"),
        ("map<int>", "map takes 2 types"),
        ("map<map<int,int>,int>", "Spark takes no such keys in a map"),
        ("interval", "'interval' is not a type"),
        ("struct<a>", "'a' is not 'name: type'"),
    ],
)
def test_what_is_no_type(text: str, says: str) -> None:
    with pytest.raises(UnsupportedTypeError) as e:
        parse_types(text)
    assert says in str(e.value)


@pytest.mark.parametrize("given", [5, None, IntegerType, int, ["int", 5], [DecimalType(5, -2)]])
def test_what_is_no_type_and_no_text(given: Any) -> None:
    with pytest.raises(UnsupportedTypeError):
        parse_types(given)


def test_a_schema_may_exclude_nulls_and_test_data_do_not() -> None:
    inner = StructType().add("a b", IntegerType(), False).add("c", ArrayType(DateType(), False))
    of = MapType(StringType(), inner, False)
    assert parse_types([of]) == parse_types("map<string,struct<`a b`:int,c:array<date>>>")
    assert literal((("k", (1, ())),), of) == (
        "CAST(map('k', CAST(named_struct('a b', CAST('1' AS int), 'c', CAST(array() "
        "AS array<date>)) AS struct<`a b`:int,c:array<date>>)) "
        "AS map<string,struct<`a b`:int,c:array<date>>>)"
    )


def test_rows_as_python_has_them() -> None:
    import datetime

    types = parse_types("date,map<string,int>,struct<a:int,b:string>,decimal(5,2),timestamp")
    at = datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone.utc)
    row = (datetime.date(1970, 1, 2), {"x": 1}, {"a": 1}, "1.5", at)
    (found,) = given_rows([row], types)
    assert found[:4] == (1, (("x", 1),), (1, None), Decimal("1.50"))
    assert found[4] == 1_704_067_200_000_000
    assert given_rows(["a", None], parse_types("string")) == [("a",), (None,)]


@pytest.mark.parametrize(
    ("row", "types", "says"),
    [
        ((1, 2, 3), "int,int", "row 0 is (1, 2, 3), which is not a row of 2 values"),
        ((300,), "tinyint", "row 0, argument 1, is 300, which is not tinyint"),
        (("1.234",), "decimal(5,2)", "which is not decimal(5,2)"),
        (([1, "x"],), "array<int>", "argument 1, element is 'x', which is not int"),
        (([(1, 1), (1, 2)],), "map<int,int>", "a key is null, or there twice"),
        ((True,), "int", "which is not int"),
        ((5,), "map<int,int>", "is 5, which is not map<int,int>"),
        (("ab",), "map<string,int>", "is 'ab', which is not map<string,int>"),
        (([(1, 2, 3)],), "map<int,int>", "which is not map<int,int>"),
        (({1: 2},), "array<int>", "is {1: 2}, which is not array<int>"),
        (({"b": 1},), "struct<a:int>", "is {'b': 1}, which is not struct<a:int>"),
        ((10**400,), "double", "which is not double"),
        ((10**400,), "float", "which is not float"),
        (("\ud800",), "string", "which is not string"),
    ],
)
def test_rows_that_are_not_of_their_types(row: Any, types: str, says: str) -> None:
    with pytest.raises(TestDataError) as e:
        given_rows([row], parse_types(types))
    assert says in str(e.value)


@pytest.mark.parametrize("rows", ["abc", None, 5, 1.5])
def test_rows_that_are_none(rows: Any) -> None:
    with pytest.raises(TestDataError, match="which is not a list of rows"):
        given_rows(rows, parse_types("string"))


def test_literals_name_their_types() -> None:
    assert literal(None, parse_type("int")) == "CAST(NULL AS int)"
    assert literal("it's\\", parse_type("string")) == r"'it\'s\\'"
    assert literal("a\nb", parse_type("string")) == "CAST(X'610A62' AS STRING)"
    assert literal("ab" * 90, parse_type("string")) == "repeat('ab', 90)"
    assert literal((1, None), parse_type("array<int>")) == (
        "CAST(array(CAST('1' AS int), CAST(NULL AS int)) AS array<int>)"
    )
