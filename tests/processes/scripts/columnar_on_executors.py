# SPDX-License-Identifier: Apache-2.0

"""Mode ``emulate`` on executors: where bodies ran, and the counts after an executor is killed.

Arguments: the report's file, the master, and ``kill`` to kill an executor while a query runs, or
``busy`` to query the counts while all executors are busy.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import threading
import time
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession

import rapids_udfs
from rapids_udfs.counting.counters import Counts, difference
from rapids_udfs.counting.tracking import lines_of
from rapids_udfs.session.library import entry_point

ROWS = 4000
REPORT, MASTER, MORE = sys.argv[1:]
SLEEPERS = "sleepers"
SETTINGS = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.memory": "1g",
    "spark.executor.memory": "1g",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    # Both executors run before the first task.
    "spark.scheduler.minRegisteredResourcesRatio": "1.0",
    "spark.scheduler.maxRegisteredResourcesWaitingTime": "120s",
    "spark.sql.warehouse.dir": str(Path.cwd() / "warehouse"),
    # One file per partition.
    "spark.sql.files.openCostInBytes": "128m",
}

builder = SparkSession.builder.master(MASTER)
for key, value in SETTINGS.items():
    builder = builder.config(key, value)
spark = rapids_udfs.configure(builder, mode="emulate", metrics=True).getOrCreate()
spark.sparkContext.setLogLevel("ERROR")
table = str(Path.cwd() / "table")
spark.conf.set("spark.rapids.sql.enabled", "false")
spark.range(0, ROWS, 1, 8).selectExpr(
    "id", "concat('A%20', id) AS s", "CAST(id AS DECIMAL(18,2)) AS d"
).write.parquet(table)


def query(plugin: bool, copies: int = 1) -> DataFrame:
    spark.conf.set("spark.rapids.sql.enabled", str(plugin).lower())
    return spark.read.parquet(*[table] * copies).selectExpr(
        "id", "url_decode_form(s)", "ascii_lower(s)", "money_gross(d, 0.19BD)"
    )


def each(method: str, owner: str = "io.github.rapidsudfs.emulator.memory.Ledger") -> dict[str, str]:
    answers = entry_point(spark).ofEachProcess(spark._jsparkSession, owner, method)
    return {str(process): str(answers[process]) for process in answers}


def counts() -> dict[str, list[int]]:
    """Return the counts of the called functions."""
    added = difference(rapids_udfs.counters(spark), before)
    return {name: list(n) for name, n in added.items() if any(n)}


def keep_busy() -> None:
    """Run one sleeping task per executor, until their group is cancelled."""
    sleep = "reflect('java.lang.Thread', 'sleep', 120000L + id)"
    spark.sparkContext.setJobGroup(SLEEPERS, "keeps the executors busy", interruptOnCancel=True)
    spark.conf.set("spark.rapids.sql.enabled", "false")
    with contextlib.suppress(Exception):  # a cancelled job raises this
        spark.range(0, 2, 1, 2).selectExpr(sleep).collect()


def sleeping() -> int:
    """Return the number of running sleepers; tasks of another job may still be listed."""
    tracker = spark.sparkContext.statusTracker()
    jobs = [tracker.getJobInfo(job) for job in tracker.getJobIdsForGroup(SLEEPERS)]
    stages = [tracker.getStageInfo(stage) for job in jobs if job for stage in job.stageIds]
    return sum(stage.numActiveTasks for stage in stages if stage)


def impatient() -> str:
    """Return the error if executors do not respond within two seconds."""
    jvm = spark._jvm
    assert jvm is not None
    asking = jvm.org.apache.spark.sql.rapidsudfs.EachProcess
    seconds = jvm.scala.concurrent.duration.FiniteDuration.apply(2, "seconds")
    question = asking.call("java.lang.ProcessHandle", "current")
    try:
        asking.ask(spark.sparkContext._jsc.sc(), question, seconds)
    except Exception as e:
        return str(e)
    return ""


def kill_one(pid: int, done: threading.Event) -> None:
    """Kill an executor after the first task of the query has ended."""
    while not done.is_set():
        if completed_tasks() > 0:
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)
            return
        time.sleep(0.001)


def completed_tasks() -> int:
    """Return the number of completed tasks in the running stages."""
    tracker = spark.sparkContext.statusTracker()
    stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
    return sum(stage.numCompletedTasks for stage in stages if stage)


killed: list[int] = []
facts: dict[str, object] = {}
before: dict[str, Counts] = {}
expected = sorted(query(plugin=False).collect())
facts["row_wise"] = counts()
before = rapids_udfs.counters(spark)

with rapids_udfs.track(spark) as tracked:
    facts["same"] = sorted(query(plugin=True).collect()) == expected
facts["tracked"] = {line.function: line._asdict() for line in tracked.functions}
facts["tracked_on"] = sorted({line.executor for line in tracked.lines})
facts["rows"] = len(expected)
facts["columnar"] = counts()
facts["calls"] = {
    process: {
        udf.rpartition(".")[2]: cost["calls"] for udf, cost in json.loads(text)["udfs"].items()
    }
    for process, text in each("json").items()
}
facts["costs"] = {udf.rpartition(".")[2]: cost._asdict() for udf, cost in tracked.costs.items()}
facts["leaks"] = tracked.leaks

if MORE == "busy":
    sleepers = threading.Thread(target=keep_busy)
    sleepers.start()
    while sleepers.is_alive() and sleeping() < 2:
        time.sleep(0.05)
    facts["while_busy"] = impatient()
    spark.sparkContext.cancelJobGroup(SLEEPERS)
    sleepers.join()
    facts["after_busy"] = counts()

if MORE == "kill":
    processes = each("current", "java.lang.ProcessHandle")
    driver, (lost, pid), *_ = sorted(processes.items(), key=lambda item: item[0] != "driver")
    done = threading.Event()
    killer = threading.Thread(target=kill_one, args=(int(pid), done))
    killer.start()
    try:
        with rapids_udfs.track(spark) as tracked:
            rows = query(plugin=True, copies=6).collect()
    finally:
        done.set()
        killer.join()
    facts["killed"] = len(killed)
    facts["rows_with_a_loss"] = sorted(set(rows)) == expected and len(rows) == 6 * len(expected)
    facts["ways_with_a_loss"] = sorted({line.where for line in tracked.lines})
    facts["tracked_with_a_loss"] = {line.function: line.rows for line in tracked.functions}
    facts["lost"] = lost
    facts["left"] = sorted(each("current", "java.lang.ProcessHandle"))
    facts["counted_with_a_loss"] = counts()

lines = lines_of(entry_point(spark).workJson())
facts["application"] = {
    name: sum(line.rows for line in lines if line.function == name and line.bytes_in)
    for name in {line.function for line in lines}
}
Path(REPORT).write_text(json.dumps(facts), encoding="utf-8")
spark.stop()
