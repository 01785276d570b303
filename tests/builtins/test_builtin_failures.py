# SPDX-License-Identifier: Apache-2.0

"""Columnar bodies of builtins survive memory errors and cuDF's errors, and leave nothing open.

After one of its retry errors, the plugin tries again with the same batch or with its halves.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pyspark
import pytest

from harness.builtin_cases import CASES, Case, table
from harness.cpu_gpu_runner import Answer, Both

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

BATCHES = {"plain": 40, "retry": 8, "split": 8}
"""The number of points per query at which a call fails."""
MOST_POINTS = 2_000
STEPS = {"plain": 1, "retry": 5, "split": 5}
"""Errors that leave a body, and the step from one failing point of a call to the next. After a
plain error, the test also makes the plugin try again, so it reaches all points."""
SPLITS = pyspark.__version__ >= "4"
"""Whether the plugin splits batches in projections; if not, a split error ends the query."""


@pytest.fixture(scope="module")
def batches(both: Both) -> Iterator[None]:
    """Create a view per number of partitions, with the arguments' edge values in all of them."""
    with both.rows_alone():
        edges = table(both.spark, 0).coalesce(1)
        rows = edges.count()
        tables = {count: repeated(both, edges, rows, count) for count in {*BATCHES.values()}}
    for count, frame in tables.items():
        frame.createOrReplaceTempView(f"builtin_batches_{count}")
    yield
    for frame in tables.values():
        frame.unpersist()


def repeated(both: Both, edges: DataFrame, rows: int, count: int) -> DataFrame:
    numbers = both.spark.range(0, count, 1, count).withColumnRenamed("id", "batch")
    each = numbers.crossJoin(edges.hint("broadcast"))
    frame: DataFrame = each.withColumn("id", each.id + rows * each.batch).persist()
    assert frame.count() == rows * count
    return frame


@pytest.fixture(scope="module")
def row_wise(both: Both) -> Callable[[str], Answer]:
    """Return the row-wise result of a query, computed once for all kinds of errors."""
    return functools.lru_cache(maxsize=len(BATCHES))(both.row_wise)


@pytest.mark.parametrize("kind", STEPS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.calls[0])
def test_a_builtin_survives_failures(
    both: Both, batches: None, row_wise: Callable[[str], Answer], case: Case, kind: str
) -> None:
    count = BATCHES[kind]
    where = f"{case.where} AND {case.ansi_where}"
    sql = f"SELECT id, {case.calls[0]} AS c FROM builtin_batches_{count} WHERE {where}"
    faults = both.spark._jvm.io.github.rapidsudfs.emulator.memory.CallFaults
    expected = row_wise(sql)
    if kind == "split" and not SPLITS:
        faults.split(len(expected.rows) // count, 1, 1)
        try:
            with pytest.raises(Exception, match="SplitAndRetryOOM"):
                both.columnar(sql)
        finally:
            faults.end()
        assert both.span.leaks == {}
        return
    step = STEPS[kind]
    for first in range(1, MOST_POINTS, count * step):
        getattr(faults, kind)(len(expected.rows) // count, first, step)
        try:
            answer = both.columnar(sql)
        finally:
            faults.end()
        assert faults.lost() == ""
        assert answer.leaks == {}
        assert answer.rows == expected.rows
        assert answer.counts[case.name].row_calls == 0
        # Failed calls were tried again, in halves if the batch was split.
        tried = count + faults.failed() * (1 + (kind == "split"))
        assert sum(counts.columnar_batches for counts in answer.counts.values()) >= tried
        if faults.passed():
            # A call had fewer points than its number, so all points were reached.
            assert first > 1 or faults.failed() > 0
            return
    pytest.fail(f"a call of more than {MOST_POINTS} operations and allocations")
