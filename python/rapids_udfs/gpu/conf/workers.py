# SPDX-License-Identifier: Apache-2.0

"""The deadlock check: whether a limit of concurrent Python workers can block a query for ever."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, NamedTuple

from rapids_udfs._numbers import is_whole
from rapids_udfs.errors import ArgumentTypeError, ConfigurationError
from rapids_udfs.runtime.python_execs import PYTHON_EXECS, Transfer, python_exec
from rapids_udfs.session.cluster import is_local
from rapids_udfs.session.jvm_objects import items, simple_name
from rapids_udfs.session.library import classic_session_of, executor_cores
from rapids_udfs.session.python_gpu.options import WORKERS, task_slots
from rapids_udfs.session.settings import not_supported

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

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


def check_python_workers(
    df: DataFrame, workers: int | None = None, tasks: int | None = None
) -> PythonWorkers:
    """Check that the limit of concurrent Python workers cannot block a query for ever.

    Each executor has a semaphore of ``spark.rapids.python.concurrentPythonWorkers`` (W) permits. A
    task takes a permit for each of its stage's P Python operators as it starts them, waiting
    without a timeout, and releases them only when it ends (as the plugin's class
    ``PythonWorkerSemaphore`` and its callers do in 26.08). T concurrent tasks can thus hold
    T*(P-1) permits, each waiting for its last; one more permit lets one of them continue. W is safe
    if W <= 0 (no limit) or W >= T*(P-1)+1.

    T is the executor's cores divided by ``spark.task.cpus``, and on a cluster at most the number of
    tasks that share its GPU by ``spark.task.resource.gpu.amount``. A task takes its first permit
    before it acquires the GPU, so ``spark.rapids.sql.concurrentGpuTasks`` does not lower T. On
    Spark 4 a task can also wait for a permit while it holds the GPU: if ``concurrentGpuTasks`` is
    below T, only W >= T*P is safe, and the log warns below that. P counts over joins and zipped
    partitions, and ends at an exchange. Below a ``coalesce(n)`` a task runs the operators for
    several partitions, and only W = 0 is safe. Stage-level scheduling is not considered.

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
    disabled = frozenset(name for name, value in switches.items() if value == "false")
    enabled = frozenset(name for name, value in switches.items() if value == "true")
    plan = df._jdf.queryExecution().executedPlan()
    return checked(limit, tasks, longest_stage(plan, disabled, enabled))


class Stage(NamedTuple):
    """The Python operators for which a task of one stage takes permits."""

    merged: bool = False
    """Whether a ``coalesce`` above some of them makes a task run them for several partitions."""
    execs: tuple[str, ...] = ()

    def size(self) -> tuple[bool, int]:
        """The key by which stages compare: merged stages are the longest."""
        return self.merged, len(self.execs)


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
            f"other for ever. {fix}"
        )
    if least <= limit < tasks * count and count > 1:
        _log.warning(
            "concurrentPythonWorkers=%d is enough for %d tasks with %d Python operators each, if "
            "spark.rapids.sql.concurrentGpuTasks lets all of them on the GPU; else set %d",
            limit, tasks, count, tasks * count,
        )  # fmt: skip
    return PythonWorkers(limit, tasks, stage.execs, least)


def longest_stage(plan: Any, disabled: frozenset[str], enabled: frozenset[str]) -> Stage:
    """The stage with the most Python operators that take permits; empty if none does.

    In a plan that the plugin has converted, only its own operators count. In any other plan, even
    inside a converted one, every operator counts that it would convert: adaptive execution calls
    the plugin later, stage by stage. ``disabled`` and ``enabled`` are the operators that settings
    switch off and on.
    """
    stages: list[Stage] = []

    def takes_permit(name: str, converted: bool) -> bool:
        operator = python_exec(name)
        if operator is None:
            return False
        if converted or name.startswith("Gpu"):
            return name.startswith("Gpu")
        if operator.transfer is Transfer.OFF:
            return operator.name in enabled
        return operator.transfer is Transfer.ON and operator.name not in disabled

    def walk(plan: Any, converted: bool) -> Stage:
        name = simple_name(plan)
        inputs, planned_apart = _inputs(plan)
        below = [walk(i, _is_converted(i) if planned_apart else converted) for i in inputs]
        # Subqueries run in jobs of their own.
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
    """The operators that feed an operator, and whether they were planned apart from it."""
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
    """Return whether the plugin has converted a plan, not counting inputs planned apart."""
    inputs, planned_apart = _inputs(plan)
    if simple_name(plan).startswith("Gpu"):
        return True
    return not planned_apart and any(map(_is_converted, inputs))
