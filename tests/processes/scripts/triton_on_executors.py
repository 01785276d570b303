# SPDX-License-Identifier: Apache-2.0

"""Triton on a cluster: an executor is killed, and the driver waits to be killed."""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import psutil
from pyspark.sql import SparkSession

from rapids_udfs import gpu
from rapids_udfs.gpu.triton import TritonServers, supervisor
from rapids_udfs.gpu.triton.servers import one_task_per_executor
from rapids_udfs.session.library import executor_cores

report, master, python = sys.argv[1:]
facts: dict[str, Any] = {}
spark = (
    SparkSession.builder.master(master)
    .config("spark.ui.enabled", "false")
    .config("spark.executor.memory", "1g")
    .getOrCreate()
)


def owner(_: Iterable[Any]) -> Iterator[str]:
    from rapids_udfs.gpu.triton.node import _owner

    time.sleep(1)
    yield str(_owner())


def make() -> Any:
    return lambda x: x * x


def same(udf: Any) -> bool:
    df = spark.range(0, 4000, 1, 4).selectExpr("id", "cast(id as double) AS x")
    return all(row.y == row.id**2 for row in df.select("id", udf("x").alias("y")).collect())


def gone(process: psutil.Process) -> bool:
    deadline = time.monotonic() + 20
    while supervisor.is_alive(process) and time.monotonic() < deadline:
        time.sleep(0.1)
    return not supervisor.is_alive(process)


def ask_and_kill(servers: TritonServers) -> None:
    udf = servers.udf("double")
    facts["same"] = same(udf)
    facts["servers"] = len(servers.servers)
    facts["loads"] = gpu.report(spark).of("square").total.loads
    facts["workers"] = gpu.report(spark).of("square").workers

    (server,) = servers.servers
    guard = psutil.Process(server.pid)
    owning = json.loads((folder(servers) / "config.json").read_text())["owner"]
    facts["killed"] = str(owning)
    os.kill(owning, signal.SIGKILL)
    facts["gone_with_owner"] = gone(guard)
    facts["same_after_loss"] = same(udf)
    facts["loads_after_loss"] = gpu.report(spark).of("square").total.loads


def folder(of: TritonServers) -> Path:
    (path,) = Path(tempfile.gettempdir()).glob(f"rapids-udfs-triton-{of.id}-*")
    return path


while len(executor_cores(spark.sparkContext)) < 2:
    time.sleep(0.1)
facts["owners"] = one_task_per_executor(spark.sparkContext, 60, owner)
io = {"inputs": {"x": "float64"}, "outputs": {"y": "float64"}}
with TritonServers(spark, make, name="square", python=python, **io) as running:
    ask_and_kill(running)
    (waits,) = running.servers
    facts["waits"], facts["folder"] = waits.pid, str(folder(running))
    part = Path(report + ".part")
    part.write_text(json.dumps(facts))
    part.replace(report)
    time.sleep(120)
