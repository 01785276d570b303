# SPDX-License-Identifier: Apache-2.0

"""The emulator's ledger of columnar bodies over one batch, and a check for growth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rapids_udfs.emulator import Cost, Span

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from harness.cpu_gpu_runner import Both


def in_one_batch(both: Both, table: DataFrame, path: Path, view: str) -> int:
    """Create a view of a table that the plugin reads as one batch; return the number of rows."""
    with both.rows_alone():
        table.coalesce(1).write.parquet(str(path))
    frame = both.spark.read.parquet(str(path))
    frame.createOrReplaceTempView(view)
    return frame.count()


def costs_of(both: Both, calls: Iterable[str], view: str, where: str = "true") -> dict[str, Cost]:
    """Run one query with the calls; return the costs of every UDF's columnar body, by its class."""
    span = Span(both.spark)
    called = ", ".join(f"{call} AS c{i}" for i, call in enumerate(calls))
    query = both.spark.sql(f"SELECT {called} FROM {view} WHERE {where}")
    query.write.format("noop").mode("overwrite").save()
    return span.costs


def assert_constant(costs: Mapping[int, Mapping[str, Cost]]) -> None:
    """Assert that no UDF calls more operations in later entries than in the first."""
    first, *others = costs.values()
    grown = [
        (name, first[name].by_kernel, other[name].by_kernel)
        for other in others
        for name in first
        if other[name].kernels > first[name].kernels
    ]
    assert not grown
