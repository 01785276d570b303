# SPDX-License-Identifier: Apache-2.0

"""Columnar bodies of builtins survive errors of memory and of cuDF, and leave nothing open.

The plugin tries again after one of its retry errors, with the same batch or with its halves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pyspark
import pytest

from harness.builtin_cases import CASES, Case, table
from harness.cpu_gpu_runner import Both
from rapids_udfs import emulator

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

BATCHES = 40
"""Of one query: as many points at which a call fails."""
MOST_POINTS = 2_000
STEPS = {"plain": 1, "retry": 5, "split": 5}
"""Errors that come out of a body, and from one of a call's points to the next that fails. After a
plain one that has come out the plugin is told to try again as well, so it visits them all.
"""
SPLITS = pyspark.__version__ >= "4"
"""Whether the plugin splits batches in projections; if not, being told to ends the query."""


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


@pytest.mark.parametrize("kind", STEPS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.calls[0])
def test_a_builtin_survives_failures(both: Both, batches: DataFrame, case: Case, kind: str) -> None:
    where = f"{case.where} AND {case.ansi_where}"
    sql = f"SELECT id, {case.calls[0]} AS c FROM builtin_batches WHERE {where}"
    faults = both.spark._jvm.io.github.rapidsudfs.emulator.memory.CallFaults
    expected = both.row_wise(sql)
    if kind == "split" and not SPLITS:
        faults.split(len(expected.rows) // BATCHES, 1, 1)
        try:
            with pytest.raises(Exception, match="SplitAndRetryOOM"):
                both.columnar(sql)
        finally:
            faults.end()
        assert emulator.leaks(both.spark) == {}
        return
    step = STEPS[kind]
    for first in range(1, MOST_POINTS, BATCHES * step):
        getattr(faults, kind)(len(expected.rows) // BATCHES, first, step)
        try:
            found = both.columnar(sql)
        finally:
            faults.end()
        assert faults.lost() == ""
        assert found.leaks == {}
        assert found.rows == expected.rows
        assert found.counts[case.name].row_calls == 0
        # What failed was tried again, in halves where the batch was split.
        tried = BATCHES + faults.failed() * (1 + (kind == "split"))
        assert sum(counts.columnar_batches for counts in found.counts.values()) >= tried
        if faults.passed():
            # Some call had fewer points than its number: all have been met.
            assert first > 1 or faults.failed() > 0
            return
    pytest.fail(f"a call of more than {MOST_POINTS} operations and allocations")
