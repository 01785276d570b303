# SPDX-License-Identifier: Apache-2.0

"""Costs and leaks of the columnar bodies of UDFs in a session of mode ``emulate``.

They cover every UDF with a columnar body, this library's or your own, over a span of queries:

    with rapids_udfs.track(spark) as work:
        frame.collect()
    assert work.costs["com.example.PlusOne"].calls > 0
    assert work.leaks == {}

The numbers are those of the driver and of every live executor: what an executor counted before it
was lost is lost with it. On a cluster the begin and the end of a span run small jobs that visit
every executor, so no other query should run then. Device memory is emulated, and so are these
counts: bytes and calls, not time.
"""

from __future__ import annotations

import functools
import json
import threading
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, TypeVar
from weakref import WeakSet

from rapids_udfs.errors import NotEmulatedError
from rapids_udfs.session.library import entry_point, has_class, require_classic

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_MEMORY = "io.github.rapidsudfs.emulator.memory"
_LOCK: Final = threading.Lock()


class Cost(NamedTuple):
    """The cost of all calls of one UDF's columnar body; bytes are device bytes."""

    calls: int
    """Calls of ``evaluateColumnar``: one per batch."""
    rows: int
    """Rows in those batches."""
    input_bytes: int
    """Bytes of the argument columns."""
    kernels: int
    """Calls of cuDF operations. On a GPU each launches one kernel or several."""
    bytes_read: int
    bytes_written: int
    allocations: int
    peak_bytes: int
    """The most that one call held beyond its arguments, including its result."""
    by_kernel: dict[str, int]
    """``kernels`` by the name of the operation."""


class Totals(NamedTuple):
    """The cost of all cuDF operations, of UDFs and of the plugin around them, in device bytes."""

    kernels: int
    bytes_read: int
    bytes_written: int
    allocations: int
    live_bytes: int
    """Allocated now."""
    peak_bytes: int
    """The most that one process had allocated at any time."""
    by_kernel: dict[str, int]
    """``kernels`` by the name of the operation."""


class Leak(NamedTuple):
    """The objects that one UDF's columnar body created and did not close."""

    bytes: int
    """Device bytes."""
    objects: int
    """Columns, scalars, tables and other cuDF objects."""
    where: tuple[str, ...]
    """The call sites that created them, each from the innermost call outwards:
    ``Udf.helper(Udf.java:20) < Udf.evaluateColumnar(Udf.java:52)``."""


_Sum = TypeVar("_Sum", Cost, Totals)


class _Part(NamedTuple):
    """The ledgers and the leaks of all processes, by process, between two resets."""

    ledgers: Sequence[Any]
    leaks: Sequence[Any]


class Span:
    """The emulator's counts from now on, until ``end``; ``track`` has one.

    The emulator keeps one ledger per process, and the peaks in it cannot be subtracted. So a new
    span resets the ledger, after every other open one has taken what it had.

    Raises:
        ArgumentTypeError, SessionStoppedError: ``spark`` is not a running session.
        NotEmulatedError: the session is not of mode ``emulate``.
        NotOnConnectError: it is a Spark Connect client.
    """

    _open: ClassVar[WeakSet[Span]] = WeakSet()

    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark
        self._parts: list[_Part] = []
        require_classic(spark, "rapids_udfs.emulator")
        if not is_emulated(spark):
            raise NotEmulatedError
        with _LOCK:
            others = [span for span in Span._open if span._context is self._context]
            if others:
                part = self._now()
                for span in others:
                    span._parts.append(part)
            self._ask("Ledger", "reset")
            Span._open.add(self)

    def end(self) -> None:
        """Count no further."""
        with _LOCK:
            self._parts = self._all()
            Span._open.discard(self)

    @property
    def costs(self) -> dict[str, Cost]:
        """The cost of each UDF that ran in columns, by its class's name."""
        total: dict[str, Cost] = {}
        for process in (process for part in self._all() for process in part.ledgers):
            for name, entry in process["udfs"].items():
                cost = Cost(**{field: entry[field] for field in Cost._fields})
                total[name] = _sum(total[name], cost) if name in total else cost
        return dict(sorted(total.items()))

    @property
    def totals(self) -> Totals:
        """The cost of all operations, the plugin's own included."""
        parts = self._all()
        each = [
            Totals(**{field: process[field] for field in Totals._fields})
            for part in parts
            for process in part.ledgers
        ]
        live = sum(process["live_bytes"] for process in parts[-1].ledgers)
        return functools.reduce(_sum, each)._replace(live_bytes=live)

    @property
    def leaks(self) -> dict[str, Leak]:
        """The objects left open, by the UDF's class; ask when no query runs.

        A result belongs to the plugin, which closes it before its query ends. What the garbage
        collector had to close in the meantime is counted too.
        """
        total: dict[str, Leak] = {}
        for process in (process for part in self._all() for process in part.leaks):
            for name, entry in process.items():
                other = total.get(name, Leak(0, 0, ()))
                where = tuple(sorted({*other.where, *entry["where"]}))
                sums = other.bytes + entry["bytes"], other.objects + entry["objects"]
                total[name] = Leak(*sums, where)
        return dict(sorted(total.items()))

    @property
    def _context(self) -> object:
        return self._spark.sparkContext

    def _all(self) -> list[_Part]:
        return [*self._parts, self._now()] if self in Span._open else self._parts

    def _now(self) -> _Part:
        return _Part(self._ask("Ledger", "json"), self._ask("UdfLeaks", "json"))

    def _ask(self, name: str, method: str) -> list[Any]:
        """The JSON that a method of the emulator returns, from each process that has it."""
        library = entry_point(self._spark)
        answers = library.ofEachProcess(self._spark._jsparkSession, f"{_MEMORY}.{name}", method)
        return [json.loads(answers[process]) for process in answers]


def is_emulated(spark: SparkSession) -> bool:
    """Return whether a classic session has the emulator."""
    return has_class(spark, f"{_MEMORY}.UdfLeaks")


def _sum(one: _Sum, other: _Sum) -> _Sum:
    """Add field by field; of two peaks keep the greater, since processes share no memory."""
    kernels = Counter(one.by_kernel) + Counter(other.by_kernel)
    sums: dict[str, Any] = {
        field: getattr(one, field) + getattr(other, field)
        for field in one._fields
        if field not in ("peak_bytes", "by_kernel")
    }
    sums["peak_bytes"] = max(one.peak_bytes, other.peak_bytes)
    sums["by_kernel"] = dict(sorted(kernels.items()))
    return type(one)(**sums)
