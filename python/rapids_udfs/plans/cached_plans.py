# SPDX-License-Identifier: Apache-2.0

"""The queries whose results another one reads from Spark's cache."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from rapids_udfs.session.jvm_objects import items, simple_name, to_seq
from rapids_udfs.session.library import jvm_class

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


_NAMES_ALONE: Final = ("SubqueryAlias", "View", "ResolvedHint")
"""Operators that Spark ignores when it compares plans."""


def cached_plans(planned: Any, seen: list[Any]) -> Iterator[Any]:
    """Yield the logical plan of each cached query that a ``QueryExecution`` reads.

    Cached queries of subqueries are left out, and plans in ``seen``, to which new ones are added.
    """
    for leaf in items(planned.withCachedData().collectLeaves()):
        if simple_name(leaf) == "InMemoryRelation":
            plan = _logical(leaf.cacheBuilder())
            if plan is not None and not any(plan.equals(other) for other in seen):
                seen.append(plan)
                yield plan


def unlike_the_cached(spark: SparkSession, plan: Any) -> Any:
    """Rewrite a query so that Spark does not find it in its cache.

    Cached data that the query itself reads is still found. The optimizer removes the filters.
    """
    while simple_name(plan) in _NAMES_ALONE:
        plan = plan.child()
    catalyst = "org.apache.spark.sql.catalyst"
    true = jvm_class(spark, f"{catalyst}.expressions.Literal").TrueLiteral()
    filter_class = jvm_class(spark, f"{catalyst}.plans.logical.Filter")
    filtered = (filter_class(true, child) for child in items(plan.children()))
    return plan.withNewChildren(to_seq(spark, filtered))


def _logical(cached: Any) -> Any:
    """The cached query itself; before Spark 4.0, as the optimizer left it."""
    if any(m.getName() == "logicalPlan" for m in cached.getClass().getMethods()):
        return cached.logicalPlan()
    physical = cached.cachedPlan()
    if simple_name(physical) == "AdaptiveSparkPlanExec":
        physical = physical.initialPlan()
    # Operators that Spark wraps around others have no link.
    while not physical.logicalLink().isDefined() and physical.children().size() == 1:
        physical = physical.children().apply(0)
    link = physical.logicalLink()
    return link.get() if link.isDefined() else None
