# SPDX-License-Identifier: Apache-2.0

"""The GPU that Spark assigns to a task, on a cluster with our discovery script."""

from __future__ import annotations

from pyspark import TaskContext
from reporting import local, report

from rapids_udfs.session.cluster import request_gpus
from rapids_udfs.session.settings import SparkSettings

builder = local("local-cluster[1,1,1024]").config("spark.executor.memory", "1g")
settings = SparkSettings(("set on the builder", dict(builder._options)))
request_gpus(settings)
for key, value in settings.changes.items():
    builder.config(key, value)
spark = builder.getOrCreate()


def addresses(_: object) -> list[str]:
    return TaskContext.get().resources()["gpu"].addresses


report(addresses=spark.sparkContext.parallelize([1], 1).map(addresses).first())
spark.stop()
