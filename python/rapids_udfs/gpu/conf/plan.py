# SPDX-License-Identifier: Apache-2.0

"""The Python operators in a query's stages, as a task of the plugin would run them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rapids_udfs.runtime.python_execs import Transfer, python_exec
from rapids_udfs.session.jvm_objects import items, simple_name

_BOUNDARIES = ("ExchangeExec", "ShuffleQueryStageExec", "BroadcastQueryStageExec")


@dataclass(frozen=True)
class Stage:
    """The Python operators for which a task of one stage takes permits of the plugin.

    Attributes:
        execs: the operators' names.
        merged: whether a ``coalesce`` above some of them makes a task run them for several
            partitions, each of which takes permits of its own.
    """

    execs: tuple[str, ...] = ()
    merged: bool = False

    def __add__(self, other: Stage) -> Stage:
        return Stage(self.execs + other.execs, self.merged or other.merged)

    def size(self) -> tuple[bool, int]:
        """The key by which stages compare: merged stages are the longest."""
        return self.merged, len(self.execs)


@dataclass(frozen=True)
class Node:
    """An operator of a physical plan.

    Attributes:
        name: its class without the package.
        children: its inputs, including a cached table's plan, in the same stage or not.
        subqueries: plans that run in jobs of their own.
        zips_children: for a union, whether a task computes a partition of each child.
        is_root: whether the operators from here on were planned separately from those above: a
            cached table, or the plan inside an adaptive one.
    """

    name: str
    children: tuple[Node, ...] = ()
    subqueries: tuple[Node, ...] = ()
    zips_children: bool = True
    is_root: bool = False

    def is_converted(self) -> bool:
        """Return whether the plugin has converted this plan, up to the next root below."""
        below = (child for child in self.children if not child.is_root)
        return self.name.startswith("Gpu") or any(child.is_converted() for child in below)


def longest_stage(root: Node, disabled: frozenset[str], enabled: frozenset[str]) -> Stage:
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

    def walk(node: Node, converted: bool) -> Stage:
        if node.is_root:
            converted = node.is_converted()
        inputs = [walk(child, converted) for child in node.children]
        stages.extend(walk(query, query.is_converted()) for query in node.subqueries)
        if node.zips_children:
            stage = sum(inputs, Stage())
        else:
            stage = max(inputs, key=Stage.size, default=Stage())
        if stage.execs and node.name in ("CoalesceExec", "GpuCoalesceExec"):
            stage = Stage(stage.execs, merged=True)
        if takes_permit(node.name, converted):
            stage += Stage((node.name,))
        if node.name.endswith(_BOUNDARIES):
            # Operators below run in other tasks than those above.
            stages.append(stage)
            return Stage()
        return stage

    stages.append(walk(root, root.is_converted()))
    return max(stages, key=Stage.size)


def node_of(plan: Any, is_root: bool = False) -> Node:
    """Convert a physical plan of the JVM."""
    name = simple_name(plan)
    if name == "AdaptiveSparkPlanExec":
        # Before it has run, the initial plan of adaptive execution; afterwards, the final one.
        final = plan.isFinalPlan()
        return node_of(plan.executedPlan() if final else plan.initialPlan(), is_root=True)
    if name.endswith("QueryStageExec"):
        children = [node_of(plan.plan())]
    elif name in ("InMemoryTableScanExec", "GpuInMemoryTableScanExec"):
        # The task that reads a cached table computes the rows that are not in the cache.
        children = [node_of(plan.relation().cachedPlan(), is_root=True)]
    else:
        children = [node_of(child) for child in items(plan.children())]
    subqueries = tuple(node_of(query) for query in items(plan.subqueries()))
    # Spark 4.1 can keep the partitioning of a union's children.
    zips = (
        name not in ("UnionExec", "GpuUnionExec")
        or simple_name(plan.outputPartitioning()) != "UnknownPartitioning"
    )
    return Node(name, tuple(children), subqueries, zips, is_root)
