# SPDX-License-Identifier: Apache-2.0

"""A streaming query with our functions, which starts from its checkpoint if there is one.

Arguments: the report's file, the mode, the folder for all files, and the number of micro-batches
after which to stop.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from pyspark.sql import functions as F
from reporting import local, report

import rapids_udfs
from rapids_udfs import functions

_, _, MODE, FOLDER, LAST = sys.argv
folder = Path(FOLDER)
spark = rapids_udfs.configure(local(), MODE).getOrCreate()
spark.sparkContext.setLogLevel("ERROR")
lines = spark.readStream.format("text").option("maxFilesPerTrigger", 1).load(str(folder / "in"))
text = functions.url_decode_form("value")
query = (
    lines.select(text.alias("text"), functions.word_count(text).alias("words"))
    .withColumn("long", F.col("words") > 2)
    .writeStream.format("parquet")
    .option("checkpointLocation", str(folder / "checkpoint"))
    .trigger(availableNow=True)
    .start(str(folder / "out"))
)
batches: set[int] = set()
while query.isActive:
    batches |= {progress["batchId"] for progress in query.recentProgress}
    if batches and max(batches) + 1 >= int(LAST):
        query.stop()
    time.sleep(0.05)
batches |= {p["batchId"] for p in query.recentProgress if p["numInputRows"] > 0}
error = query.exception()
output = spark.read.parquet(str(folder / "out")).collect()
report(
    batches=sorted(batches),
    error=str(error or ""),
    rows=sorted([row.text, row.words, row.long] for row in output),
    counts={name: list(counts) for name, counts in rapids_udfs.counters(spark).items()},
)
spark.stop()
