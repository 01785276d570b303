# SPDX-License-Identifier: Apache-2.0

"""Sessions by ``configure``: in a mode, again after a stop, and too late in another mode."""

from __future__ import annotations

import sys

from pyspark.sql import SparkSession
from reporting import attempt, described, local, report, row

import rapids_udfs

mode, other_mode = sys.argv[2:4]

builder = local().enableHiveSupport() if mode == "explain" else local()
spark = rapids_udfs.configure(builder, mode).getOrCreate()
spark.sparkContext.setLogLevel("OFF")
loader = spark._jvm.java.lang.Thread.currentThread().getContextClassLoader()
plugin_classes = attempt(lambda: loader.loadClass("com.nvidia.spark.rapids.ExplainPlan"))
interface = loader.loadClass("com.nvidia.spark.RapidsUDF")
source = interface.getProtectionDomain().getCodeSource().getLocation().getPath()

registration = rapids_udfs.register(spark)
prefixed = rapids_udfs.register(spark, prefix="p_")
answer = row(spark, "SELECT ascii_lower('ÄB'), p_strip_html('a<b>'), p_count_nulls(1, NULL)")
rows = spark.range(5).selectExpr("ascii_lower(CAST(id AS STRING))").collect()
counts = {k: list(v) for k, v in rapids_udfs.counters(spark).items()}
new_session = row(spark.newSession(), "SELECT ascii_lower('ÄB')")
running_same = attempt(lambda: rapids_udfs.configure(SparkSession.builder, mode))
running_other = attempt(lambda: rapids_udfs.configure(SparkSession.builder, other_mode))
spark.stop()

stopped_other = attempt(lambda: rapids_udfs.configure(SparkSession.builder, other_mode))
spark = rapids_udfs.configure(local(), mode).getOrCreate()
after_stop = row(spark, "SELECT ascii_lower('ÄB')")

report(
    plugin_classes=plugin_classes,
    interface_from=source.rsplit("/", 1)[-1],
    registration=described(registration),
    prefixed=described(prefixed),
    answer=answer,
    rows=len(rows),
    counts=counts,
    new_session=new_session,
    running_same=running_same,
    running_other=running_other,
    stopped_other=stopped_other,
    after_stop=after_stop,
)
spark.stop()
