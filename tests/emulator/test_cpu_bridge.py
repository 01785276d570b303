# SPDX-License-Identifier: Apache-2.0

"""Calls inside expressions that the plugin's operators run on the CPU."""

from __future__ import annotations

import pytest

import rapids_udfs
from rapids_udfs.counting.counters import difference
from rapids_udfs.session.modes import COMPILE_ROWS
from rapids_udfs.testing import frames

BRIDGE = {"spark.rapids.sql.expression.cpuBridge.enabled": "true"}
TEXTS = [("Kitten",), ("SITTING",), (None,), ("ÄB",)]
SQL = "SELECT levenshtein(ascii_lower(text), 'sitting') AS distance FROM bridged"


@pytest.fixture
def bridged(spark, tmp_path):
    spark.createDataFrame(TEXTS, "text string").coalesce(1).write.parquet(str(tmp_path / "texts"))
    spark.read.parquet(str(tmp_path / "texts")).createOrReplaceTempView("bridged")
    yield
    spark.catalog.dropTempView("bridged")


@pytest.mark.parametrize("compiled", ["true", "false"])
def test_a_call_in_the_bridge(spark, bridged, compiled: str) -> None:
    with frames.settings(spark, {**BRIDGE, COMPILE_ROWS: compiled}):
        before = rapids_udfs.counters(spark)
        frame = spark.sql(SQL)
        with rapids_udfs.track(spark) as work:
            rows = [row.distance for row in frame.collect()]
        plan = frame._jdf.queryExecution().executedPlan()
    assert rows == [3, 0, None, 7]
    counts = difference(rapids_udfs.counters(spark), before)["ascii_lower"]
    assert (counts.row_calls, counts.columnar_batches) == (len(TEXTS), 0)
    (line,) = work.functions
    assert (line.function, line.where, line.rows) == ("ascii_lower", "cpu-bridge", len(TEXTS))
    text = plan.toString()
    assert "GpuCpuBridge" in text, text
    assert kinds(plan) == (["CompiledCall"] if compiled == "true" else ["ScalaUDF"])


def kinds(plan) -> list[str]:
    trees = [plan.expressions().apply(i) for i in range(plan.expressions().size())]
    names = []
    while trees:
        tree = trees.pop()
        names.append(tree.getClass().getSimpleName())
        trees += [tree.children().apply(i) for i in range(tree.children().size())]
    below = [plan.children().apply(i) for i in range(plan.children().size())]
    calls = [kind for kind in names if kind in ("CompiledCall", "ScalaUDF")]
    return [*calls, *(kind for child in below for kind in kinds(child))]
