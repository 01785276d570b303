# SPDX-License-Identifier: Apache-2.0

"""Spark's own arithmetic in mode ``emulate``: ``emulated_arithmetic.py REPORT``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import rapids_udfs
from rapids_udfs.session.local import local_builder

report = Path(sys.argv[1])
spark = rapids_udfs.configure(local_builder("arithmetic"), mode="emulate").getOrCreate()
table = str(report.with_name("numbers"))
# From a file: Spark itself computes over constants.
spark.range(1, 4).repartition(1).write.parquet(table)
spark.read.parquet(table).createOrReplaceTempView("numbers")
found = spark.sql(
    "SELECT id + 1, id - 1, id * 2, id / 2, id % 2, try_add(id, 9223372036854775805) FROM numbers"
)
rows = sorted(map(list, found.collect()))
plan = found._jdf.queryExecution().executedPlan().toString()
report.write_text(json.dumps({"rows": rows, "plan": plan}), encoding="utf-8")
spark.stop()
