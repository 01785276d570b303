# SPDX-License-Identifier: Apache-2.0

"""Spark's own arithmetic in mode ``emulate``, and the tab of Spark's UI: arguments: the report."""

from __future__ import annotations

import json
import sys
import urllib.request
from pathlib import Path

import rapids_udfs
from rapids_udfs.session.local import local_builder

report = Path(sys.argv[1])
builder = local_builder("arithmetic").config("spark.ui.enabled", "true")
builder = builder.config("spark.ui.port", "0")
spark = rapids_udfs.configure(builder, mode="emulate", metrics=True).getOrCreate()
table = str(report.with_name("numbers"))
# From a file: Spark itself computes over constants.
spark.range(1, 4).repartition(1).write.parquet(table)
spark.read.parquet(table).createOrReplaceTempView("numbers")
query = spark.sql(
    "SELECT id + 1, id - 1, id * 2, id / 2, id % 2, try_add(id, 9223372036854775805) FROM numbers"
)
rows = sorted(map(list, query.collect()))
plan = query._jdf.queryExecution().executedPlan().toString()
with urllib.request.urlopen(f"{spark.sparkContext.uiWebUrl}/rapids-udfs/") as answer:
    page = answer.read().decode()
report.write_text(json.dumps({"rows": rows, "plan": plan, "page": page}), encoding="utf-8")
spark.stop()
