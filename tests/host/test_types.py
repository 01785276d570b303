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
