"""Every function over columns of a Parquet file: as over literals, with nulls, without rows."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import pytest

from harness import cases, catalogue, columns, routes
from harness.columns import Calls

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "function" in metafunc.fixturenames:
        functions = catalogue.functions()
        if "route" in metafunc.fixturenames:
            pairs = [(name, r) for name, f in functions.items() for r in routes.of(f)]
            metafunc.parametrize(("function", "route"), pairs)
        else:
            metafunc.parametrize("function", list(functions))


class Tables:
    def __init__(self, spark, folder):
        self.spark = spark
        self.folder = folder
        self.of = functools.cache(self._of)
        self.name = functools.cache(self._name)
        self.answers = functools.cache(self._answers)
        self.no_rows = functools.cache(self._no_rows)

    def _of(self, function: str) -> Calls:
        listed = catalogue.functions()[function]
        return columns.write(self.spark, listed, cases.every(listed), self.folder)

    def _name(self, function: str, route: str) -> str:
        return routes.register(self.spark, catalogue.functions()[function], route)

    def names(self, function: str) -> dict[str, str]:
        """Its name by each route."""
        return {r: self.name(function, r) for r in routes.of(catalogue.functions()[function])}

    def _answers(self, function: str) -> dict[str, list[dict[str, Any]]]:
        """By each route row by row: over columns, and with each argument a literal, and null."""
        calls = self.of(function)
        shown = {"plain": calls.columns}
        for i, (literal, type_) in enumerate(zip(calls.literals, calls.types, strict=True)):
            shown[f"literal{i}"] = replaced(calls.columns, i, literal)
            null = f"IF(id < 0, {calls.columns[i]}, CAST(NULL AS {type_}))"
            shown[f"null{i}"] = replaced(calls.columns, i, null)
        # One query: generated code for all routes is compiled at once.
        results = ", ".join(
            f"struct({', '.join(casts(name, shown))}) AS {route}"
            for route, name in self.names(function).items()
        )
        rows = self.spark.sql(f"SELECT id, literal, {results} FROM {calls.view}").collect()
        rows.sort(key=lambda row: row["id"])
        return {
            route: [{"literal": row["literal"], **row[route].asDict()} for row in rows]
            for route in self.names(function)
        }

    def _no_rows(self, function: str) -> DataFrame:
        """By each route over no rows, which is known only after the files are read."""
        calls = self.of(function)
        results = ", ".join(
            f"{name}({', '.join(calls.columns)}) AS {route}"
            for route, name in self.names(function).items()
        )
        frame = self.spark.sql(f"SELECT {results} FROM {calls.view} WHERE id + length(literal) < 0")
        assert frame.collect() == []
        return frame


def casts(name: str, calls: dict[str, list[str]]) -> list[str]:
    return [f"CAST({name}({', '.join(args)}) AS STRING) AS {k}" for k, args in calls.items()]


def replaced(names: list[str], index: int, sql: str) -> list[str]:
    return [sql if i == index else name for i, name in enumerate(names)]


@pytest.fixture(scope="module")
def tables(spark, tmp_path_factory) -> Tables:
    return Tables(spark, tmp_path_factory.mktemp("calls"))


def in_any_order(function: str, route: str, shown: str | None) -> str | None:
    """The shown string, its characters sorted where the route keeps no order of entries."""
    if shown is None or routes.keeps_order(catalogue.functions()[function], route):
        return shown
    return "".join(sorted(shown))


def test_columns_answer_as_literals(tables: Tables, function: str, route: str) -> None:
    rows = tables.answers(function)[route]
    assert len(rows) == tables.of(function).rows
    shown = functools.partial(in_any_order, function, route)
    if routes.keeps_nested_nulls(catalogue.functions()[function], route):
        assert [shown(r["plain"]) for r in rows] == [shown(r["literal"]) for r in rows]


def test_one_argument_a_literal(tables: Tables, function: str, route: str) -> None:
    first = tables.answers(function)[route][0]
    calls = tables.of(function)
    shown = functools.partial(in_any_order, function, route)
    mixed = {i: shown(first[f"literal{i}"]) for i in range(len(calls.types))}
    assert mixed == dict.fromkeys(mixed, shown(first["literal"]))


def test_null_in_each_position(tables: Tables, function: str, route: str) -> None:
    rows = tables.answers(function)[route]
    listed = catalogue.functions()[function]
    for i in range(len(tables.of(function).types)):
        results = {row[f"null{i}"] for row in rows}
        if catalogue.null_in_null_out(listed):
            assert results == {None}, f"argument {i + 1} is null"
        elif listed["nullRule"] == "never_null":
            assert None not in results, f"argument {i + 1} is null"
        else:
            # Such a function decides itself what null means: its cases say what.
            assert listed["nullRule"] == "called_on_null"


def test_no_rows(tables: Tables, function: str, route: str) -> None:
    found = tables.no_rows(function).schema[route].dataType
    listed = catalogue.functions()[function]
    if not listed["dependentResult"]:
        declared = tables.spark.sql(f"SELECT CAST(NULL AS {listed['returns']}) AS r")
        assert found == declared.schema["r"].dataType


def test_data_comes_in_several_partitions(tables: Tables) -> None:
    calls = max(map(tables.of, catalogue.functions()), key=lambda c: c.rows)
    assert tables.spark.table(calls.view).rdd.getNumPartitions() > 1
