# SPDX-License-Identifier: Apache-2.0

"""Costs and leaks of the columnar bodies of UDFs in a session of mode ``emulate``.

They cover every UDF with a columnar body, this library's or your own, over a span of queries:

    with rapids_udfs.track(spark) as work:
        frame.collect()
    assert work.costs["com.example.PlusOne"].calls > 0
    assert work.leaks == {}

The numbers are sums over the driver and every live executor; the counts of an executor that is
lost are lost with it. On a cluster the beginning and the end of a span run small jobs that visit
every executor, so no other query should run then. Device memory is emulated, and so are these
counts: bytes and calls, not time.
"""

from __future__ import annotations

import json
import threading
from collections import Counter, defaultdict
from functools import reduce
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, TypeVar
from weakref import WeakSet

from rapids_udfs.errors import SessionError
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


class Span:
    """The emulator's counts from its creation until ``end``; ``track`` has one.

    The emulator keeps one ledger per process, and the peaks in it cannot be subtracted. So a new
    span resets the ledger, after each open one has saved the counts so far.

    Raises:
        ArgumentTypeError: ``spark`` is not a session.
        SessionError: the session has been stopped, or is not of mode ``emulate``.
        UnsupportedError: it is a Spark Connect client.
    """

    _open: ClassVar[WeakSet[Span]] = WeakSet()

    def __init__(self, spark: SparkSession) -> None:
        require_classic(spark, "rapids_udfs.emulator")
        if not is_emulated(spark):
            raise not_emulated()
        self._spark = spark
        # Between two resets of the ledger: the ledgers and the leaks of all processes.
        self._parts: list[tuple[list[Any], list[Any]]] = []
        with _LOCK:
            context = spark.sparkContext
            others = [span for span in Span._open if span._spark.sparkContext is context]
            if others:
                part = self._read()
                for span in others:
                    span._parts.append(part)
            self._ask("Ledger", "reset")
            Span._open.add(self)

    def end(self) -> None:
        """Stop counting."""
        with _LOCK:
            self._parts = self._all()
            Span._open.discard(self)

    @property
    def costs(self) -> dict[str, Cost]:
        """The cost of each UDF that ran in columns, by the name of its class."""
        by_class: dict[str, list[Cost]] = defaultdict(list)
        for ledger in (ledger for ledgers, _ in self._all() for ledger in ledgers):
            for name, entry in ledger["udfs"].items():
                by_class[name].append(Cost._make(entry[field] for field in Cost._fields))
        return {name: reduce(_sum, by_class[name]) for name in sorted(by_class)}

    @property
    def totals(self) -> Totals:
        """The cost of all operations, the plugin's own included."""
        parts = self._all()
        ledgers = [ledger for part, _ in parts for ledger in part]
        total = reduce(_sum, (Totals._make(x[field] for field in Totals._fields) for x in ledgers))
        last, _ = parts[-1]
        return total._replace(live_bytes=sum(ledger["live_bytes"] for ledger in last))

    @property
    def leaks(self) -> dict[str, Leak]:
        """The objects left open, by the UDF's class; read it when no query runs.

        A result belongs to the plugin, which closes it before its query ends. Objects that the
        garbage collector had to close in the meantime are counted too.
        """
        total: dict[str, Leak] = {}
        for process in (process for _, leaks in self._all() for process in leaks):
            for name, entry in process.items():
                other = total.get(name, Leak(0, 0, ()))
                where = tuple(sorted({*other.where, *entry["where"]}))
                sums = other.bytes + entry["bytes"], other.objects + entry["objects"]
                total[name] = Leak(*sums, where)
        return dict(sorted(total.items()))

    def _all(self) -> list[tuple[list[Any], list[Any]]]:
        return [*self._parts, self._read()] if self in Span._open else self._parts

    def _read(self) -> tuple[list[Any], list[Any]]:
        return self._ask("Ledger", "json"), self._ask("UdfLeaks", "json")

    def _ask(self, name: str, method: str) -> list[Any]:
        """The JSON that a method of the emulator returns, from each process that has it."""
        library = entry_point(self._spark)
        answers = library.ofEachProcess(self._spark._jsparkSession, f"{_MEMORY}.{name}", method)
        return [json.loads(answers[process]) for process in answers]


def not_emulated() -> SessionError:
    """The error for a session without the emulator."""
    return SessionError(
        "this session does not run on the emulator. Start one with "
        "rapids_udfs.configure(builder, mode='emulate')"
    )


def is_emulated(spark: SparkSession) -> bool:
    """Return whether a classic session has the emulator."""
    return has_class(spark, f"{_MEMORY}.UdfLeaks")


def _sum(one: _Sum, other: _Sum) -> _Sum:
    """Combine the counts of two processes or parts of a span."""
    names = [name for name in one._fields if name not in ("peak_bytes", "by_kernel")]
    return type(one)(
        **{name: getattr(one, name) + getattr(other, name) for name in names},
        # Processes share no memory, so their peaks are not added.
        peak_bytes=max(one.peak_bytes, other.peak_bytes),
        by_kernel=dict(sorted((Counter(one.by_kernel) + Counter(other.by_kernel)).items())),
    )
