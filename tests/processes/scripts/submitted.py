# SPDX-License-Identifier: Apache-2.0

"""A ``spark-submit`` application: the settings are those of the running JVM."""

from __future__ import annotations

from pyspark.sql import SparkSession
from reporting import attempt, report, row

import rapids_udfs

too_late = attempt(lambda: rapids_udfs.configure(SparkSession.builder, "gpu"))
builder = rapids_udfs.configure(SparkSession.builder.appName("submitted"), "cpu")
spark = builder.getOrCreate()
conf = spark.sparkContext.getConf()
report(
    too_late=too_late,
    master=conf.get("spark.master"),
    extensions=conf.get("spark.sql.extensions"),
    jars=conf.get("spark.jars"),
    routes=sorted({f.route for f in rapids_udfs.register(spark)}),
    answer=row(spark, "SELECT ascii_lower('AB'), word_count(text => 17)"),
    on_executors=[r[0] for r in spark.range(2).selectExpr("ascii_lower('A' || id)").collect()],
    again=attempt(lambda: rapids_udfs.configure(SparkSession.builder, "cpu")),
)
spark.stop()
