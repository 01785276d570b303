# SPDX-License-Identifier: Apache-2.0

"""Every type crosses the plugin unchanged: rows to columns, a columnar body, columns to rows."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from harness import type_tables
from harness.cpu_gpu_runner import Both
from harness.type_tables import VIEW, Column
from rapids_udfs.emulator import Span
from rapids_udfs.testing import assert_type_mapping


@pytest.fixture(scope="module")
def table(both: Both, tmp_path_factory) -> None:
    with both.rows_alone():
        type_tables.write(both.spark, tmp_path_factory.mktemp("types"))


# The comparison of rows has null flags for this number of columns and the id.
_PARTS = [type_tables.columns()[i : i + 60] for i in range(0, len(type_tables.columns()), 60)]


def check_identity(both: Both, columns: Sequence[Column]) -> None:
    results = ", ".join(f"identity({c.name}) AS r{i}" for i, c in enumerate(columns))
    columnar = both.columnar(f"SELECT id, {results} FROM {VIEW}")
    row_wise = both.row_wise(f"SELECT id, {', '.join(c.name for c in columns)} FROM {VIEW}")
    assert len(row_wise.rows) == type_tables.ROWS
    assert columnar.rows == row_wise.rows
    assert columnar.leaks == {}
    counts = columnar.counts["identity"]
    assert counts.row_calls == 0
    assert counts.columnar_rows == type_tables.ROWS * len(columns)


@pytest.fixture(scope="module")
def at_fault(table, both: Both) -> set[str]:
    """Return the columns of the queries with wrong results."""
    names: set[str] = set()
    for part in _PARTS:
        try:
            check_identity(both, part)
        except Exception:  # also a failed assertion: the tests of the single columns show which one
            names |= {column.name for column in part}
    return names


def test_identity_of_all_columns(at_fault: set[str]) -> None:
    assert at_fault == set()


@pytest.mark.parametrize("column", type_tables.columns(), ids=lambda c: c.type)
def test_identity(at_fault: set[str], both: Both, column: Column) -> None:
    """Test a column separately only if a query of many columns failed."""
    if column.name in at_fault:
        check_identity(both, [column])


def test_the_type_mapping(spark) -> None:
    report = assert_type_mapping(spark, rows=20)
    for result in report.results:
        assert result.columnar_batches > 0, result
        assert result.row_calls == 0, result


_OPERATORS = {
    "GpuColumnarExchange": "SELECT /*+ REPARTITION(3, id) */ id, {fields} FROM {table}",
    "GpuHashAggregate": "SELECT id, {firsts} FROM {table} GROUP BY id",
}


@pytest.mark.parametrize("part", _PARTS, ids=lambda part: part[0].name)
@pytest.mark.parametrize("node", _OPERATORS)
def test_operators(table, both: Both, node: str, part: list[Column]) -> None:
    sql = _OPERATORS[node].format(
        fields=", ".join(c.name for c in part),
        firsts=", ".join(f"first({c.name})" for c in part),
        # The plugin runs an exchange only after one of its own operators, such as a filter.
        table=f"(SELECT * FROM {VIEW} WHERE id >= 0)",
    )
    columnar, row_wise = both.columnar(sql), both.row_wise(sql)
    assert node in columnar.nodes
    assert columnar.rows == row_wise.rows
    assert len(row_wise.rows) == type_tables.ROWS


def test_the_ledger_of_all_that_ran(table, both: Both) -> None:
    first = type_tables.columns()[0].name
    columnar = both.columnar(f"SELECT id, identity({first}) AS r FROM {VIEW} WHERE id % 2 = 0")
    totals = both.span.totals
    assert totals.kernels == sum(totals.by_kernel.values())
    # The plugin runs the filter and the conversions to columns and back.
    of_udfs = sum(cost.kernels for cost in columnar.costs.values())
    assert totals.kernels > of_udfs
    assert totals.bytes_read > 0
    assert totals.bytes_written > 0
    assert totals.peak_bytes >= totals.live_bytes >= 0
    again = Span(both.spark).totals
    assert (again.kernels, again.allocations, again.by_kernel) == (0, 0, {})
    assert both.span.totals.kernels == totals.kernels
