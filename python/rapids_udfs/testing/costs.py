# SPDX-License-Identifier: Apache-2.0

"""The cuDF operations of one call of a UDF's columnar body: ``measure_costs``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rapids_udfs.console import text_table
from rapids_udfs.emulator import Cost, Span
from rapids_udfs.session.jvm_objects import java_list
from rapids_udfs.testing.contexts import VIEW, fields
from rapids_udfs.testing.engine import TypeLike, Types, engine
from rapids_udfs.testing.session_run import SessionRun
from rapids_udfs.testing.subject import find_subject
from rapids_udfs.testing.values import TestDataError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_LAUNCHES: Mapping[str, int] = {
    "byteListCast": 0,
    "codePoints": 3,
    "concatenate": 5,
    "copyColumnViewToCV": 0,
    "dropListDuplicates": 20,
    "dropListDuplicatesWithKeysValues": 20,
    "extractListElement": 5,
    "extractRe": 13,
    "listReduce": 2,
    "listSortRows": 6,
    "listsIntersectDistinct": 30,
    "listsUnionDistinct": 30,
    "lower": 4,
    "replaceRegex": 4,
    "slice": 0,
    "stringConcatenation": 5,
    "stringReplace": 4,
    "stringSplit": 25,
    "stringSplitRecord": 18,
    "stringStrip": 7,
    "substring": 7,
    "substringColumn": 7,
    "upper": 4,
    "urlDecode": 4,
    "urlEncode": 4,
}
"""Counted on libcudf 26.08.1 over strings and lists; every other operation counts as one."""


@dataclass(frozen=True)
class CallCosts:
    """A call over a batch and, for the growth, over a tenth of its rows; ``str()`` is a table."""

    title: str
    cost: Cost
    fewer: Cost

    @property
    def launches(self) -> int:
        """An estimate of the kernels that a GPU launches for it."""
        return sum(_launches(name) * calls for name, calls in self.cost.by_kernel.items())

    def as_json(self) -> dict[str, Any]:
        """The counts by name."""
        fewer = self.fewer
        return {
            "function": self.title,
            **self.cost._asdict(),
            "estimated_launches": self.launches,
            "with_fewer_rows": {"rows": fewer.rows, "kernels": fewer.kernels},
        }

    def __str__(self) -> str:
        cost, fewer = self.cost, self.fewer
        rows = [(n, c, _launches(n) * c) for n, c in cost.by_kernel.items()]
        rows.sort(key=lambda row: -row[2])
        rows.append(("all", cost.kernels, self.launches))
        table = text_table.render(("operation", "calls", "launches (estimate)"), rows)
        grows = cost.kernels > fewer.kernels
        growth = "they grow with the rows, and so do launches" if grows else "they do not grow"
        return "\n".join(
            [
                f"{self.title} in one batch of {cost.rows:,} rows, by the emulator's ledger",
                table.rstrip(),
                f"bytes: {cost.input_bytes:,} of arguments, {cost.bytes_written:,} written, in "
                f"{cost.allocations:,} allocations, at most {cost.peak_bytes:,} at a time",
                f"over {fewer.rows:,} rows: {fewer.kernels:,} operations: {growth}",
            ]
        )


def _launches(name: str) -> int:
    return _LAUNCHES.get(name.rpartition(".")[2], 1)


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
        TestDataError: no call ran in columns, or ``rows`` is too small to show growth.
    """
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
        span = Span(run.spark)
        run.run(f"SELECT id, {sql} AS r FROM {VIEW}", columnar=True)
        found = list(span.costs.values())
    if len(found) != 1 or found[0].calls != 1:
        raise TestDataError(f"{run.subject.name} did not run in columns, in one call")
    return found[0]
