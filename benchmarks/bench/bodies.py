# SPDX-License-Identifier: Apache-2.0

"""Expressions over rows in memory, by JMH: the time and allocations per row, without a query."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from pyspark.sql import SparkSession

from bench import data
from bench.calls import CALLS
from bench.case import BUILTIN, OURS, USUAL, Case
from bench.rows import VARIABLE_WIDTH, takes_or_gives
from bench.timing import Result

ROWS = 1_000
"""The number of rows in memory, which fit into the processor's caches."""
BILLION = 1_000_000_000
"""Times are reported for this many rows, so that seconds are nanoseconds per row."""
_DECIMALS = "Spark hands decimals over, and takes them, as objects"
_PROJECT = Path(__file__).resolve().parents[2] / "jvm/bodies"


def cases() -> list[Case]:
    return [
        Case(
            call.function,
            call.call,
            BILLION,
            data.table,
            lambda *_: {},
            expressions={OURS: call.call, USUAL: call.call}
            | ({BUILTIN: call.builtin} if call.builtin else {}),
            limit=None if takes_or_gives(call, *VARIABLE_WIDTH) else 0.0,
            note=_DECIMALS if takes_or_gives(call, "decimal") else "",
        )
        for call in CALLS
    ]


def measure(spark: SparkSession, case: Case, repeats: int, say: Callable[[str], None]) -> Result:
    """Run JMH for every way of a case, in separate JVMs."""
    if spark._jvm is None:
        raise RuntimeError("the session has no JVM: the benchmark cannot run over Spark Connect")
    options = spark._jvm.org.apache.spark.launcher.JavaModuleOptions.defaultModuleOptions().split()
    java = Path(spark._jvm.java.lang.System.getProperty("java.home")) / "bin/java"
    class_path = (_PROJECT / "target/class-path").read_text(encoding="utf-8")
    seconds, allocated = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        rows, answer = Path(folder, "rows"), Path(folder, "answer.json")
        data.frame(spark, ROWS).coalesce(1).write.parquet(str(rows))
        for way, sql in case.expressions.items():
            # The measuring JVM has the properties of the JVM that starts it.
            properties = {"data": rows, "expression": sql, "compiled": str(way != USUAL).lower()}
            command: list[str | Path] = [
                *(java, "-Xmx1g", "-XX:+UseSerialGC", *options, "-cp", class_path),
                *(f"-Dbodies.{name}={value}" for name, value in properties.items()),
                *("org.openjdk.jmh.Main", "-f", "1", "-wi", "3", "-w", "1", "-r", "1"),
                *("-i", str(repeats), "-prof", "gc", "-foe", "true"),
                *("-rf", "json", "-rff", answer),
            ]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                raise RuntimeError(f"{case.name}, {way}: {done.stdout[-4000:]}{done.stderr}")
            (run,) = json.loads(answer.read_text(encoding="utf-8"))
            seconds[way] = run["primaryMetric"]["rawData"][0]
            bytes_per_row = run["secondaryMetrics"]["gc.alloc.rate.norm"]["score"]
            allocated[way] = round(bytes_per_row, 1)
            say(f"  {way:<28}{sorted(seconds[way])[repeats // 2]:8.1f} ns {bytes_per_row:8.1f} B")
    return Result(case, BILLION, seconds, {}, allocated)
