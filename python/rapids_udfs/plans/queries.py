# SPDX-License-Identifier: Apache-2.0

"""A query to analyse without running it: planned again, and explained by the plugin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rapids_udfs.errors import ArgumentTypeError, ConfigurationError
from rapids_udfs.session.iceberg import EXPLAINING, HIDDEN, TO_CLASS_PATH, Problem
from rapids_udfs.session.jvm_objects import (
    datasets,
    inner_queries,
    items,
    planned,
    simple_name,
    to_seq,
)
from rapids_udfs.session.library import (
    active_session,
    classic_session_of,
    has_class,
    jvm_class,
    require_classic,
)
from rapids_udfs.session.modes import COMPILE_ROWS, PYTHON_UDFS

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

EXPLAIN_PLAN: Final = "com.nvidia.spark.rapids.ExplainPlan"
_ENABLED: Final = "spark.rapids.sql.enabled"
_EXPLAINED: Final = "spark.rapidsUdfs.builtins.explained"
"""Makes the extension plan builtins with columnar bodies as UDFs, for the plugin to explain."""
_TRANSPARENT: Final = ("SubqueryAlias", "View", "ResolvedHint")
"""Operators that Spark ignores when it compares plans."""


class Query(NamedTuple):
    """A query of a classic session, and its session and ``QueryExecution`` in the JVM."""

    spark: SparkSession
    session: Any
    execution: Any


def query_of(query: DataFrame | str, call: str, spark: SparkSession | None = None) -> Query:
    """The query of an argument; SQL text is planned and, unlike by ``spark.sql``, never run.

    Raises:
        ArgumentTypeError: it is neither.
        UnsupportedError: the session is a Spark Connect client.
        SessionError: the session has been stopped, or text comes without one.
    """
    if isinstance(query, str):
        spark = spark or active_session(call)
        require_classic(spark, call)
        session = spark._jsparkSession
        plan = session.sessionState().sqlParser().parsePlan(query)
        return Query(spark, session, planned(spark, session, plan))
    if not hasattr(type(query), "sparkSession"):
        raise ArgumentTypeError(call, query, "a DataFrame or SQL text")
    spark = classic_session_of(query, call)
    return Query(spark, query._jdf.sparkSession(), query._jdf.queryExecution())


def replanned(query: Query, settings: Mapping[str, str] = MappingProxyType({})) -> list[Any]:
    """The ``QueryExecution`` of a query, or of those in a command, and of each cached query read.

    A clone of the session plans them, under more settings, so that these affect nobody else. The
    plugin is disabled in it: its explanation does not know plans with its own operators or with
    compiled row-wise calls.
    """
    spark = query.spark
    session = query.session.cloneSession()
    conf = session.conf()
    enabled = conf.getOption(_ENABLED)
    changes = {**settings, _ENABLED: "false", COMPILE_ROWS: "false"}
    if has_class(spark, EXPLAIN_PLAN):
        # Without cuDF's classes no columnar plan can be made.
        changes[_EXPLAINED] = "true"
    if conf.get(PYTHON_UDFS, "off").lower() == "require":
        # Explain what cannot be compiled, too.
        changes[PYTHON_UDFS] = "compile"
    for key, value in changes.items():
        conf.set(key, value)
    executions: list[Any] = []
    cached: list[Any] = []
    to_plan = [query.execution.analyzed()]
    while to_plan:
        plan = to_plan.pop()
        execution = planned(spark, session, plan)
        # Plans are lazy: ask for them before the plugin is enabled again.
        if execution.executedPlan().children().isEmpty() and (inner := inner_queries(spark, plan)):
            to_plan += inner
        else:
            to_plan += [_uncached(spark, read) for read in _cached_plans(execution, cached)]
            executions.append(execution)
    if enabled.isDefined():
        conf.set(_ENABLED, enabled.get())
    else:
        conf.unset(_ENABLED)
    return executions


def _cached_plans(execution: Any, seen: list[Any]) -> Iterator[Any]:
    """Yield the plans of cached queries that a query reads, unless in ``seen``; add them to it."""
    whole = execution.withCachedData()
    for part in (whole, *items(whole.subqueriesAll())):
        for leaf in items(part.collectLeaves()):
            if simple_name(leaf) == "InMemoryRelation":
                plan = _logical(leaf.cacheBuilder())
                if plan is not None and not any(plan.equals(other) for other in seen):
                    seen.append(plan)
                    yield plan


def _uncached(spark: SparkSession, plan: Any) -> Any:
    """Rewrite a query so that Spark does not find it in its cache.

    Cached data that the query itself reads is still found. The optimizer removes the filters.
    """
    while simple_name(plan) in _TRANSPARENT:
        plan = plan.child()
    catalyst = "org.apache.spark.sql.catalyst"
    true = jvm_class(spark, f"{catalyst}.expressions.Literal").TrueLiteral()
    filter_class = jvm_class(spark, f"{catalyst}.plans.logical.Filter")
    filtered = (filter_class(true, child) for child in items(plan.children()))
    return plan.withNewChildren(to_seq(spark, filtered))


def _logical(cached: Any) -> Any:
    """The plan of a cached query; before Spark 4.0, as the optimizer left it."""
    if any(method.getName() == "logicalPlan" for method in cached.getClass().getMethods()):
        return cached.logicalPlan()
    physical = cached.cachedPlan()
    if simple_name(physical) == "AdaptiveSparkPlanExec":
        physical = physical.initialPlan()
    # Operators that Spark wraps around others have no link.
    while not physical.logicalLink().isDefined() and physical.children().size() == 1:
        physical = physical.children().apply(0)
    link = physical.logicalLink()
    return link.get() if link.isDefined() else None


def plugin_texts(spark: SparkSession, executions: Iterable[Any]) -> list[str]:
    """The plugin's explanation of each planned query."""
    from rapids_udfs._py4j import Py4JJavaError

    plugin = jvm_class(spark, EXPLAIN_PLAN)
    # The plugin needs only the plan of a dataset: any encoder will do.
    encoder = spark.range(0)._jdf.encoder()
    frames = (datasets(spark)(execution, encoder) for execution in executions)
    try:
        return [str(plugin.explainPotentialGpuPlan(frame, "ALL")) for frame in frames]
    except Py4JJavaError as e:
        if "NoClassDefFoundError: org/apache/iceberg/" in str(e.java_exception.toString()):
            problem = Problem(f"Iceberg {HIDDEN}", EXPLAINING, TO_CLASS_PATH)
            raise ConfigurationError(str(problem)) from e
        raise
