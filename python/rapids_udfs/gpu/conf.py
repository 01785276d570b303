# SPDX-License-Identifier: Apache-2.0

"""Settings for Python workers that use the GPU, and a check of a query before it runs.

``configure(..., python_gpu={"alloc": 0.3})`` sets everything the workers need;
``PandasGpu(alloc=0.3).settings()`` returns only the plugin's own settings as a dict.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from rapids_udfs._numbers import is_whole
from rapids_udfs.errors import ArgumentTypeError, ConfigurationError
from rapids_udfs.runtime.python_execs import PYTHON_EXECS, PythonExec, Transfer, python_exec
from rapids_udfs.session.cluster import is_local
from rapids_udfs.session.jvm_objects import items, simple_name
from rapids_udfs.session.library import classic_session_of, executor_cores
from rapids_udfs.session.python_gpu.options import WORKERS, PandasGpu, task_slots
from rapids_udfs.session.settings import not_supported

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

__all__ = [
    "PYTHON_EXECS",
    "PandasGpu",
    "PythonExec",
    "PythonWorkers",
    "Transfer",
    "check_python_workers",
]

_log = logging.getLogger("rapids_udfs.gpu")
_BOUNDARIES = ("ExchangeExec", "ShuffleQueryStageExec", "BroadcastQueryStageExec")


class PythonWorkers(NamedTuple):
    """The result of ``check_python_workers`` for a query that is safe."""

    workers: int
    """The limit, ``concurrentPythonWorkers``; 0 or less is no limit."""
    tasks: int
    """The maximum number of concurrent tasks per executor."""
    execs: tuple[str, ...]
    """The Python operators of the query's longest stage that take a permit."""
    least: int
    """The smallest safe limit for the query; 0, no limit, if no other is safe."""


class Stage(NamedTuple):
    """The Python operators for which a task of one stage takes permits."""

    merged: bool = False  # a coalesce above makes a task run some of them for several partitions
    execs: tuple[str, ...] = ()

    def size(self) -> tuple[bool, int]:
        """The key by which stages compare: merged stages are the longest."""
        return self.merged, len(self.execs)


def check_python_workers(
    df: DataFrame, workers: int | None = None, tasks: int | None = None
) -> PythonWorkers:
    """Check that the limit of concurrent Python workers cannot make a query hang.

    Each executor has a semaphore of ``spark.rapids.python.concurrentPythonWorkers`` (W) permits. A
    task takes one for each of its stage's P Python operators as it starts them, waiting without a
    timeout, and releases them when it ends (the plugin's ``PythonWorkerSemaphore`` in 26.08). T
    concurrent tasks can thus hold T*(P-1) permits, each waiting for its last; one more lets one of
    them continue. W is safe if W <= 0 (no limit) or W >= T*(P-1)+1.

    T is the executor's cores divided by ``spark.task.cpus``, and on a cluster at most the number of
    tasks that share its GPU. P counts over joins and zipped partitions, and ends at an exchange.
    Below a ``coalesce(n)`` only W = 0 is safe. On Spark 4 a task can also wait for a permit while
    it holds the GPU: if ``spark.rapids.sql.concurrentGpuTasks`` is below T, only W >= T*P is safe,
    and the log warns below that. Stage-level scheduling is not considered.

    Args:
        df: a query of a classic session; it is planned, not run.
        workers: W, if not the session's own (to try a value).
        tasks: T, if not what the session's executors allow.

    Raises:
        ConfigurationError: W is not safe, and the message gives the smallest safe value; or W or T
            is not a number, or T is unknown because there is no executor yet.
        ArgumentTypeError: ``df`` is not a DataFrame, or is a streaming one, whose batches are
            planned separately.
        UnsupportedError: the session is a Spark Connect client.
        SessionError: the session has been stopped.
    """
    spark = classic_session_of(df, "check_python_workers")
    if df.isStreaming:
        required = "a batch query: check the same query of a batch of the stream's rows"
        raise ArgumentTypeError("check_python_workers", df, required)
    conf = spark.sparkContext.getConf()
    setting: object = conf.get(WORKERS, "0") if workers is None else workers
    try:
        limit = int(str(setting))
    except ValueError:
        raise not_supported(WORKERS, setting, "a whole number; 0 is no limit") from None
    if tasks is None:
        local = is_local(str(spark.sparkContext.master))
        cores = executor_cores(spark.sparkContext, driver=local)
        tasks = task_slots(dict(conf.getAll()), max(cores, default=0), local)
    if not is_whole(tasks, 1):
        raise not_supported("tasks", tasks, "the number of tasks an executor runs")
    switches = {e.name: (spark.conf.get(e.setting, None) or "").lower() for e in PYTHON_EXECS}
    plan = df._jdf.queryExecution().executedPlan()
    return checked(limit, tasks, longest_stage(plan, switches))


