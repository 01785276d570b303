"""Every type crosses the plugin unchanged: rows to columns, a columnar body, columns to rows."""

from __future__ import annotations

import pytest

from harness import typedata
from harness.both import Both
from harness.typedata import VIEW, Column
from rapids_udfs import host


@pytest.fixture(scope="module")
def table(both: Both, tmp_path_factory) -> None:
    with both.rows_alone():
        typedata.write(both.spark, tmp_path_factory.mktemp("types"))


@pytest.mark.parametrize("column", typedata.columns(), ids=lambda c: c.type)
def test_identity(table, both: Both, column: Column) -> None:
    columnar = both.columnar(f"SELECT id, identity({column.name}) AS r FROM {VIEW}")
    row_wise = both.row_wise(f"SELECT id, {column.name} AS r FROM {VIEW}")
    assert len(row_wise.rows) == typedata.ROWS
    assert columnar.rows == row_wise.rows
    assert columnar.leaks == {}
    counts = columnar.counts["identity"]
    assert counts.row_calls == 0
    assert counts.columnar_rows == typedata.ROWS


# As many as the comparison of rows has flags for, beside the id.
_PARTS = [typedata.columns()[i : i + 60] for i in range(0, len(typedata.columns()), 60)]
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
        # Plugin 25.04.0 takes an exchange only from an operator of its own, such as a filter.
        table=f"(SELECT * FROM {VIEW} WHERE id >= 0)",
    )
    columnar, row_wise = both.columnar(sql), both.row_wise(sql)
    assert node in columnar.nodes
    assert columnar.rows == row_wise.rows
    assert len(row_wise.rows) == typedata.ROWS


def test_the_ledger_of_all_that_ran(table, both: Both) -> None:
    first = typedata.columns()[0].name
    columnar = both.columnar(f"SELECT id, identity({first}) AS r FROM {VIEW} WHERE id % 2 = 0")
    totals = host.totals(both.spark)
    assert totals.kernels == sum(totals.by_kernel.values())
    # The filter is the plugin's, and so is the way to columns and back.
    of_udfs = sum(cost.kernels for cost in columnar.costs.values())
    assert totals.kernels > of_udfs
    assert totals.bytes_read > 0
    assert totals.bytes_written > 0
    assert totals.peak_bytes >= totals.live_bytes >= 0
    host.reset(both.spark)
    again = host.totals(both.spark)
    assert (again.kernels, again.allocations, again.by_kernel) == (0, 0, {})
