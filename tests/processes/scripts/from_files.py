"""A session whose settings are all in files, classic or a Spark Connect client of a server.

Arguments: the report's file, and the server's address if it is to be a client.
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

import rapids_udfs
from rapids_udfs import functions

file, *server = sys.argv[1:]
builder = SparkSession.builder
spark = (builder.remote(server[0]) if server else builder).getOrCreate()
text = F.concat(F.lit("A%20"), F.col("id").cast("string"))
frame = spark.range(0, 40, 1, 4).select(functions.url_decode_form(text), functions.luhn_valid(text))
plan = io.StringIO()
with contextlib.redirect_stdout(plan):
    frame.explain()
facts = {
    "answers": sorted(list(row) for row in frame.collect()),
    "plan": plan.getvalue(),
    "registered": {f.name: f.route for f in rapids_udfs.register(spark)},
    "has_jars": Path(pyspark.__path__[0], "jars").exists(),
    "counts": {}
    if server
    else {name: list(counts) for name, counts in rapids_udfs.counters(spark).items()},
}
Path(file).write_text(json.dumps(facts), encoding="utf-8")
spark.stop()
