# SPDX-License-Identifier: Apache-2.0

"""The table of Python operators: against Spark's classes, and against the plugin's own verdicts."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyspark
import pytest
from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as F
from pyspark.sql.types import StructType

from harness.session import with_plugin
from rapids_udfs import explain
from rapids_udfs.runtime.python_execs import PYTHON_EXECS, PythonExec, Transfer, python_exec

LINE = ".".join(pyspark.__version__.split(".")[:2])
HERE = {operator.name: operator for operator in PYTHON_EXECS if LINE in operator.spark}
# They run no Python, or are what others extend.
NO_PYTHON = {"AttachDistributedSequenceExec", "PythonWorkerLogsExec"}
ABSTRACT = {"EvalPythonExec", "EvalPythonUDTFExec", "MapInBatchExec",
            "FlatMapGroupsInBatchExec", "FlatMapCoGroupsInBatchExec"}  # fmt: skip


def test_names() -> None:
    assert len({operator.name for operator in PYTHON_EXECS}) == len(PYTHON_EXECS)
    assert python_exec("GpuMapInPandasExec") == python_exec("MapInPandasExec")
    assert python_exec("ProjectExec") is None


def test_the_page_has_the_table() -> None:
    page = Path(__file__).parents[2] / "docs" / "gpu-python-settings.md"
    lines = page.read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if re.match(r"\| `\w+Exec` ", line)]
    wanted = [f"| `{e.name}` | {e.runs} | {e.spark} | {e.transfer} |" for e in PYTHON_EXECS]
    assert rows == wanted, "the table is out of date"


def test_every_operator_of_this_spark_is_in_the_table() -> None:
    (jar,) = Path(pyspark.__path__[0], "jars").glob("spark-sql_2*.jar")
    with zipfile.ZipFile(jar) as archive:
        names = archive.namelist()
    pattern = re.compile(r"org/apache/spark/sql/execution/python/(?:streaming/)?(\w+Exec)\.class")
    classes = {match[1] for match in map(pattern.fullmatch, names) if match}
    assert classes - NO_PYTHON - ABSTRACT == set(HERE)


def same(batches: Iterator[Any]) -> Iterator[Any]:
    yield from batches


def queries(df: DataFrame) -> dict[str, DataFrame]:
    """A query for each operator of batches that this Spark can plan from Python."""
    schema: StructType = df.schema
    mean: Any = F.pandas_udf(lambda v: 0.0, "double", F.PandasUDFType.GROUPED_AGG)
    plus: Any = F.pandas_udf(lambda v: v, "double", F.PandasUDFType.SCALAR)
    row: Any = F.udf(lambda v: v, "double", useArrow=False)
    arrow: Any = F.udf(lambda v: v, "double", useArrow=True)
    groups = df.groupBy("k")
    by_operator = {
        "ArrowEvalPythonExec": df.select(plus("v"), arrow("v")),
        "BatchEvalPythonExec": df.select(row("v")),
        "MapInPandasExec": df.mapInPandas(same, schema),
        "MapInArrowExec": df.mapInArrow(same, schema),
        "FlatMapGroupsInPandasExec": groups.applyInPandas(lambda g: g, schema),
        "FlatMapCoGroupsInPandasExec": groups.cogroup(df.groupBy("k")).applyInPandas(
            lambda a, b: a, schema
        ),
        "AggregateInPandasExec": groups.agg(mean("v")),
        "WindowInPandasExec": df.select(
            mean("v").over(Window.partitionBy("k").orderBy("id").rowsBetween(-1, 1))
        ),
    }
    for name, use_arrow in (("BatchEvalPythonUDTFExec", False), ("ArrowEvalPythonUDTFExec", True)):
        function = F.udtf(OneValue, returnType="x: bigint", useArrow=use_arrow)
        df.sparkSession.udtf.register(name, function)
        query = f"SELECT t.x FROM range(4) r, LATERAL {name}(r.id) t"
        by_operator[name] = df.sparkSession.sql(query)
    if hasattr(groups, "applyInArrow"):
        by_operator["FlatMapGroupsInArrowExec"] = groups.applyInArrow(lambda t: t, schema)
        by_operator["FlatMapCoGroupsInArrowExec"] = groups.cogroup(df.groupBy("k")).applyInArrow(
            lambda a, b: a, schema
        )
    other_names = {
        "PythonMapInArrowExec": "MapInArrowExec",
        "ArrowAggregatePythonExec": "AggregateInPandasExec",
        "ArrowWindowPythonExec": "WindowInPandasExec",
    }
    other_names = {old: new for new, old in other_names.items() if new in HERE}
    return {other_names.get(name, name): query for name, query in by_operator.items()}


class OneValue:
    def eval(self, value: int) -> Iterator[tuple[int]]:
        yield (value,)


@pytest.fixture(scope="module")
def planned(spark, tmp_path_factory: pytest.TempPathFactory) -> dict[str, DataFrame]:
    path = str(tmp_path_factory.mktemp("python") / "t")
    spark.range(20).selectExpr("id", "id % 3 AS k", "CAST(id AS DOUBLE) AS v").write.parquet(path)
    return queries(spark.read.parquet(path))


BATCHES = [operator for operator in HERE.values() if "streaming" not in operator.runs]


@with_plugin
@pytest.mark.parametrize("operator", BATCHES, ids=lambda operator: operator.name)
def test_the_plugin_says_the_same(
    spark, planned: dict[str, DataFrame], operator: PythonExec
) -> None:
    explanation = explain(planned[operator.name])
    (verdict,) = explanation.python
    assert verdict.exec is operator
    assert verdict.transferred is (operator.transfer is Transfer.ON)
    assert str(verdict) in repr(explanation)
    if operator.transfer is Transfer.ON:
        assert verdict.reason == ""
        assert "the plugin transfers its data" in str(verdict)
        assert all(
            "transfers the data of an Arrow or pandas UDF" in v.hint for v in explanation.others
        )
    if operator.transfer is Transfer.NONE:
        assert "GPU does not currently support the operator class" in verdict.reason
    if operator.transfer is Transfer.OFF:
        assert "is disabled by default" in verdict.reason
        assert f"{operator.setting}=true lets the plugin do it" in str(verdict)
        spark.conf.set(operator.setting, "true")
        try:
            (on,) = explain(planned[operator.name]).python
            assert on.transferred
        finally:
            spark.conf.unset(operator.setting)


@with_plugin
def test_one_operator_of_several(planned: dict[str, DataFrame]) -> None:
    query = planned["MapInPandasExec"]
    explanation = explain(query.mapInPandas(same, query.schema))
    assert [(v.exec.name, v.count) for v in explanation.python] == [("MapInPandasExec", 2)]
    assert [v.function for v in explanation.others] == ["same"]
