"""Every type crosses the plugin unchanged: rows to columns, a columnar body, columns to rows."""

from __future__ import annotations

import pytest

from harness import typedata
from harness.both import Both
from harness.typedata import VIEW, Column


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


@pytest.mark.parametrize(
    ("node", "sql"),
    [
        ("GpuColumnarExchange", f"SELECT /*+ REPARTITION(3, id) */ * FROM {VIEW}"),
        (
            "GpuBroadcastHashJoin",
            f"""SELECT /*+ BROADCAST(t) */ t.*
            FROM (SELECT id + 1 AS i FROM {VIEW}) JOIN {VIEW} t ON i = id""",
        ),
        (
            "GpuHashAggregate",
            f"SELECT id, {', '.join(f'first({c.name})' for c in typedata.columns())} "
            f"FROM {VIEW} GROUP BY id",
        ),
    ],
)
def test_operators(table, both: Both, node: str, sql: str) -> None:
    # A filter first: plugin 25.04.0 takes an exchange only from an operator of its own.
    sql = sql.replace(f"FROM {VIEW}", f"FROM (SELECT * FROM {VIEW} WHERE id >= 0)")
    columnar, row_wise = both.columnar(sql), both.row_wise(sql)
    assert node in columnar.nodes
    assert columnar.rows == row_wise.rows
    assert len(row_wise.rows) >= typedata.ROWS - 1