def checked(limit: int, tasks: int, stage: Stage) -> PythonWorkers:
    """Return the result for a query's longest stage, or raise ConfigurationError."""
    count = len(stage.execs)
    least = 0 if stage.merged else tasks * max(count - 1, 0) + 1
    if limit > 0 and count > 0 and (stage.merged or limit < least):
        fix = (
            "A coalesce(n) above them lets one task run them for several partitions, a permit for "
            "each: no number is safe. Use repartition(n) in its place, or no limit: 0"
            if stage.merged
            else f"The smallest safe value is {least}; 0 is no limit. Set it where Spark starts"
        )
        raise ConfigurationError(
            f"{WORKERS} is {limit}, but up to {tasks} tasks run in an executor at a time and a "
            f"stage of this query has {count} Python operators ({', '.join(stage.execs)}), each of "
            "which takes a permit and keeps it until its task ends: the tasks could wait for each "
            f"other without end. {fix}"
        )
    if least <= limit < tasks * count and count > 1:
        _log.warning(
            "concurrentPythonWorkers=%d is enough for %d tasks with %d Python operators each, if "
            "spark.rapids.sql.concurrentGpuTasks lets all of them on the GPU; else set %d",
            limit, tasks, count, tasks * count,
        )  # fmt: skip
    return PythonWorkers(limit, tasks, stage.execs, least)


def longest_stage(plan: Any, switches: Mapping[str, str]) -> Stage:
    """The stage with the most Python operators that take permits; empty if none does.

    In a plan that the plugin has converted, only its own operators count. In any other plan, even
    inside a converted one, every operator counts that it would convert: adaptive execution calls
    the plugin later, stage by stage. ``switches`` are the settings that turn operators on and off,
    ``true``, ``false`` or unset, by the operators' names.
    """
    stages: list[Stage] = []

    def takes_permit(name: str, converted: bool) -> bool:
        operator = python_exec(name)
        if operator is None:
            return False
        if converted or name.startswith("Gpu"):
            return name.startswith("Gpu")
        switch = switches.get(operator.name, "")
        if operator.transfer is Transfer.OFF:
            return switch == "true"
        return operator.transfer is Transfer.ON and switch != "false"

    def walk(plan: Any, converted: bool) -> Stage:
        name = simple_name(plan)
        inputs, separate = _inputs(plan)
        below = [walk(i, _is_converted(i) if separate else converted) for i in inputs]
        # Subqueries run in separate jobs.
        stages.extend(walk(query, _is_converted(query)) for query in items(plan.subqueries()))
        execs = tuple(name for stage in below for name in stage.execs)
        merged = any(stage.merged for stage in below)
        if name in ("UnionExec", "GpuUnionExec"):
            # Since 4.1 a union can keep its children's partitioning: a task then has one of each.
            if simple_name(plan.outputPartitioning()) == "UnknownPartitioning":
                merged, execs = max(below, key=Stage.size)
        elif name in ("CoalesceExec", "GpuCoalesceExec"):
            merged = merged or bool(execs)
        if takes_permit(name, converted):
            execs += (name,)
        if not name.endswith(_BOUNDARIES):
            return Stage(merged, execs)
        # The operators below run in other tasks than those above.
        stages.append(Stage(merged, execs))
        return Stage()

    stages.append(walk(plan, _is_converted(plan)))
    return max(stages, key=Stage.size)


def _inputs(plan: Any) -> tuple[list[Any], bool]:
    """The operators that feed an operator, and whether they were planned separately."""
    name = simple_name(plan)
    if name == "AdaptiveSparkPlanExec":
        # Before it has run, the initial plan of adaptive execution; afterwards, the final one.
        return [plan.executedPlan() if plan.isFinalPlan() else plan.initialPlan()], True
    if name in ("InMemoryTableScanExec", "GpuInMemoryTableScanExec"):
        # The task that reads a cached table computes the rows that are not in the cache.
        return [plan.relation().cachedPlan()], True
    if name.endswith("QueryStageExec"):
        return [plan.plan()], False
    return list(items(plan.children())), False


def _is_converted(plan: Any) -> bool:
    """Return whether the plugin has converted a plan; inputs planned separately do not count."""
    inputs, separate = _inputs(plan)
    if simple_name(plan).startswith("Gpu"):
        return True
    return not separate and any(map(_is_converted, inputs))
