# SPDX-License-Identifier: Apache-2.0

"""Functions next to Python UDFs and within streams also run in columns."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import rapids_udfs
from harness.cpu_gpu_runner import Both
from rapids_udfs.counting.counters import difference

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

ROWS = 200
TEXTS = """
SELECT id, element_at(array('Ab', 'two Words', '', 'Ünï X', NULL), CAST(id % 5 AS INT) + 1) AS s
FROM range(200)
"""
QUERIES = {
    "SELECT id, ascii_lower({udf}(s)) AS t FROM {texts}": True,
    "SELECT id, {udf}(s) AS t, word_count(s) AS n FROM {texts} WHERE ascii_lower(s) <> 'ab'": True,
    # Spark computes the arguments of a Python UDF itself, row by row.
    "SELECT id, {udf}(ascii_lower(s)) AS t FROM {texts}": False,
    "SELECT min(id) AS id, {udf}(ascii_lower(s)) AS t, count(*) FROM {texts} GROUP BY 2": False,
}


@pytest.fixture(scope="module")
def texts(both: Both, tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = str(tmp_path_factory.mktemp("texts") / "rows")
    with both.rows_alone():
        both.spark.sql(TEXTS).repartition(2).write.parquet(folder)
    return folder


@pytest.mark.parametrize("arrow", [False, True], ids=["pickled", "Arrow"])
@pytest.mark.parametrize("query", QUERIES)
def test_beside_python(both: Both, texts: str, query: str, arrow: bool) -> None:
    from pyspark.sql.functions import udf

    name = f"python_{'arrow' if arrow else 'pickled'}"
    both.spark.udf.register(name, udf(lambda s: s and s + "!", "string", useArrow=arrow))
    sql = query.format(udf=name, texts=f"parquet.`{texts}`")
    columnar, row_wise = both.columnar(sql), both.row_wise(sql)
    assert columnar.rows == row_wise.rows != {}
    counts = columnar.counts["ascii_lower"]
    in_columns = (counts.row_calls == 0, counts.columnar_batches > 0)
    assert in_columns == (QUERIES[query], QUERIES[query]), columnar.plan
    assert columnar.leaks == {}


def test_beside_a_grouped_pandas_udf(both: Both, texts: str) -> None:
    """It stays on the CPU, whatever name the Spark version has for its operator."""
    from pyspark.sql.functions import PandasUDFType, pandas_udf

    longest = pandas_udf(lambda t: int(t.str.len().max()), "int", PandasUDFType.GROUPED_AGG)
    both.spark.udf.register("longest", longest)
    sql = "SELECT id % 3 AS k, longest(ascii_lower(s)) AS n FROM {} GROUP BY 1"
    sql = sql.format(f"parquet.`{texts}`")
    assert both.columnar(sql).rows == both.row_wise(sql).rows != {}


def _counted_by(frame: DataFrame) -> DataFrame:
    return frame.selectExpr("ascii_lower(s) AS t").groupBy("t").count()


def _windowed(frame: DataFrame) -> DataFrame:
    times = frame.selectExpr("timestamp_seconds(id * 600) AS at", "word_count(s) AS n")
    return times.groupBy("at").sum("n").selectExpr("CAST(at AS STRING) AS t", "`sum(n)` AS count")


@pytest.mark.parametrize("work", [_counted_by, _windowed])
def test_in_a_stream(
    both: Both, texts: str, tmp_path: Path, work: Callable[[DataFrame], DataFrame]
) -> None:
    spark = both.spark
    stream = work(spark.readStream.schema("id BIGINT, s STRING").parquet(texts))
    before = rapids_udfs.counters(spark)
    query = (
        stream.writeStream.format("memory").queryName("streamed").outputMode("complete")
        .option("checkpointLocation", str(tmp_path)).trigger(availableNow=True).start()
    )  # fmt: skip
    query.awaitTermination()
    counted = [
        c
        for c in difference(rapids_udfs.counters(spark), before).values()
        if c.columnar_rows or c.row_calls
    ]
    with both.rows_alone():
        rows = sorted(map(tuple, spark.table("streamed").collect()), key=str)
        expected = sorted(map(tuple, work(spark.read.parquet(texts)).collect()), key=str)
    assert rows == expected
    assert [(c.row_calls, c.columnar_rows) for c in counted] == [(0, ROWS)]
