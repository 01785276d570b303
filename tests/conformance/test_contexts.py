# SPDX-License-Identifier: Apache-2.0

"""Functions inside the other parts of a query: they are expressions like any other."""

from __future__ import annotations

import functools
from collections import Counter

import pytest

from harness import cases, catalogue, columns
from harness.columns import Calls

# Of each kind of argument and result, and with each way of treating nulls.
FUNCTIONS = [
    "ascii_lower",
    "ts_floor",
    "money_gross",
    "luhn_valid",
    "parse_semver",
    "url_query_map",
]


class Table:
    def __init__(self, spark, calls: Calls):
        self.spark = spark
        self.view = calls.view
        self.arguments = calls.columns
        self.expected = {
            row["id"]: row["literal"] for row in self.rows(f"SELECT id, literal FROM {calls.view}")
        }
        self.function = calls.function

    def rows(self, sql: str) -> list:
        return self.spark.sql(sql).collect()

    def call(self, *arguments: str, of: str = "") -> str:
        """The call as text, over the table's columns unless others are given."""
        inputs = arguments or tuple(of + a for a in self.arguments)
        return f"CAST({self.function}({', '.join(inputs)}) AS STRING)"


@pytest.fixture(scope="module")
def tables(spark, tmp_path_factory):
    folder = tmp_path_factory.mktemp("contexts")

    @functools.cache
    def table(function: str) -> Table:
        listed = cases.read(cases.file_of(function))
        return Table(spark, columns.write(spark, catalogue.functions()[function], listed, folder))

    return table


@pytest.fixture(params=FUNCTIONS)
def table(tables, request: pytest.FixtureRequest) -> Table:
    return tables(request.param)


def test_data_has_nulls_and_values(table: Table) -> None:
    """The assumptions of the tests below."""
    assert len(table.expected) > 3
    assert len(set(table.expected.values())) > 1


def test_case_when(table: Table) -> None:
    rows = table.rows(
        f"SELECT id, CASE WHEN id % 2 = 0 THEN {table.call()} ELSE 'odd' END AS r FROM {table.view}"
    )
    expected = {i: v if i % 2 == 0 else "odd" for i, v in table.expected.items()}
    assert {r["id"]: r["r"] for r in rows} == expected


def test_case_when_on_the_result(table: Table) -> None:
    rows = table.rows(
        f"SELECT id, IF({table.call()} IS NULL, 'none', 'some') AS r FROM {table.view}"
    )
    expected = {i: "none" if v is None else "some" for i, v in table.expected.items()}
    assert {r["id"]: r["r"] for r in rows} == expected


def test_filter(table: Table) -> None:
    rows = table.rows(f"SELECT id FROM {table.view} WHERE {table.call()} IS NOT NULL AND id > 0")
    assert {r["id"] for r in rows} == {i for i, v in table.expected.items() if v is not None and i}


def test_aggregate(table: Table) -> None:
    rows = table.rows(
        f"SELECT {table.call()} AS key, count(*) AS n, max({table.call()}) AS most "
        f"FROM {table.view} GROUP BY {table.call()}"
    )
    assert {r["key"]: r["n"] for r in rows} == Counter(table.expected.values())
    assert all(r["most"] == r["key"] for r in rows)


def test_join(table: Table) -> None:
    rows = table.rows(
        f"SELECT l.id AS a, r.id AS b FROM {table.view} l JOIN {table.view} r "
        f"ON {table.call(of='l.')} = {table.call(of='r.')}"
    )
    known = {i: v for i, v in table.expected.items() if v is not None}
    assert {(r["a"], r["b"]) for r in rows} == {
        (a, b) for a, x in known.items() for b, y in known.items() if x == y
    }


def test_order_and_window(table: Table) -> None:
    rows = table.rows(
        f"SELECT {table.call()} AS r, row_number() OVER (ORDER BY {table.call()}, id) AS n "
        f"FROM {table.view} ORDER BY n"
    )
    # Spark sorts nulls first and strings by their UTF-8 bytes.
    expected = sorted(table.expected.values(), key=lambda v: (v is not None, (v or "").encode()))
    assert [r["r"] for r in rows] == expected


def test_higher_order_function(table: Table) -> None:
    call = table.call("x", *table.arguments[1:])
    rows = table.rows(
        f"SELECT id, transform(array({table.arguments[0]}), x -> {call}) AS r FROM {table.view}"
    )
    assert {r["id"]: r["r"] for r in rows} == {i: [v] for i, v in table.expected.items()}


def test_call_of_a_call(table: Table) -> None:
    inner = f"{table.function}({', '.join(table.arguments)})"
    rows = table.rows(
        f"SELECT id, CAST(identity({inner}) AS STRING) AS r, count_nulls({inner}, 1) AS n "
        f"FROM {table.view}"
    )
    assert {r["id"]: r["r"] for r in rows} == table.expected
    assert {r["id"]: r["n"] for r in rows} == {i: int(v is None) for i, v in table.expected.items()}


def test_view_and_subquery(table: Table) -> None:
    table.spark.sql(
        f"CREATE OR REPLACE TEMPORARY VIEW shown AS SELECT id, {table.call()} AS r FROM {table.view}"  # noqa: E501
    )
    rows = table.rows("SELECT id, r FROM shown WHERE id = (SELECT max(id) FROM shown)")
    last = max(table.expected)
    assert [(r["id"], r["r"]) for r in rows] == [(last, table.expected[last])]
