# SPDX-License-Identifier: Apache-2.0

"""A session with all settings in files: classic, or a Spark Connect client of a server.

Arguments: the report's file, the mode, and the server's address for a client.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
from pathlib import Path

import pyspark
from pyspark.sql import SparkSession
from pyspark.sql import functions as F
from reporting import attempt, report

import rapids_udfs
from rapids_udfs import functions

_, _, mode, *server = sys.argv
builder = SparkSession.builder
spark = (builder.remote(server[0]) if server else builder).getOrCreate()
text = F.concat(F.lit("A%20"), F.col("id").cast("string"))
frame = spark.range(0, 40, 1, 4).select(functions.url_decode_form(text), functions.luhn_valid(text))
plan = io.StringIO()
with contextlib.redirect_stdout(plan):
    frame.explain()
answers = sorted(list(row) for row in frame.collect())
report(
    answers=answers,
    plan=plan.getvalue(),
    registered={f.name: f.route for f in rapids_udfs.register(spark)},
    doctor=json.loads(rapids_udfs.doctor(spark).to_json()),
    has_jars=Path(pyspark.__path__[0], "jars").exists(),
    # Only a classic session has its driver here; configuring it again does no harm.
    counts={} if server else {k: list(v) for k, v in rapids_udfs.counters(spark).items()},
    again={} if server else attempt(lambda: rapids_udfs.configure(SparkSession.builder, mode)),
)
spark.stop()
