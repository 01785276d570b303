# SPDX-License-Identifier: Apache-2.0

"""A probe of what ran: whether a columnar body was called, and with how many rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rapids_udfs.counting.counters import Counts, counters, difference
from rapids_udfs.emulator import Span, is_emulated
from rapids_udfs.errors import SessionError
from rapids_udfs.session.library import require_classic
from rapids_udfs.session.modes import MODE_SETTING
from rapids_udfs.testing.frames import has_plugin

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from rapids_udfs.testing.subject import Subject


class Ran(NamedTuple):
    """Counts of a UDF's calls in a span.

    Attributes:
        counted: whether columnar calls were counted at all; those of a foreign class on a GPU are
            not.
        calls: calls of the columnar body.
        rows: rows in these calls.
        row_calls: calls of the row-wise body; None if it does not count them.
    """

    counted: bool
    calls: int = 0
    rows: int = 0
    row_calls: int | None = None


class ExecutionProbe:
    """Counts what a UDF does in a session of mode ``emulate`` or ``gpu``.

    Attributes:
        mode: the session's mode.
        span: in mode ``emulate``, the emulator's counts since ``begin``.
    """

    span: Span

    def __init__(self, spark: SparkSession, call: str) -> None:
        self._spark = spark
        require_classic(spark, call)
        if is_emulated(spark):
            self.mode = "emulate"
        elif has_plugin(spark):
            self.mode = "gpu"
        else:
            mode = spark.conf.get(MODE_SETTING, None) or "none"
            raise SessionError(
                f"{call} needs a session of mode 'emulate' or 'gpu', and this one's is {mode!r}. "
                "Start one with rapids_udfs.configure(SparkSession.builder, mode='emulate')"
                ".getOrCreate(); a JVM has one mode, so in a Python process of its own"
            )

    def begin(self) -> None:
        """Start a new span."""
        self._before = counters(self._spark)
        if self.mode == "emulate":
            self.span = Span(self._spark)

    def counts(self) -> dict[str, Counts]:
        """The counters of the functions called since ``begin``."""
        added = difference(counters(self._spark), self._before)
        return {name: counts for name, counts in added.items() if any(counts)}

    def ran(self, subject: Subject) -> Ran:
        """The UDF's counts since ``begin``; other UDFs must not have run."""
        counts = self.counts()
        own: Counts | None = None
        if subject.info:
            own = counts.get(subject.info.name, Counts(0, 0, 0))
        elif len(counts) == 1:
            (own,) = counts.values()
        row_calls = own.row_calls if own else None
        if self.mode == "emulate":
            costs = self.span.costs.values()
            return Ran(True, sum(c.calls for c in costs), sum(c.rows for c in costs), row_calls)
        if own is None:
            return Ran(False)
        return Ran(True, own.columnar_batches, own.columnar_rows, row_calls)
