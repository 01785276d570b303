# SPDX-License-Identifier: Apache-2.0

"""The deadlock check: whether a limit of concurrent Python workers can block a query for ever."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, NamedTuple

from rapids_udfs._numbers import is_whole
from rapids_udfs.errors import ArgumentTypeError, ConfigurationError
from rapids_udfs.gpu.conf import plan
from rapids_udfs.runtime.python_execs import PYTHON_EXECS
from rapids_udfs.session.cluster import is_local
from rapids_udfs.session.library import classic_session_of, executor_cores
from rapids_udfs.session.python_gpu.options import WORKERS, task_slots
from rapids_udfs.session.settings import not_supported

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_log = logging.getLogger("rapids_udfs.gpu")


class PythonWorkers(NamedTuple):
    """The result of ``check_python_workers`` for a query that is safe."""

    workers: int
    """The limit, ``concurrentPythonWorkers``; 0 or less means no limit."""
    tasks: int
    """The greatest number of tasks that run in an executor at a time."""
    execs: tuple[str, ...]
    """The Python operators of the query's longest stage that take a permit."""
    least: int
    """The smallest limit that is safe for the query; 0, no limit, where no other is."""


def check_python_workers(
    df: DataFrame, workers: int | None = None, tasks: int | None = None
) -> PythonWorkers:
    """Check that the limit of concurrent Python workers cannot block a query for ever.

    The plugin has one semaphore of ``spark.rapids.python.concurrentPythonWorkers`` (W) permits in
    each executor. Each of a stage's P Python operators that it runs takes a permit when a task
    starts it, waiting without a timeout, and the task releases all of them when it ends and not
    before (seen in the class ``PythonWorkerSemaphore`` of 26.08, and in its callers'
    byte code). So T tasks at a time can hold T*(P-1) permits, each waiting for its last one; one
    more permit lets one of them continue. W is safe if W <= 0 (no limit) or W >= T*(P-1)+1.

    T is what the executor's task slots allow: its cores divided by ``spark.task.cpus``, and not
    more than the tasks that share its GPU, ``spark.executor.resource.gpu.amount`` divided by
    ``spark.task.resource.gpu.amount`` (in local mode the cores alone). It is not
    ``spark.rapids.sql.concurrentGpuTasks``: a task takes its first permit before it asks for the
    GPU. On Spark 4 a task can also wait for a permit while it holds its place on the GPU, which
    tasks with all their permits need; if ``concurrentGpuTasks`` is less than T, only W >= T*P rules
    that out, and the log warns between the two. Stage-level scheduling is not considered.

    P counts over joins and zipped partitions, takes the longest side of a union whose tasks have
    one side each, and does not go beyond an exchange. Under a ``coalesce(n)`` a task runs the
    operators for several partitions, and no W but 0 is safe.

    Args:
        df: a query of a classic session; it is planned, not run.
        workers: W, if not the session's own (to try a value).
        tasks: T, if not what the session's executors allow.

    Raises:
        ConfigurationError: W is not safe, and the message gives the smallest that is; or W or T is
            not a number, or T is unknown: there is no executor yet.
        ArgumentTypeError: ``df`` is not a DataFrame, or it is a streaming one, which has a plan
            only for each of its batches.
        UnsupportedError: the session is a Spark Connect client.
        SessionError: the session has been stopped.
    """
    spark = classic_session_of(df, "check_python_workers")
    if df.isStreaming:
        wanted = "a batch query: check the same query of a batch of the stream's rows"
        raise ArgumentTypeError("check_python_workers", df, wanted)
    found = spark.sparkContext.getConf().get(WORKERS, "0") if workers is None else workers
    try:
        if isinstance(found, bool):
            raise ValueError
        limit = int(str(found))
    except ValueError:
        raise not_supported(WORKERS, found, "a whole number; 0 is no limit") from None
    at_a_time = tasks
    if at_a_time is None:
        settings = dict(spark.sparkContext.getConf().getAll())
        local = is_local(str(spark.sparkContext.master))
        cores = executor_cores(spark.sparkContext, driver=local)
        at_a_time = task_slots(settings, max(cores, default=0), local)
    if not is_whole(at_a_time, 1):
        raise not_supported("tasks", at_a_time, "the number of tasks an executor runs")
    # The operators that settings of the session turn off, and those that they turn on.
    values = {e.name: (spark.conf.get(e.setting, None) or "").lower() for e in PYTHON_EXECS}
    switched = (frozenset(n for n in values if values[n] == to) for to in ("false", "true"))
    stage = plan.longest_stage(plan.node_of(df._jdf.queryExecution().executedPlan()), *switched)
    return checked(limit, at_a_time, stage)


_MERGED = (
    "A coalesce(n) above them lets one task run them for several partitions, a permit for each: "
    "no number is safe. Use repartition(n) in its place, or no limit: 0"
)
_LEAST = "The smallest safe value is {}; 0 is no limit. Set it where Spark starts"


def checked(limit: int, tasks: int, stage: plan.Stage) -> PythonWorkers:
    """Check a stage that is known; raise ConfigurationError if the limit is not safe for it."""
    count = len(stage.execs)
    least = 0 if stage.merged else tasks * max(count - 1, 0) + 1
    if limit > 0 and count > 0 and (stage.merged or limit < least):
        raise ConfigurationError(
            f"{WORKERS} is {limit}, but up to {tasks} tasks run in an executor at a time and a "
            f"stage of this query has {count} Python operators ({', '.join(stage.execs)}), each of "
            "which takes a permit and keeps it until its task ends: the tasks could wait for each "
            f"other for ever. {_MERGED if stage.merged else _LEAST.format(least)}"
        )
    if least <= limit < tasks * count and count > 1:
        _log.warning(
            "concurrentPythonWorkers=%d is enough for %d tasks with %d Python operators each, if "
            "spark.rapids.sql.concurrentGpuTasks lets all of them on the GPU; else take %d",
            limit, tasks, count, tasks * count,
        )  # fmt: skip
    return PythonWorkers(limit, tasks, stage.execs, least)
