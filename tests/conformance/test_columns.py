# SPDX-License-Identifier: Apache-2.0

"""Every function over columns of a Parquet file: as over literals, with nulls, without rows."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import pytest

from harness import catalogue, columns, routes
from harness.columns import Table

if TYPE_CHECKING:
    from pyspark.sql import DataFrame
    from pyspark.sql.types import DataType


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "route" in metafunc.fixturenames:
        functions = catalogue.functions()
        pairs = [(name, r) for name, f in functions.items() for r in routes.of(f)]
        metafunc.parametrize(("function", "route"), pairs)


GROUPS = {name: group for group in catalogue.groups(4) for name in group}


class Tables:
    """Each query asks the functions of a group by all routes."""

    def __init__(self, spark, folder):
        self.spark = spark
        self.folder = folder
        self.of = functools.cache(self._of)
        self.name = functools.cache(self._name)
        self.answers = functools.cache(self._answers)
        self.no_rows = functools.cache(self._no_rows)
        self.type_of = functools.cache(self._type_of)

    def _of(self, group: tuple[str, ...]) -> Table:
        view = f"calls_{group[0]}"
        return columns.write_together(self.spark, group, view, self.folder, answers=True)

    def _name(self, function: str, route: str) -> str:
        return routes.register(self.spark, catalogue.functions()[function], route)

    def names(self, group: tuple[str, ...]) -> dict[tuple[str, str], str]:
        """Each function's name by each route."""
        every = [(f, r) for f in group for r in routes.of(catalogue.functions()[f])]
        return {(f, r): self.name(f, r) for f, r in every}

    def types(self, function: str) -> tuple[str, ...]:
        """The types of its arguments."""
        return self.of(GROUPS[function]).types[function]

    def rows(self, function: str, route: str) -> list[dict[str, Any]]:
        """Row by row: over columns, and with each argument a literal, and null."""
        return self.answers(GROUPS[function])[function, route]

    def _answers(self, group: tuple[str, ...]) -> dict[tuple[str, str], list[dict[str, Any]]]:
        table = self.of(group)
        shown = {f: variants(table, f) for f in group}
        results = ", ".join(
            f"struct({f}_literal AS literal, {', '.join(casts(name, shown[f]))}) AS {f}_{route}"
            for (f, route), name in self.names(group).items()
        )
        rows = self.spark.sql(f"SELECT id, {results} FROM {table.view} ORDER BY id").collect()
        assert len(rows) == table.rows
        return {
            (f, route): [row[f"{f}_{route}"].asDict() for row in rows]
            for f, route in self.names(group)
        }

    def _no_rows(self, group: tuple[str, ...]) -> DataFrame:
        """Over no rows, which is known only after the files are read."""
        table = self.of(group)
        results = ", ".join(
            f"{name}({', '.join(table.columns[f])}) AS {f}_{route}"
            for (f, route), name in self.names(group).items()
        )
        none = " + ".join(["id", *(f"length({f}_literal)" for f in group)])
        frame = self.spark.sql(f"SELECT {results} FROM {table.view} WHERE {none} < 0")
        assert frame.collect() == []
        return frame

    def _type_of(self, type_: str) -> DataType:
        return self.spark.sql(f"SELECT CAST(NULL AS {type_}) AS r").schema["r"].dataType


def variants(table: Table, function: str) -> dict[str, list[str]]:
    """The arguments of the calls by the names of their results."""
    arguments = table.columns[function]
    shown = {"plain": arguments}
    typed = zip(table.literals[function], table.types[function], strict=True)
    for i, (literal, type_) in enumerate(typed):
        shown[f"literal{i}"] = replaced(arguments, i, literal)
        null = f"IF(id < 0, {arguments[i]}, CAST(NULL AS {type_}))"
        shown[f"null{i}"] = replaced(arguments, i, null)
    return shown


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
    rows = tables.rows(function, route)
    shown = functools.partial(in_any_order, function, route)
    if routes.keeps_nested_nulls(catalogue.functions()[function], route):
        assert [shown(r["plain"]) for r in rows] == [shown(r["literal"]) for r in rows]


def test_one_argument_a_literal(tables: Tables, function: str, route: str) -> None:
    first = tables.rows(function, route)[0]
    shown = functools.partial(in_any_order, function, route)
    mixed = {i: shown(first[f"literal{i}"]) for i in range(len(tables.types(function)))}
    assert mixed == dict.fromkeys(mixed, shown(first["literal"]))


def test_null_in_each_position(tables: Tables, function: str, route: str) -> None:
    rows = tables.rows(function, route)
    listed = catalogue.functions()[function]
    for i in range(len(tables.types(function))):
        results = {row[f"null{i}"] for row in rows}
        if catalogue.null_in_null_out(listed):
            assert results == {None}, f"argument {i + 1} is null"
        elif listed["nullRule"] == "never_null":
            assert None not in results, f"argument {i + 1} is null"


def test_no_rows(tables: Tables, function: str, route: str) -> None:
    type_ = tables.no_rows(GROUPS[function]).schema[f"{function}_{route}"].dataType
    listed = catalogue.functions()[function]
    if not listed["dependentResult"]:
        assert type_ == tables.type_of(listed["returns"])
