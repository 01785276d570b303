# SPDX-License-Identifier: Apache-2.0

"""Counters of the work in Python workers, which reach the driver with the tasks' results.

They travel in a Spark accumulator, on any cluster, without a file or a port. A task's counts arrive
when it succeeds; a task that runs again after it succeeded (speculation, a lost stage) counts
again, because it did the work again.

Spark pickles a UDF once, together with the accumulator's id, and may reuse it in a later
application of the same process. A process therefore has a single accumulator, which holds the
counts of one application: the first counts of the next application replace them.
"""

from __future__ import annotations

import os
import socket
import sys
import time
import weakref
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyspark import SparkContext
    from pyspark.accumulators import Accumulator

    from rapids_udfs.gpu.worker_device import Device

_MAX_KEYS = 10_000


class Key(NamedTuple):
    """One kind of work in one worker process on one device.

    Process 0 is the sum of earlier processes, which bounds the number of keys.
    """

    kind: str
    name: str
    host: str
    pid: int
    device: str


class Counts(NamedTuple):
    """Counts of work done: sums, except for the memory, which is a maximum."""

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


@dataclass
class Meter:
    """Counts one piece of work; a UDF's closure carries it to the workers.

    Pickling on the driver adds the running application's accumulator. Without an application (a
    Spark Connect client, work outside Spark) nothing is counted.
    """

    kind: str
    name: str
    accumulator_id: int | None = None

    def add(self, device: Device, **counts: Any) -> None:
        """Add counts for this process, by the names of ``Counts``."""
        if self.accumulator_id is None:
            return
        from pyspark.accumulators import _deserialize_accumulator

        # A Meter outlives tasks, but each task has an accumulator of its own.
        of_task: Any = _deserialize_accumulator  # typed for Spark's own AccumulatorParam
        accumulator: Accumulator[Tally] = of_task(self.accumulator_id, {}, CountSums())
        key = Key(self.kind, self.name, socket.gethostname(), os.getpid(), device.label)
        accumulator.add({key: Counts(**counts, peak_bytes=_peak_bytes(device))})

    @contextmanager
    def batch(self, device: Device, rows: int) -> Iterator[None]:
        """Count a batch of this many rows, and its time, if the block succeeds."""
        start = time.perf_counter()
        yield
        self.add(device, batches=1, rows=rows, seconds=time.perf_counter() - start)

    def __reduce__(self) -> tuple[Callable[..., Meter], tuple[Any, ...]]:
        from pyspark import SparkContext

        context, accumulator_id = SparkContext._active_spark_context, self.accumulator_id
        if accumulator_id is None and context is not None:
            accumulator_id = accumulator_of(context).aid
        return Meter, (self.kind, self.name, accumulator_id)


def _peak_bytes(device: Device) -> int:
    """The process's peak memory: on a GPU as its library reports it, else of the process."""
    if device.is_gpu:
        torch, cupy = sys.modules.get("torch"), sys.modules.get("cupy")
        held = 0 if torch is None else int(torch.cuda.max_memory_allocated())
        return held if cupy is None else held + int(cupy.get_default_memory_pool().total_bytes())
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


class CountSums:
    """The accumulator's addition: counts by key.

    It has the methods of PySpark's ``AccumulatorParam`` without inheriting from it, so that this
    module can be imported without PySpark.
    """

    def zero(self, value: Tally) -> Tally:
        """No counts."""
        return {}

    def addInPlace(self, value1: Tally, value2: Tally) -> Tally:  # noqa: N802 (PySpark's name)
        """Add the second to the first, on the driver or in a task."""
        if _accumulator is not None and value1 is _accumulator._value:
            from pyspark import SparkContext

            if SparkContext._active_spark_context is not None:
                # Empties value1 if an earlier application counted there.
                accumulator_of(SparkContext._active_spark_context)
        for key, counts in value2.items():
            value1[key] = value1.get(key, Counts()).plus(counts)
        if len(value1) > _MAX_KEYS:
            for key in list(value1)[: _MAX_KEYS // 2]:
                merged, counts = key._replace(pid=0), value1.pop(key)
                value1[merged] = value1.get(merged, Counts()).plus(counts)
        return value1


# Of the driver's process: its accumulator, and the application that it holds the counts of.
_accumulator: Accumulator[Tally] | None = None
_application: weakref.ref[SparkContext] | None = None


def accumulator_of(context: SparkContext) -> Accumulator[Tally]:
    """The accumulator of all meters; emptied if it holds another application's counts."""
    global _accumulator, _application
    if _accumulator is None:
        _accumulator = context.accumulator({}, CountSums())  # type: ignore[arg-type]
    if not is_counting(context):
        _accumulator._value.clear()
        _application = weakref.ref(context)
    return _accumulator


def is_counting(context: SparkContext) -> bool:
    """Return whether the accumulator holds this application's counts."""
    return _application is not None and _application() is context
