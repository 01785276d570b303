# SPDX-License-Identifier: Apache-2.0

"""One task on each executor, by stage-level scheduling."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from rapids_udfs.session.library import executor_cores

if TYPE_CHECKING:
    from pyspark import SparkContext

# Executors register one by one: as long as new ones appear, more may follow.
_STILL_S = 1.0


def one_task_an_executor(
    context: SparkContext, timeout: float, work: Callable[[Iterable[Any]], Iterable[str]]
) -> list[str]:
    """Run work on the present executors, and return its results.

    Each task asks for all cores of an executor, and its GPU if there is one, so that no two run on
    one. This is best effort: an executor that other jobs keep busy may be left out, one that
    registers later always is. Not for local mode, where stage-level scheduling fails.
    """
    cores = _executors(context, timeout)
    if not cores:
        return []
    tasks = context.parallelize(range(len(cores)), len(cores))
    conf = context.getConf()
    if conf.get("spark.dynamicAllocation.enabled", "false") == "true":
        # With dynamic allocation, a resource profile would request executors of its own.
        return list(tasks.mapPartitions(work).collect())
    from pyspark.resource import ResourceProfileBuilder, TaskResourceRequests

    request = TaskResourceRequests().cpus(min(cores))
    if conf.get("spark.executor.resource.gpu.amount"):
        request = request.resource("gpu", 1)
    profile = ResourceProfileBuilder().require(request).build
    return list(tasks.withResources(profile).mapPartitions(work).collect())


def _executors(context: SparkContext, timeout: float) -> list[int]:
    """The cores of each executor, once no more of them register."""
    deadline = time.monotonic() + timeout
    found: list[int] = []
    still_since = time.monotonic()
    while time.monotonic() < deadline:
        now = [cores for cores in executor_cores(context) if cores > 0]
        if len(now) != len(found):
            found, still_since = now, time.monotonic()
        if found and time.monotonic() - still_since >= _STILL_S:
            break
        time.sleep(0.1)
    return found
