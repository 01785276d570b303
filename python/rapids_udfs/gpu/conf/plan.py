# SPDX-License-Identifier: Apache-2.0

"""The Python operators of a query's stages, as a task of the plugin would run them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rapids_udfs.runtime.python_execs import PythonExec, Transfer, python_exec
from rapids_udfs.session.jvm_objects import items, simple_name

_STAGES = ("ExchangeExec", "ShuffleQueryStageExec", "BroadcastQueryStageExec")


@dataclass(frozen=True)
class Stage:
    """The Python operators that a task of a stage runs, and takes a permit of the plugin for.

    Attributes:
        execs: the operators' names.
        merged: whether a ``coalesce`` above some of them makes a task run those for several
            partitions, each of which takes permits of its own.
    """

    execs: tuple[str, ...] = ()
    merged: bool = False

    def __add__(self, other: Stage) -> Stage:
        return Stage(self.execs + other.execs, self.merged or other.merged)


@dataclass(frozen=True)
class Node:
    """An operator of a plan.

    Attributes:
        name: its class without the package.
        children: the operators that feed it, also through a cached table, within its stage or not.
        apart: plans that run in jobs of their own: subqueries.
        together: for a union, whether a task computes a partition of each child.
        begins: whether a plan begins here that was made apart from what is above: of a cached
            table, or what adaptive execution begins with.
    """

    name: str
    children: tuple[Node, ...] = ()
    apart: tuple[Node, ...] = ()
    together: bool = True
    begins: bool = False

    def of_one_plan(self) -> Iterator[Node]:
        """This operator and those below it that were planned with it."""
        yield self
        for node in self.children:
            if not node.begins:
                yield from node.of_one_plan()


def longest_stage(root: Node, disabled: frozenset[str], enabled: frozenset[str]) -> Stage:
    """The stage with the most Python operators that take permits; empty if none does.

    In a plan that the plugin has converted, only its operators count. In any other, even within
    such a plan, every operator counts that it would convert: adaptive execution calls the plugin
    stage by stage, later. Settings have ``disabled`` and ``enabled`` some operators.
    """
    stages: list[Stage] = []

    def walk(node: Node, within: bool) -> Stage:
        planned = _is_the_plugins(node) if node.begins else within
        below = [walk(child, planned) for child in node.children]
        stages.extend(walk(other, _is_the_plugins(other)) for other in node.apart)
        own = sum(below, Stage()) if node.together else max(below, key=_size, default=Stage())
        if own.execs and node.name in ("CoalesceExec", "GpuCoalesceExec"):
            own = Stage(own.execs, merged=True)
        found = python_exec(node.name)
        of_plugin = node.name.startswith("Gpu")
        if found and (of_plugin or (not planned and _transfers(found, disabled, enabled))):
            own += Stage((node.name,))
        # Operators below exchanges and adaptive stages run in other tasks.
        if node.name.endswith(_STAGES):
            stages.append(own)
            return Stage()
        return own

    stages.append(walk(root, _is_the_plugins(root)))
    return max(stages, key=_size)


def _size(stage: Stage) -> tuple[bool, int]:
    return stage.merged, len(stage.execs)


def _is_the_plugins(plan: Node) -> bool:
    return any(node.name.startswith("Gpu") for node in plan.of_one_plan())


def _transfers(found: PythonExec, disabled: frozenset[str], enabled: frozenset[str]) -> bool:
    if found.transfer is Transfer.OFF:
        return found.name in enabled
    return found.transfer is Transfer.ON and found.name not in disabled


def node_of(plan: Any, begins: bool = False) -> Node:
    """The root of a physical plan of the JVM; ``begins`` as in ``Node``."""
    name = simple_name(plan)
    if name == "AdaptiveSparkPlanExec":
        # Before it has run, the initial plan of adaptive execution; afterwards, the final one.
        final = plan.isFinalPlan()
        return node_of(plan.executedPlan() if final else plan.initialPlan(), begins=True)
    below = [node_of(child) for child in items(plan.children())]
    if name.endswith("QueryStageExec"):
        below = [node_of(plan.plan())]
    elif name in ("InMemoryTableScanExec", "GpuInMemoryTableScanExec"):
        # Rows that are not in the cache are computed by the task that reads them.
        below = [node_of(plan.relation().cachedPlan(), begins=True)]
    apart = tuple(node_of(other) for other in items(plan.subqueries()))
    together = True
    if name in ("UnionExec", "GpuUnionExec"):
        # Spark 4.1 can keep the partitioning of a union's children.
        together = simple_name(plan.outputPartitioning()) != "UnknownPartitioning"
    return Node(name, tuple(below), apart, together, begins)
