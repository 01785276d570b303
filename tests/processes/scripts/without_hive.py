# SPDX-License-Identifier: Apache-2.0

"""A session with the extension, on a Spark without Hive's jars."""

from __future__ import annotations

from reporting import attempt, local, report

import rapids_udfs
from rapids_udfs import list_functions

spark = rapids_udfs.configure(local("local[2]"), "cpu").getOrCreate()
spark.sparkContext.setLogLevel("OFF")
load = spark._jvm.java.lang.Class.forName

present = {row.function for row in spark.sql("SHOW FUNCTIONS").collect()}
report(
    hive=attempt(lambda: load("org.apache.hadoop.hive.ql.exec.UDF")),
    lower=spark.sql("SELECT ascii_lower('A')").head()[0],
    words=spark.createDataFrame([("a b",)], ["t"]).selectExpr("word_count(t)").head()[0],
    missing=sorted({f.name for f in list_functions()} - present),
    registered=len(rapids_udfs.register(spark, prefix="p_")),
    prefixed=spark.sql("SELECT p_count_nulls(1, NULL, p_ascii_lower('B'))").head()[0],
)
