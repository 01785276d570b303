# SPDX-License-Identifier: Apache-2.0

"""The metrics of an application with Spark's UI, an event log and metrics sinks."""

from __future__ import annotations

import json
import sys
import urllib.request

from reporting import local, report

import rapids_udfs
from rapids_udfs.counting.tracking import lines_of
from rapids_udfs.session.library import entry_point

builder = local().config("spark.ui.enabled", "true").config("spark.ui.port", "0")
builder = builder.config("spark.eventLog.enabled", "true").config("spark.eventLog.dir", sys.argv[2])
sink = "spark.metrics.conf.*.sink.prometheusServlet"
builder = builder.config(f"{sink}.class", "org.apache.spark.metrics.sink.PrometheusServlet")
builder = builder.config(f"{sink}.path", "/metrics/prometheus")
spark = rapids_udfs.configure(builder, "cpu", metrics=True).getOrCreate()


def fetch(path: str) -> str:
    address = f"{spark.sparkContext.uiWebUrl}/{path}"
    with urllib.request.urlopen(address) as answer:
        return str(answer.read().decode())


empty = fetch("rapids-udfs/")
rows = spark.range(0, 12345, 1, 2).selectExpr("word_count(string(id)) AS n").collect()
spark.range(0, 55, 1, 2).selectExpr("word_count(string(id)) AS n").collect()
gauges = json.loads(fetch("metrics/json/"))["gauges"]
report(
    empty=empty,
    page=fetch("rapids-udfs/"),
    jobs=fetch("jobs/"),
    prometheus=fetch("metrics/prometheus/"),
    application=spark.sparkContext.applicationId,
    metrics={
        name.partition("RapidsUdfsPlugin.")[2]: gauge["value"]
        for name, gauge in gauges.items()
        if "RapidsUdfsPlugin" in name
    },
    lines=lines_of(entry_point(spark).workJson()),
)
spark.stop()
