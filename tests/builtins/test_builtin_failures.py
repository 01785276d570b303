"""Columnar bodies of builtins survive errors of memory and of cuDF, and leave nothing open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from harness.builtin_cases import CASES, Case, table
from harness.cpu_gpu_runner import Both

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

BATCHES = 100
"""Of one query: as many points at which a call fails."""
MOST_POINTS = 2_000


@pytest.fixture(scope="module")
def batches(both: Both) -> Iterator[DataFrame]:
    """The edges of the arguments, once in each partition."""
    with both.rows_alone():
        edges = table(both.spark, 0).coalesce(1)
        rows = edges.count()
        numbers = both.spark.range(0, BATCHES, 1, BATCHES).withColumnRenamed("id", "batch")
        repeated = numbers.crossJoin(edges.hint("broadcast"))
        repeated = repeated.withColumn("id", repeated.id + rows * repeated.batch).persist()
        assert repeated.count() == rows * BATCHES
    repeated.createOrReplaceTempView("builtin_batches")
    yield repeated
    repeated.unpersist()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.calls[0])
def test_a_builtin_survives_failures(both: Both, batches: DataFrame, case: Case) -> None:
    where = f"{case.where} AND {case.ansi_where}"
    sql = f"SELECT id, {case.calls[0]} AS c FROM builtin_batches WHERE {where}"
    faults = both.spark._jvm.io.github.rapidsudfs.emulator.memory.CallFaults
    expected = both.row_wise(sql)
    for first in range(1, MOST_POINTS, BATCHES):
        faults.plain(len(expected.rows) // BATCHES, first, 1)
        try:
            found = both.columnar(sql)
        finally:
            faults.end()
        assert faults.lost() == ""
        assert found.leaks == {}
        assert found.rows == expected.rows
        assert found.counts[case.name].row_calls == 0
        if faults.passed():
            # Some call had fewer points than its number: all have been met.
            assert first > 1 or faults.failed() > 0
            return
    pytest.fail(f"a call of more than {MOST_POINTS} operations and allocations")
