# SPDX-License-Identifier: Apache-2.0

"""The report of a session's Python workers: devices, model loads, batches, rows/s, memory."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

from rapids_udfs.console.text_table import html_table, render
from rapids_udfs.gpu.metrics import Counts, Key, accumulator_of, holds_counts_of
from rapids_udfs.session.library import require_classic, require_running

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_HEADERS = ("work", "name", "worker", "device", "loads", "batches", "rows", "rows/s", "peak_MiB")


class WorkerLine(NamedTuple):
    """One kind of work in one worker process on one device."""

    key: Key
    counts: Counts

    @property
    def rows_per_second(self) -> float:
        """Rows per second of batch time; 0 before the first batch."""
        return self.counts.rows / self.counts.seconds if self.counts.seconds else 0.0

    def _cells(self) -> list[object]:
        kind, name, host, pid, device = self.key
        loads, batches, rows, seconds, peak_bytes = self.counts
        speed = f"{self.rows_per_second:,.0f}" if seconds else "-"
        peak = round(peak_bytes / 2**20)
        return [kind, name, f"{host}:{pid}", device, loads, batches, rows, speed, peak]


@dataclass(frozen=True)
class Report:
    """The lines of all workers, sorted by kind and name."""

    lines: tuple[WorkerLine, ...]

    def of(self, name: str) -> Report:
        """The lines of one piece of work, by its UDF's name."""
        return Report(tuple(line for line in self.lines if line.key.name == name))

    @property
    def total(self) -> Counts:
        """The sum of all lines; the memory is the maximum over the workers."""
        return reduce(Counts.plus, (line.counts for line in self.lines), Counts())

    @property
    def workers(self) -> int:
        """The number of worker processes; of several thousand, early ones count once per host."""
        return len({(line.key.host, line.key.pid) for line in self.lines})

    @property
    def devices(self) -> tuple[str, ...]:
        """The devices that were used: ``CPU``, or ``GPU`` and its address."""
        return tuple(sorted({line.key.device for line in self.lines}))

    def __str__(self) -> str:
        if not self.lines:
            return "No Python worker has counted any work yet: run a query with an action first."
        return render(_HEADERS, [line._cells() for line in self.lines], right=(7,))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return html_table(_HEADERS, [line._cells() for line in self.lines])


def report(spark: SparkSession, *, reset: bool = False) -> Report:
    """The counts of this application's workers so far, from tasks that succeeded.

    Args:
        spark: a session of the application.
        reset: whether to reset the counts after this report.

    Raises:
        UnsupportedError: the session is a Spark Connect client, which receives no counts.
        SessionError: it has been stopped, and another application has begun, or nothing
            was counted in it.
        ArgumentTypeError: ``spark`` is not a session.
    """
    require_classic(spark, "gpu.report", running=False)
    if not holds_counts_of(spark.sparkContext):
        require_running(spark, "gpu.report")
    accumulator = accumulator_of(spark.sparkContext)
    lines = tuple(WorkerLine(*item) for item in sorted(accumulator.value.items()))
    if reset:
        accumulator.value = {}
    return Report(lines)
