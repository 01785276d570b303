"""The plugin's verdicts on a query, without a GPU."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from harness.outcomes import unfolded

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_UDF = re.compile(r"<(ScalaUDF|HiveSimpleUDF|HiveGenericUDF)> ")


@dataclass(frozen=True)
class Verdict:
    """The plugin's words on the UDFs of a plan, and on the plan as a whole."""

    plan: str

    @property
    def udfs(self) -> list[str]:
        """The lines on UDF expressions."""
        return [line.strip() for line in self.plan.splitlines() if _UDF.search(line)]

    @property
    def accepted(self) -> bool:
        """Return whether there are UDFs, all of them and all around them runs on the GPU itself."""
        lines = [line for line in self.plan.splitlines() if line.strip()]
        return bool(self.udfs) and all(map(_is_accepted, lines))


def _is_accepted(line: str) -> bool:
    """Return whether the line is of what runs on the GPU without a bridge, or is removed."""
    runs = line.lstrip().startswith("*") and line.rstrip().endswith("will run on GPU")
    removed = line.lstrip().startswith("#") and "is going to be removed" in line
    return runs or removed


def explain(spark: SparkSession, sql: str) -> Verdict:
    """The plugin's verdict on each operator and expression of a query."""
    jvm = spark._jvm
    assert jvm is not None
    plan = jvm.com.nvidia.spark.rapids.ExplainPlan
    # A call without column arguments would be gone from the plan before the plugin sees it.
    with unfolded(spark):
        return Verdict(str(plan.explainPotentialGpuPlan(spark.sql(sql)._jdf, "ALL")))
