# SPDX-License-Identifier: Apache-2.0

"""The plugin's verdicts on a query, without a GPU."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from harness import argument_types, catalogue, routes
from harness.outcomes import unfolded

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_AT_ONCE = 20
_UDF = re.compile(r"<(ScalaUDF|HiveSimpleUDF|HiveGenericUDF)> ")


@dataclass(frozen=True)
class Verdict:
    """The plugin's explanation of the UDFs of a plan, and of the whole plan."""

    plan: str

    @property
    def udfs(self) -> list[str]:
        """Return the lines about UDF expressions."""
        return [line.strip() for line in self.plan.splitlines() if _UDF.search(line)]

    @property
    def accepted(self) -> bool:
        """Return whether there are UDFs, and these and everything around them run on the GPU."""
        lines = [line for line in self.plan.splitlines() if line.strip()]
        return bool(self.udfs) and all(map(_is_accepted, lines))


def _is_accepted(line: str) -> bool:
    """Return whether a line's node runs on the GPU, not on a bridge, or is removed."""
    runs = line.lstrip().startswith("*") and line.rstrip().endswith("will run on GPU")
    removed = line.lstrip().startswith("#") and "is going to be removed" in line
    return runs or removed


class Calls:
    """The plugin's verdicts on calls of all functions, twenty per query if it accepts them all."""

    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark
        self._together = functools.cache(self._of)

    def verdict(self, function: str, route: str) -> tuple[Verdict, int]:
        """Return the verdict on a function's call by a route, and the number of calls it covers."""
        names = [n for n, f in catalogue.functions().items() if route in routes.of(f)]
        at = names.index(function) // _AT_ONCE * _AT_ONCE
        together = tuple(names[at : at + _AT_ONCE])
        verdict = self._together(together, route)
        if verdict.accepted and len(verdict.udfs) == len(together):
            return verdict, len(together)
        return self._together((function,), route), 1

    def _of(self, functions: tuple[str, ...], route: str) -> Verdict:
        listed = [catalogue.functions()[name] for name in functions]
        calls = [argument_types.call(f, routes.register(self._spark, f, route)) for f in listed]
        return explain(self._spark, f"SELECT {', '.join(calls)} FROM {argument_types.VIEW}")


def explain(spark: SparkSession, sql: str) -> Verdict:
    """Return the plugin's verdict on every operator and expression of a query."""
    jvm = spark._jvm
    assert jvm is not None
    plan = jvm.com.nvidia.spark.rapids.ExplainPlan
    # A call without column arguments would be folded before the plugin sees the plan.
    with unfolded(spark):
        return Verdict(str(plan.explainPotentialGpuPlan(spark.sql(sql)._jdf, "ALL")))
