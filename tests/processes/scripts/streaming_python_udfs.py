# SPDX-License-Identifier: Apache-2.0

"""A streaming query with Python UDFs and state, which starts from its checkpoint if there is one.

Arguments: the report's file, the setting of Python UDFs, and the folder for all files.
"""

from __future__ import annotations

import sys
from pathlib import Path

from pyspark.sql import functions as F
from reporting import local, report

import rapids_udfs

_, _, SETTING, FOLDER = sys.argv
folder = Path(FOLDER)
builder = rapids_udfs.configure(local(), "cpu", python_udfs="compile")
spark = builder.getOrCreate()
spark.conf.set("spark.rapidsUdfs.pythonUdfs", SETTING)
spark.sparkContext.setLogLevel("ERROR")


@F.udf("string")
def user(line):
    return line.partition(" ")[0].lower() or None


@F.udf("bigint")
def size(line):
    try:
        return int(line.rsplit(" ", 1)[1])
    except (IndexError, ValueError):
        return 0


lines = spark.readStream.format("text").option("maxFilesPerTrigger", 2).load(str(folder / "in"))
counted = lines.groupBy(user("value").alias("user")).agg(F.sum(size("value")).alias("size"))
query = (
    counted.writeStream.foreachBatch(
        lambda batch, number: batch.write.mode("overwrite").parquet(str(folder / "out"))
    )
    .outputMode("complete")
    .option("checkpointLocation", str(folder / "checkpoint"))
    .trigger(availableNow=True)
    .start()
)
query.awaitTermination()
plan = query._jsq.explainInternal(False)
report(
    batches=[p["batchId"] for p in query.recentProgress if p["numInputRows"]],
    python="EvalPython" in plan,
    rows=sorted(map(list, spark.read.parquet(str(folder / "out")).collect()), key=str),
    counts={name: list(counts) for name, counts in rapids_udfs.counters(spark).items()},
)
spark.stop()
