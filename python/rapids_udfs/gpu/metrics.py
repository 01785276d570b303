# SPDX-License-Identifier: Apache-2.0

"""Counters of Python workers' work, which reach the driver with the tasks' results.

The counts travel in a Spark accumulator: over any cluster, without a file or a port. A task's
counts arrive when it succeeds; a task that runs again after it succeeded (speculation, a lost
stage) counts again, because it did the work again.

Spark pickles a UDF once, with what its closure holds, and uses it again, also in a later
application of the same process. So there is one accumulator per process, and its counts are those
of one application: the first counts of another one replace them.
"""

from __future__ import annotations

import os
import socket
import sys
import time
import weakref
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyspark import SparkContext
    from pyspark.accumulators import Accumulator

    from rapids_udfs.gpu.worker_device import Device

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
        sums = [mine + theirs for mine, theirs in zip(self[:-1], other[:-1], strict=True)]
        return Counts._make([*sums, max(self.peak_bytes, other.peak_bytes)])


Tally = dict[Key, Counts]


class Meter:
    """Counts for one piece of work; a UDF's closure carries it to the workers.

    On the driver it is a name. Pickled, it has the accumulator of the running application; without
    one (a Spark Connect client, work outside Spark) it counts nothing.
    """

    def __init__(self, kind: str, name: str, accumulator_id: int | None = None) -> None:
        self.kind = kind
        self.name = name
        self._id = accumulator_id

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
        if self._id is None:
            return
        from pyspark.accumulators import _deserialize_accumulator

        # The task's own, created at its first counts: a meter may be kept for several tasks.
        make: Any = _deserialize_accumulator  # CountSums is not of the class that it names
        accumulator: Accumulator[Tally] = make(self._id, {}, CountSums())
        key = Key(self.kind, self.name, socket.gethostname(), os.getpid(), device.label)
        accumulator.add({key: Counts(loads, batches, rows, seconds, peak_bytes(device))})

    @contextmanager
    def batch(self, device: Device, rows: int) -> Iterator[None]:
        """Count a batch of this many rows, and its time, if the block succeeds."""
        start = time.perf_counter()
        yield
        self.add(device, batches=1, rows=rows, seconds=time.perf_counter() - start)

    def __reduce__(self) -> tuple[Callable[..., Meter], tuple[Any, ...]]:
        from pyspark import SparkContext

        context, number = SparkContext._active_spark_context, self._id
        if number is None and context is not None:
            number = accumulator_of(context).aid
        return Meter, (self.kind, self.name, number)


def peak_bytes(device: Device) -> int:
    """The peak memory of this process: the device memory that its library reports, or its own."""
    if device.is_gpu:
        torch, cupy = sys.modules.get("torch"), sys.modules.get("cupy")
        held = 0 if torch is None else int(torch.cuda.max_memory_allocated())
        return held if cupy is None else held + int(cupy.get_default_memory_pool().total_bytes())
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


class CountSums:
    """Adds counts by their keys, as PySpark's ``AccumulatorParam`` does for an accumulator.

    Not a subclass: PySpark is not needed to import this module.
    """

    def zero(self, value: Tally) -> Tally:
        """Nothing counted."""
        return {}

    def addInPlace(self, value1: Tally, value2: Tally) -> Tally:  # noqa: N802 (PySpark's name)
        """Add the second to the first."""
        _drop_an_earlier_applications(value1)
        for key, counts in value2.items():
            value1[key] = value1.get(key, Counts()).plus(counts)
        if len(value1) > _MOST_KEYS:
            for key in list(value1)[: _MOST_KEYS // 2]:
                early = value1.pop(key)
                whole = key._replace(pid=0)
                value1[whole] = value1.get(whole, Counts()).plus(early)
        return value1


_accumulator: Accumulator[Tally] | None = None
_counted: weakref.ref[SparkContext] | None = None
"""The application that the accumulator's counts are of. Workers have neither."""


def accumulator_of(context: SparkContext) -> Accumulator[Tally]:
    """The accumulator of all meters, with the counts of this application."""
    global _accumulator, _counted
    if _accumulator is None:
        _accumulator = context.accumulator({}, CountSums())  # type: ignore[arg-type]
    if not is_counting(context):
        _accumulator._value.clear()
        _counted = weakref.ref(context)
    return _accumulator


def is_counting(context: SparkContext) -> bool:
    """Return whether an application is the latest that counted, or requested the counts."""
    return _counted is not None and _counted() is context


def _drop_an_earlier_applications(tally: Tally) -> None:
    """Empty the driver's counts if they are not those of the running application."""
    from pyspark import SparkContext

    context = SparkContext._active_spark_context
    if context is not None and _accumulator is not None and _accumulator._value is tally:
        accumulator_of(context)
