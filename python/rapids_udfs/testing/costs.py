# SPDX-License-Identifier: Apache-2.0

"""The cuDF operations of one call of a UDF's columnar body: ``measure_costs``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rapids_udfs import emulator
from rapids_udfs.emulator import Cost
from rapids_udfs.session.jvm_objects import java_list
from rapids_udfs.testing.call_costs import CallCosts
from rapids_udfs.testing.contexts import VIEW, fields
from rapids_udfs.testing.engine import TypeLike, Types, engine
from rapids_udfs.testing.session_run import SessionRun
from rapids_udfs.testing.subject import find_subject
from rapids_udfs.testing.values import TestDataError

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
        NotEmulatedError: the session is not of mode ``emulate``.
        TestDataError: no call ran in columns, or ``rows`` is too small to show growth.
    """
    emulator.reset(spark)
    if rows < _FEWER:
        raise TestDataError(f"costs are counted over {_FEWER} rows or more, not over {rows}")
    run = SessionRun(spark, find_subject(spark, function, types, returns))
    counts = [_counted(run, n, seed) for n in (rows, rows // _FEWER)]
    return CallCosts(run.subject.signature, *counts)


def _counted(run: SessionRun, rows: int, seed: int) -> Cost:
    kit, types = engine(run.spark), run.subject.types
    batch = kit.randomRows(types, rows, seed)
    sql = fields(run.subject, kit, types, batch)[0].sql
    with run.data(java_list(run.spark, [batch])):
        emulator.reset(run.spark)
        run.run(f"SELECT id, {sql} AS r FROM {VIEW}", columnar=True)
        found = list(emulator.costs(run.spark).values())
    if len(found) != 1 or found[0].calls != 1:
        raise TestDataError(f"{run.subject.name} did not run in columns, in one call")
    return found[0]
