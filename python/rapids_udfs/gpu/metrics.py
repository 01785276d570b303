# SPDX-License-Identifier: Apache-2.0

"""Counters of Python workers' work, which reach the driver with the tasks' results.

The counts travel in a Spark accumulator: over any cluster, without a file or a port. A task's
counts arrive when it succeeds; a task that runs again after it succeeded (speculation, a lost
stage) counts again, because it did the work again.
"""

from __future__ import annotations

import operator
import os
import socket
import sys
import time
import weakref
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyspark import SparkContext
    from pyspark.accumulators import Accumulator, AccumulatorParam

    from rapids_udfs.gpu.device import Device


_MOST_KEYS = 10_000


class Key(NamedTuple):
    """The key of counts: one kind of work, in one worker process, on one device.

    Process 0 is the sum of early ones, so that the number of keys does not grow with the workers.
    """

    kind: str
    name: str
    host: str
    pid: int
    device: str


class Counts(NamedTuple):
    """Counts of work done: sums, except for memory, where the maximum is kept."""

    loads: int = 0
    batches: int = 0
    rows: int = 0
    seconds: float = 0.0
    peak_bytes: int = 0

    def plus(self, other: Counts) -> Counts:
        """Both together."""
        sums = map(operator.add, self[:-1], other[:-1])
        return Counts._make([*sums, max(self.peak_bytes, other.peak_bytes)])


Tally = dict[Key, Counts]


class Meter:
    """Counts for one piece of work; a UDF's closure carries it to the workers.

    On the driver it is a name. When Spark pickles the closure, the running session's accumulator
    goes with it. Without one (a Spark Connect client, work outside Spark) it counts nothing.
    """

    def __init__(self, kind: str, name: str) -> None:
        self.kind = kind
        self.name = name
        self._accumulator: Accumulator[Tally] | None = None

    def add(
        self,
        device: Device,
        *,
        loads: int = 0,
        batches: int = 0,
        rows: int = 0,
        seconds: float = 0.0,
    ) -> None:
        """Add counts for this process."""
        if self._accumulator is None:
            return
        key = Key(self.kind, self.name, socket.gethostname(), os.getpid(), device.label)
        counts = Counts(loads, batches, rows, seconds, peak_bytes(device))
        _of_task(self._accumulator).add({key: counts})

    @contextmanager
    def batch(self, device: Device, rows: int) -> Iterator[None]:
        """Count a batch of this many rows, and its time, if the block succeeds."""
        start = time.perf_counter()
        yield
        self.add(device, batches=1, rows=rows, seconds=time.perf_counter() - start)

    def __reduce__(self) -> tuple[Callable[..., Meter], tuple[Any, ...]]:
        from pyspark import SparkContext

        context, accumulator = SparkContext._active_spark_context, self._accumulator
        if accumulator is None and context is not None:
            accumulator = accumulator_of(context)
        return _unpacked, (self.kind, self.name, accumulator)


def peak_bytes(device: Device) -> int:
    """The peak memory of this process: the device memory that its library reports, or its own."""
    if device.is_gpu:
        torch, cupy = sys.modules.get("torch"), sys.modules.get("cupy")
        held = 0 if torch is None else int(torch.cuda.max_memory_allocated())
        return held if cupy is None else held + int(cupy.get_default_memory_pool().total_bytes())
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def accumulator_of(context: SparkContext) -> Accumulator[Tally]:
    """The accumulator of all meters of an application, empty if the application is new.

    One serves all applications of this process: Spark pickles a UDF once, with the accumulator of
    that time, and a UDF may be used again after its application has ended.
    """
    global _accumulator, _counting
    if _accumulator is None:
        _accumulator = context.accumulator({}, cast("AccumulatorParam[Tally]", CountSums()))
    elif not is_counting(context):
        _accumulator.value = {}
    _counting = weakref.ref(context)
    return _accumulator


def _begin_anew(value: Tally) -> None:
    """Empty the driver's counts when the first ones of another application arrive."""
    global _counting
    from pyspark import SparkContext

    context = SparkContext._active_spark_context  # None in workers
    is_drivers = _accumulator is not None and _accumulator._value is value
    if context is not None and is_drivers and not is_counting(context):
        value.clear()
        _counting = weakref.ref(context)


def is_counting(context: SparkContext) -> bool:
    """Return whether an application is the latest that counted, or requested the counts."""
    return _counting is not None and _counting() is context


_accumulator: Accumulator[Tally] | None = None
_counting: weakref.ref[SparkContext] | None = None


def _of_task(accumulator: Accumulator[Tally]) -> Accumulator[Tally]:
    """The running task's accumulator of the same id.

    A worker may keep a meter longer than its task, for instance with a model. Spark
    sends what is in its register when a task ends, and clears the register when one begins.
    """
    from pyspark.accumulators import _accumulatorRegistry

    if accumulator.aid not in _accumulatorRegistry:
        accumulator._value = {}  # its counts were sent with the earlier task
        _accumulatorRegistry[accumulator.aid] = accumulator
    found: Accumulator[Tally] = _accumulatorRegistry[accumulator.aid]
    return found


def _unpacked(kind: str, name: str, accumulator: Accumulator[Tally] | None) -> Meter:
    meter = Meter(kind, name)
    meter._accumulator = accumulator
    return meter


class CountSums:
    """Adds counts by their keys, as PySpark's ``AccumulatorParam`` does for an accumulator.

    Not a subclass: PySpark is not needed to import this module.
    """

    def zero(self, value: Tally) -> Tally:
        """Nothing counted."""
        return {}

    def addInPlace(self, value1: Tally, value2: Tally) -> Tally:  # noqa: N802 (PySpark's name)
        """Add the second to the first."""
        _begin_anew(value1)
        for key, counts in value2.items():
            value1[key] = value1.get(key, Counts()).plus(counts)
        if len(value1) > _MOST_KEYS:
            # Add up the earlier half of the processes.
            for key in list(value1)[: _MOST_KEYS // 2]:
                whole = key._replace(pid=0)
                if key != whole:
                    value1[whole] = value1.get(whole, Counts()).plus(value1.pop(key))
        return value1
