# SPDX-License-Identifier: Apache-2.0

"""Python workers of two executors, which the plugin's daemon starts with a GPU's address.

The settings are those of ``configure(mode="gpu", python_gpu=...)`` without the plugin itself, which
needs a real GPU to start. Arguments: the report's file, the master, the plugin's jar.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql import Row, SparkSession

import rapids_udfs
from rapids_udfs.gpu import arrays, compiled, conf, device, images, inference, report
from rapids_udfs.gpu.metrics import Meter
from rapids_udfs.gpu.worker_device import task_gpu

REPORT, MASTER, JAR = sys.argv[1:]
PARTITIONS = 8
SETTINGS = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.memory": "512m",
    "spark.executor.memory": "512m",
    # The package may not be installed; the plugin's jar follows it on the path.
    "spark.executorEnv.PYTHONPATH": str(Path(rapids_udfs.__file__).parents[1]),
    "spark.scheduler.minRegisteredResourcesRatio": "1.0",
    "spark.scheduler.maxRegisteredResourcesWaitingTime": "60s",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.warehouse.dir": str(Path.cwd() / "warehouse"),
}
SEEN = (
    "id bigint, pid bigint, kind string, reason string, address string, visible string, "
    "modules string"
)

builder = SparkSession.builder.master(MASTER)
for key, value in SETTINGS.items():
    builder = builder.config(key, value)
rapids_udfs.configure(builder, "gpu", plugin_jar=JAR, python_gpu={"workers": 2, "alloc": 0.25})
# The plugin needs a GPU when it starts.
assert builder._options.pop("spark.plugins") == "com.nvidia.spark.SQLPlugin"
spark = builder.getOrCreate()
spark.sparkContext.setLogLevel("ERROR")
meter = Meter("test", "seen")


def seen(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        own_device = device(verbose=0)
        with meter.batch(own_device, batch.num_rows):
            said = {
                "pid": os.getpid(),
                "kind": own_device.kind,
                "reason": own_device.reason,
                "address": task_gpu(),
                "visible": os.environ.get("CUDA_VISIBLE_DEVICES"),
                "modules": sys.modules["rapids.worker"].__file__,
            }
        columns = [batch.column(0), *(pa.array([v] * batch.num_rows) for v in said.values())]
        yield pa.RecordBatch.from_arrays(columns, ["id", *said])


def once_killed(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Kill the first worker of the third partition after it has returned a batch."""
    context = TaskContext.get()
    assert context is not None
    for number, batch in enumerate(batches):
        if number == 1 and context.partitionId() == 2 and context.attemptNumber() == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        attempts = pa.array([context.attemptNumber()] * batch.num_rows)
        yield pa.RecordBatch.from_arrays([batch.column(0), attempts], ["id", "attempt"])


def workers_seen() -> list[dict[str, Any]]:
    """Return the report of every worker."""
    rows: list[Row] = spark.range(0, 80, 1, PARTITIONS).mapInArrow(seen, SEEN).collect()
    assert sorted(row.id for row in rows) == list(range(80))
    said = {row.pid: row.asDict() | {"id": None} for row in rows}
    return [said[pid] for pid in sorted(said)]


facts: dict[str, Any] = {"first": workers_seen(), "second": workers_seen()}
facts["report"] = {"workers": report(spark).of("seen").workers, "rows": report(spark).total.rows}
if MASTER.startswith("local"):  # the rest of the script needs executors
    Path(REPORT).write_text(json.dumps(facts), encoding="utf-8")
    spark.stop()
    sys.exit()

samples = spark.range(0, 40, 1, PARTITIONS).selectExpr(
    "id", "CAST(array(id - 20, 3, -4) AS array<smallint>) AS samples"
)
kept = samples.select("id", arrays.zero_suppress("samples", 4, element="smallint").alias("kept"))
facts["kept"] = [row.kept for row in kept.sort("id").collect()]


def load() -> Any:
    return lambda x: (x * 2).sum(axis=1)


@compiled.vectorize
def halved(x: float) -> float:
    return x / 2


picture = "transform(sequence(0, 15), y -> transform(sequence(0, 15), x -> float(hash(x, y) % 9)))"
pairs = spark.range(0, 16, 1, PARTITIONS).selectExpr("id", f"{picture} AS ref", f"{picture} AS mov")
shifts = images.register(pairs, "ref", "mov").select("shift_y", "shift_x").distinct().collect()
facts["shifts"] = [list(row) for row in shifts]
predicted = inference.udf(
    load, return_type="double", batch_size=4, input_tensor_shapes=[[2]], name="doubled"
)
numbers = spark.range(0, 80, 1, PARTITIONS).selectExpr("id", "array(double(id), 1D) AS x")
for _ in range(2):
    facts["predicted"] = numbers.select(predicted("x").alias("y")).agg({"y": "sum"}).first()[0]
doubled = report(spark).of("doubled")
facts["doubled"] = {"loads": doubled.total.loads, "workers": doubled.workers}
facts["halved"] = numbers.select(halved.udf("double")("id").alias("y")).agg({"y": "sum"}).first()[0]

spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "5")
table = spark.range(0, 80, 1, PARTITIONS).mapInArrow(once_killed, "id bigint, attempt bigint")
rows = table.collect()
facts["ids"] = sorted(row.id for row in rows)
facts["attempts"] = {str(row.id // 10): row.attempt for row in rows}

twice = table.mapInArrow(lambda batches: batches, table.schema)
checked = conf.check_python_workers(twice)
facts["checked"] = {"workers": checked.workers, "tasks": checked.tasks, "least": checked.least}
Path(REPORT).write_text(json.dumps(facts), encoding="utf-8")
spark.stop()
