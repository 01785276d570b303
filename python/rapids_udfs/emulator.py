# SPDX-License-Identifier: Apache-2.0

"""Costs and leaks of the columnar bodies of UDFs in a session of mode ``emulate``.

They cover every UDF with a columnar body, this library's or your own:

    from rapids_udfs import emulator

    emulator.reset(spark)
    frame.collect()
    assert emulator.costs(spark)["com.example.PlusOne"].calls > 0
    assert emulator.leaks(spark) == {}

The numbers are those of the driver and of every live executor: what an executor counted before it
was lost is lost with it. On a cluster each call here runs a small job that visits every executor,
so make these calls when no other query runs. Device memory is emulated, and so are these counts:
bytes and calls, not time.
"""

from __future__ import annotations

import functools
import json
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from rapids_udfs.errors import SessionError
from rapids_udfs.session.library import entry_point, has_class, require_classic

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_MEMORY = "io.github.rapidsudfs.emulator.memory"


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


def costs(spark: SparkSession) -> dict[str, Cost]:
    """The cost of each UDF that ran in columns since ``reset``, by its class's name.

    Raises:
        ArgumentTypeError: ``spark`` is not a session.
        SessionError: the session has been stopped, or is not of mode ``emulate``.
        UnsupportedError: it is a Spark Connect client.
    """
    total: dict[str, Cost] = {}
    for process in _ask(spark, "Ledger", "json"):
        for name, entry in process["udfs"].items():
            cost = Cost(**{field: entry[field] for field in Cost._fields})
            total[name] = _sum(total[name], cost) if name in total else cost
    return dict(sorted(total.items()))


def totals(spark: SparkSession) -> Totals:
    """The cost of all operations since ``reset``, the plugin's own included.

    Raises:
        ArgumentTypeError, SessionError, UnsupportedError: see ``costs``.
    """
    each = [
        Totals(**{field: process[field] for field in Totals._fields})
        for process in _ask(spark, "Ledger", "json")
    ]
    return functools.reduce(_sum, each)


def reset(spark: SparkSession) -> None:
    """Set all costs and totals to zero, the peak to the live bytes, and forget all leaks.

    Raises:
        ArgumentTypeError, SessionError, UnsupportedError: see ``costs``.
    """
    _ask(spark, "Ledger", "reset")


def leaks(spark: SparkSession) -> dict[str, Leak]:
    """The objects left open since ``reset``, by the UDF's class; call it when no query runs.

    A result belongs to the plugin, which closes it before its query ends. What the garbage
    collector had to close in the meantime is counted too.

    Raises:
        ArgumentTypeError, SessionError, UnsupportedError: see ``costs``.
    """
    total: dict[str, Leak] = {}
    for process in _ask(spark, "UdfLeaks", "json"):
        for name, entry in process.items():
            other = total.get(name, Leak(0, 0, ()))
            where = tuple(sorted({*other.where, *entry["where"]}))
            sums = other.bytes + entry["bytes"], other.objects + entry["objects"]
            total[name] = Leak(*sums, where)
    return dict(sorted(total.items()))


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


def _ask(spark: SparkSession, name: str, method: str) -> list[Any]:
    """The JSON that a method of the emulator returns, from each process that has the emulator."""
    require_classic(spark, "rapids_udfs.emulator")
    if not has_class(spark, f"{_MEMORY}.UdfLeaks"):
        raise SessionError(
            "this session does not run on the emulator. Start one with "
            "rapids_udfs.configure(builder, mode='emulate')"
        )
    answers = entry_point(spark).ofEachProcess(spark._jsparkSession, f"{_MEMORY}.{name}", method)
    return [json.loads(answers[process]) for process in answers]
