# SPDX-License-Identifier: Apache-2.0

"""Counters of the work in Python workers, which reach the driver with the tasks' results.

They travel in a Spark accumulator, on any cluster, without a file or a port. A task's counts arrive
when it succeeds; a task that runs again after it succeeded (speculation, a lost stage) counts
again, because it did the work again.

A process has one accumulator, with the same id everywhere. Spark pickles a UDF once and may use it
in a later application of the same process, so the driver empties the accumulator when the running
application is not the one whose counts it holds.
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
    from collections.abc import Iterator

    from pyspark import SparkContext
    from pyspark.accumulators import Accumulator

    from rapids_udfs.gpu.worker_device import Device

_ACCUMULATOR_ID = 1 << 62  # Spark numbers a user's accumulators from 0
_MAX_KEYS = 10_000

_application: weakref.ref[SparkContext] | None = None
"""In the driver: the application whose counts the accumulator holds."""


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
    """Counts one kind of work; a UDF's closure carries it to the workers.

    It counts if a classic application was running when it was pickled: a Spark Connect client and
    work outside Spark have no accumulator.
    """

    kind: str
    name: str
    is_counting: bool = False

    def __getstate__(self) -> dict[str, Any]:
        from pyspark import SparkContext

        if context := SparkContext._active_spark_context:
            accumulator_of(context)  # the driver drops updates of accumulators that it lacks
        return {**vars(self), "is_counting": self.is_counting or context is not None}

    def add(self, device: Device, **counts: Any) -> None:
        """Add counts for this process, by the names of ``Counts``."""
        if self.is_counting:
            key = Key(self.kind, self.name, socket.gethostname(), os.getpid(), device.label)
            _accumulator().add({key: Counts(**counts, peak_bytes=_peak_bytes(device))})

    @contextmanager
    def batch(self, device: Device, rows: int) -> Iterator[None]:
        """Count a batch of this many rows, and its time, if the block succeeds."""
        start = time.perf_counter()
        yield
        self.add(device, batches=1, rows=rows, seconds=time.perf_counter() - start)


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
    """The accumulator's addition, with the methods of PySpark's ``AccumulatorParam``.

    It does not inherit from it, so that this module can be imported without PySpark.
    """

    def zero(self, value: Tally) -> Tally:
        """No counts."""
        return {}

    def addInPlace(self, value1: Tally, value2: Tally) -> Tally:  # noqa: N802 (PySpark's name)
        """Add the second to the first, on the driver or in a task."""
        from pyspark import SparkContext

        if context := SparkContext._active_spark_context:  # on the driver
            accumulator_of(context)  # empties value1 if it holds another application's counts
        for key, counts in value2.items():
            value1[key] = value1.get(key, Counts()).plus(counts)
        if len(value1) > _MAX_KEYS:
            for key in list(value1)[: _MAX_KEYS // 2]:
                merged, counts = key._replace(pid=0), value1.pop(key)
                value1[merged] = value1.get(merged, Counts()).plus(counts)
        return value1


def _accumulator() -> Accumulator[Tally]:
    """The accumulator of the driver, or of the running task: Spark removes it between tasks."""
    from pyspark.accumulators import Accumulator, _accumulatorRegistry

    if _ACCUMULATOR_ID not in _accumulatorRegistry:
        Accumulator(_ACCUMULATOR_ID, {}, CountSums())  # type: ignore[arg-type] # registers itself
    return _accumulatorRegistry[_ACCUMULATOR_ID]


def accumulator_of(context: SparkContext) -> Accumulator[Tally]:
    """The driver's accumulator, emptied if it holds another application's counts."""
    global _application
    accumulator = _accumulator()
    if not holds_counts_of(context):
        accumulator._value.clear()
        _application = weakref.ref(context)
    return accumulator


def holds_counts_of(context: SparkContext) -> bool:
    """Return whether the accumulator holds this application's counts."""
    return _application is not None and _application() is context
