# SPDX-License-Identifier: Apache-2.0

"""The cuDF operations of one call of a UDF's columnar body: ``measure_costs``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rapids_udfs.console import text_table
from rapids_udfs.emulator import Cost, Span
from rapids_udfs.errors import ArgumentValueError, ConformanceError
from rapids_udfs.session.jvm_objects import java_list
from rapids_udfs.testing.engine import TypeLike, Types
from rapids_udfs.testing.session_run import SessionRun
from rapids_udfs.testing.subject import find_subject

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ROWS = 1000
"""The number of rows of the larger of the two batches."""
_FEWER = 10
_OPERATIONS = {
    0: "byteListCast copyColumnViewToCV slice",
    2: "listReduce",
    3: "codePoints",
    4: "lower replaceRegex stringReplace upper urlDecode urlEncode",
    5: "concatenate extractListElement stringConcatenation",
    6: "listSortRows",
    7: "stringStrip substring substringColumn",
    13: "extractRe",
    18: "stringSplitRecord",
    20: "dropListDuplicates dropListDuplicatesWithKeysValues",
    25: "stringSplit",
    30: "listsIntersectDistinct listsUnionDistinct",
}
"""Kernel launches per call in libcudf 26.08.1, over strings and lists; 1 for all others."""
_LAUNCHES = {name: n for n, names in _OPERATIONS.items() for name in names.split()}


@dataclass(frozen=True)
class CallCosts:
    """The cost of a call over a batch, and over a tenth of its rows; ``str()`` is a table."""

    title: str
    cost: Cost
    fewer: Cost

    @property
    def launches(self) -> int:
        """An estimate of the number of kernels that a GPU launches for the call."""
        return sum(launches for _, _, launches in self._operations())

    def as_json(self) -> dict[str, Any]:
        """The counts by name."""
        return {
            "function": self.title,
            **self.cost._asdict(),
            "estimated_launches": self.launches,
            "with_fewer_rows": {"rows": self.fewer.rows, "kernels": self.fewer.kernels},
        }

    def __str__(self) -> str:
        cost, fewer = self.cost, self.fewer
        rows = sorted(self._operations(), key=lambda row: -row[2])
        rows.append(("all", cost.kernels, self.launches))
        grows = cost.kernels > fewer.kernels
        growth = "they grow with the rows, and so do launches" if grows else "they do not grow"
        return (
            f"{self.title} in one batch of {cost.rows:,} rows, by the emulator's ledger\n"
            f"{text_table.render(('operation', 'calls', 'launches (estimate)'), rows)}\n"
            f"bytes: {cost.input_bytes:,} of arguments, {cost.bytes_written:,} written, in "
            f"{cost.allocations:,} allocations, at most {cost.peak_bytes:,} at a time\n"
            f"over {fewer.rows:,} rows: {fewer.kernels:,} operations: {growth}"
        )

    def _operations(self) -> list[tuple[str, int, int]]:
        """Each operation's name, calls and estimated launches."""
        calls = self.cost.by_kernel.items()
        return [(name, n, n * _LAUNCHES.get(name.rpartition(".")[2], 1)) for name, n in calls]


def measure_costs(
    spark: SparkSession,
    function: str,
    types: Types,
    *,
    returns: TypeLike | None = None,
    rows: int = ROWS,
    seed: int = 0,
) -> CallCosts:
    """Count what one call of a UDF's columnar body does, over generated rows.

    Raises:
        ArgumentValueError: ``rows`` is too small to show growth.
        ConformanceError: no call ran in columns.
    """
    if rows < _FEWER:
        raise ArgumentValueError(f"costs are counted over {_FEWER} rows or more, not over {rows}")
    run = SessionRun(spark, find_subject(spark, function, types, returns))
    costs = (_cost(run, count, seed) for count in (rows, rows // _FEWER))
    return CallCosts(run.subject.signature, *costs)


def _cost(run: SessionRun, rows: int, seed: int) -> Cost:
    batch = run.random_rows(rows, seed)
    with run.data(java_list(run.spark, [batch])):
        span = Span(run.spark)
        run.run(run.select(run.subject.over_columns()), columnar=True)
        costs = list(span.costs.values())
    if len(costs) != 1 or costs[0].calls != 1:
        raise ConformanceError(f"{run.subject.name} did not run in columns, in one call")
    return costs[0]
