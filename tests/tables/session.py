# SPDX-License-Identifier: Apache-2.0

"""A session of a mode with a table format and this library: the statements, and a stream.

Arguments: the report's file, the format, the mode, which of the extensions is first (``ours`` or
``theirs``), and the format's jars.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame, SparkSession

import rapids_udfs
from harness.table_formats import FORMATS, MORE, RAW, STATEMENTS
from rapids_udfs.counting.counters import difference

REPORT, FORMAT, MODE, FIRST, *JARS = sys.argv[1:]
OURS = "io.github.rapidsudfs.RapidsUdfsExtensions"
form = FORMATS[FORMAT]
extensions = [OURS, form.extension] if FIRST == "ours" else [form.extension]
settings = form.settings | {
    "spark.databricks.delta.snapshotPartitions": "1",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.memory": "1g",
    "spark.jars": ",".join(JARS),
    "spark.sql.extensions": ",".join(extensions),
    "spark.sql.shuffle.partitions": "1",
    "spark.ui.enabled": "false",
}
builder: Any = SparkSession.builder.master("local[2]")
for key, value in settings.items():
    builder = builder.config(key, value)
spark = rapids_udfs.configure(builder, MODE).getOrCreate()  # type: ignore[arg-type]
spark.sparkContext.setLogLevel("ERROR")

for view, source in {"raw": RAW, "more": MORE}.items():
    rows = spark.createDataFrame(source, "id bigint, text string, price string")
    columns = rows.selectExpr("id", "text", "CAST(price AS DECIMAL(9, 4)) AS price")
    columns.coalesce(1).write.parquet(view)
    spark.read.parquet(view).createOrReplaceTempView(view)


def plain(df: DataFrame) -> list[list[Any]]:
    return [
        [str(v) if i == 2 and v is not None else v for i, v in enumerate(r)] for r in df.collect()
    ]


def streamed(table: str) -> list[list[Any]]:
    """Return the rows that a stream of the table writes into another table."""
    stream = spark.readStream.table(table).where("word_count(text) = 2")
    stream = stream.selectExpr("id", "strip_html(text) AS text")
    writer = stream.writeStream.format(FORMAT).option("checkpointLocation", f"{table}.checkpoint")
    query = writer.trigger(availableNow=True).toTable(f"{table}_out")
    query.awaitTermination()
    return plain(spark.table(f"{table}_out").orderBy("id"))


def counted(work: Any) -> tuple[Any, dict[str, list[int]]]:
    before = rapids_udfs.counters(spark)
    answer = work()
    counts = difference(rapids_udfs.counters(spark), before)
    return answer, {name: list(of) for name, of in counts.items() if any(of)}


report: dict[str, Any] = {}
spark.sql("CREATE DATABASE d")
for kind, properties in form.properties.items():
    table = f"d.{kind}"
    names = {"t": table, "format": FORMAT, "properties": properties, "inserted": form.inserted}
    for name, statement in STATEMENTS.items():
        sql = statement.sql.format(**names)
        answer, counts = counted(lambda sql=sql: plain(spark.sql(sql)))
        if not sql.startswith("SELECT"):
            answer = plain(spark.sql(f"SELECT * FROM {table} ORDER BY id"))
        report[f"{kind} {name}"] = {"rows": answer, "counts": counts}
        if name == "insert":
            spark.sql(form.after_insert.format(**names))
            answer, counts = counted(lambda table=table: streamed(table))
            report[f"{kind} stream"] = {"rows": answer, "counts": counts}
Path(REPORT).write_text(json.dumps(report), encoding="utf-8")
spark.stop()
