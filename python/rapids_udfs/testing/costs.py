# SPDX-License-Identifier: Apache-2.0

"""The cuDF operations of one call of a UDF's columnar body: ``measure_costs``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rapids_udfs.emulator import Cost, Span
from rapids_udfs.errors import ArgumentValueError, ConformanceError
from rapids_udfs.session.jvm_objects import java_list
from rapids_udfs.testing.call_costs import CallCosts
from rapids_udfs.testing.contexts import VIEW
from rapids_udfs.testing.engine import TypeLike, Types
from rapids_udfs.testing.session_run import SessionRun
from rapids_udfs.testing.subject import find_subject

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ROWS = 1000
"""The number of rows of the larger of the two batches."""
_FEWER = 10


def measure_costs(
    spark: SparkSession,
    function: str,
    types: Types,
    *,
    returns: TypeLike | None = None,
    rows: int = ROWS,
    seed: int = 0,
) -> CallCosts:
    """Count what one call of a UDF's columnar body does, over rows generated as in the other tests.

    Raises:
        ArgumentValueError: ``rows`` is too small to show growth.
        ConformanceError: no call ran in columns.
    """
    if rows < _FEWER:
        raise ArgumentValueError(f"costs are counted over {_FEWER} rows or more, not over {rows}")
    run = SessionRun(spark, find_subject(spark, function, types, returns))
    counts = [_counted(run, n, seed) for n in (rows, rows // _FEWER)]
    return CallCosts(run.subject.signature, *counts)


def _counted(run: SessionRun, rows: int, seed: int) -> Cost:
    batch = run.kit.randomRows(run.subject.types, rows, seed)
    with run.data(java_list(run.spark, [batch])):
        span = Span(run.spark)
        run.run(f"SELECT id, {run.subject.over_columns()} AS r FROM {VIEW}", columnar=True)
        found = list(span.costs.values())
    if len(found) != 1 or found[0].calls != 1:
        raise ConformanceError(f"{run.subject.name} did not run in columns, in one call")
    return found[0]
