# SPDX-License-Identifier: Apache-2.0

"""A probe of what ran: whether a columnar body was called, and with how many rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rapids_udfs.counting.counters import Counts, counters, difference
from rapids_udfs.emulator import Leak, Span, is_emulated
from rapids_udfs.errors import SessionError
from rapids_udfs.plans.placement import Explanation, explain
from rapids_udfs.session.library import require_classic
from rapids_udfs.session.modes import MODE_SETTING
from rapids_udfs.testing.frames import has_plugin

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from rapids_udfs.testing.subject import Subject


@dataclass(frozen=True)
class Ran:
    """Counts of a UDF's calls in a span.

    Attributes:
        known: whether it was counted at all; a foreign class on a GPU is not.
        row_calls: calls of the row-wise body; None if it does not count them.
        leaks: leaks of columnar bodies; empty if they are not counted.
    """

    known: bool
    calls: int = 0
    rows: int = 0
    row_calls: int | None = None
    leaks: dict[str, Leak] = field(default_factory=dict)


class ExecutionProbe:
    """Counts what a UDF does in a session, which has the GPU or its emulation."""

    def __init__(self, spark: SparkSession, call: str) -> None:
        self._spark = spark
        require_classic(spark, call)
        if is_emulated(spark):
            self.mode = "emulate"
        elif has_plugin(spark):
            self.mode = "gpu"
        else:
            found = spark.conf.get(MODE_SETTING, None) or "none"
            raise SessionError(
                f"{call} needs a session of mode 'emulate' or 'gpu', and this one's is {found!r}. "
                "Start one with rapids_udfs.configure(SparkSession.builder, mode='emulate')"
                ".getOrCreate(); a JVM has one mode, so in a Python process of its own"
            )

    def begin(self) -> None:
        """Count from now on."""
        self._before = counters(self._spark)
        if self.mode == "emulate":
            self.span = Span(self._spark)

    def counts(self) -> dict[str, Counts]:
        """The counters of the functions called since ``begin``."""
        added = difference(counters(self._spark), self._before)
        return {name: counts for name, counts in added.items() if any(counts)}

    def ran(self, subject: Subject) -> Ran:
        """The UDF's counts since ``begin``; other UDFs must not have run."""
        counted = self.counts()
        of_ours: Counts | None = None
        if subject.info:
            of_ours = counted.get(subject.info.name, Counts(0, 0, 0))
        elif len(counted) == 1:
            (of_ours,) = counted.values()
        row_calls = of_ours.row_calls if of_ours else None
        if self.mode == "emulate":
            costs = list(self.span.costs.values())
            calls, rows = sum(c.calls for c in costs), sum(c.rows for c in costs)
            return Ran(True, calls, rows, row_calls, self.span.leaks)
        if of_ours is None:
            return Ran(False)
        return Ran(True, of_ours.columnar_batches, of_ours.columnar_rows, row_calls)

    def explain(self, sql: str) -> Explanation:
        """The plugin's explanation of a query."""
        return explain(self._spark.sql(sql))
