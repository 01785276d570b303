"""Every function over columns of a Parquet file: as over literals, with nulls, without rows."""

from __future__ import annotations

import functools

import pytest

from harness import cases, catalogue, columns, routes
from harness.columns import Calls


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

    def _of(self, function: str) -> Calls:
        listed = catalogue.functions()[function]
        path = cases.file_of(function)
        found = cases.examples(listed) + (cases.read(path) if path.exists() else [])
        return columns.write(self.spark, listed, found, self.folder)

    def _name(self, function: str, route: str) -> str:
        return routes.register(self.spark, catalogue.functions()[function], route)

    def _answers(self, function: str, route: str) -> list:
        """Row by row: over the columns, with each argument a literal, with each argument null."""
        calls, name = self.of(function), self.name(function, route)
        shown = {"plain": calls.columns}
        for i, (literal, type_) in enumerate(zip(calls.literals, calls.types, strict=True)):
            shown[f"literal{i}"] = replaced(calls.columns, i, literal)
            null = f"IF(id < 0, {calls.columns[i]}, CAST(NULL AS {type_}))"
            shown[f"null{i}"] = replaced(calls.columns, i, null)
        results = ", ".join(
            f"CAST({name}({', '.join(args)}) AS STRING) AS {label}" for label, args in shown.items()
        )
        rows = self.spark.sql(f"SELECT id, literal, {results} FROM {calls.view}").collect()
        return sorted(rows, key=lambda row: row["id"])


def replaced(names: list[str], index: int, sql: str) -> list[str]:
    return [sql if i == index else name for i, name in enumerate(names)]


@pytest.fixture(scope="module")
def tables(spark, tmp_path_factory) -> Tables:
    return Tables(spark, tmp_path_factory.mktemp("calls"))


def test_columns_answer_as_literals(tables: Tables, function: str, route: str) -> None:
    rows = tables.answers(function, route)
    assert len(rows) == tables.of(function).rows
    assert [r["plain"] for r in rows] == [r["literal"] for r in rows]


def test_one_argument_a_literal(tables: Tables, function: str, route: str) -> None:
    first = tables.answers(function, route)[0]
    calls = tables.of(function)
    exact = len(calls.types) > 1 or routes.keeps_literals(catalogue.functions()[function], route)
    mixed = {i: first[f"literal{i}"] for i in range(len(calls.types)) if exact}
    assert mixed == dict.fromkeys(mixed, first["literal"])


def test_null_in_each_position(tables: Tables, function: str, route: str) -> None:
    rows = tables.answers(function, route)
    listed = catalogue.functions()[function]
    for i in range(len(tables.of(function).types)):
        results = {row[f"null{i}"] for row in rows}
        if catalogue.null_in_null_out(listed):
            assert results == {None}, f"argument {i + 1} is null"
        elif listed["nullRule"] == "never_null":
            assert None not in results, f"argument {i + 1} is null"
        else:
            # Such a function says itself what null means: its cases tell.
            assert listed["nullRule"] == "called_on_null"


def test_no_rows(tables: Tables, function: str, route: str) -> None:
    calls, name = tables.of(function), tables.name(function, route)
    call = f"{name}({', '.join(calls.columns)})"
    # Several partitions, none with a row; the filter is not known before the files are read.
    frame = tables.spark.sql(f"SELECT {call} AS r FROM {calls.view} WHERE id + length(literal) < 0")
    assert frame.collect() == []
    listed = catalogue.functions()[function]
    if not listed["dependentResult"]:
        declared = tables.spark.sql(f"SELECT CAST(NULL AS {listed['returns']}) AS r")
        assert frame.schema["r"].dataType == declared.schema["r"].dataType


def test_data_comes_in_several_partitions(tables: Tables) -> None:
    calls = max(map(tables.of, catalogue.functions()), key=lambda c: c.rows)
    assert tables.spark.table(calls.view).rdd.getNumPartitions() > 1
