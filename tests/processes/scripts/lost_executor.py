# SPDX-License-Identifier: Apache-2.0

"""A call on all processes, of which one dies during the call.

Arguments: the report's file, the jar with the called class, and the file that the executor creates
before it dies.
"""

from __future__ import annotations

import sys
from pathlib import Path

from reporting import local, report

import rapids_udfs
from rapids_udfs.session.library import entry_point, executor_cores

_, _, JAR, MARK = sys.argv

builder = local("local-cluster[2,1,1024]").config("spark.executor.memory", "1g")
for role in ("driver", "executor"):
    builder = builder.config(f"spark.{role}.extraClassPath", JAR)
builder = builder.config("spark.executor.extraJavaOptions", f"-Dorg.example.mark={MARK}")
# Spark itself does not retry.
builder = builder.config("spark.task.maxFailures", "1")
builder = builder.config("spark.scheduler.minRegisteredResourcesRatio", "1.0")
builder = builder.config("spark.scheduler.maxRegisteredResourcesWaitingTime", "120s")
spark = rapids_udfs.configure(builder, "cpu").getOrCreate()
spark.sparkContext.setLogLevel("OFF")
spark.range(2).count()  # with both executors running
before = len(executor_cores(spark.sparkContext))
asked = entry_point(spark).ofEachProcess(spark._jsparkSession, "org.example.DiesOnce", "ask")
answers = {str(process): str(asked[process]) for process in asked}
report(before=before, died=Path(MARK).exists(), answers=answers)
spark.stop()
