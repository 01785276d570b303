# SPDX-License-Identifier: Apache-2.0

"""The cost of the metrics: ipv4_to_long over 10 million rows, with and without metrics.

Every round starts a session for every way in turn, in a separate process. Its time is the task's
processor seconds for a query, after a warm-up. Writes benchmarks/results/metrics_overhead.md.

``--against FOLDER``: the ``python`` folder of another checkout, with its jars, as a third way.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROWS = 10_000_000
ADDRESS = "concat_ws('.', id % 223 + 1, id % 241, id % 251, id % 256)"
WARM_UPS, QUERIES = 3, 4


def one_way(metrics: bool, table: str) -> list[float]:
    """Return the processor seconds of every query in a session of this process's package."""
    import rapids_udfs
    from rapids_udfs.session.local import local_builder

    builder = local_builder("overhead", cores="1", memory="2g")
    more: dict[str, Any] = {"metrics": True} if metrics else {}
    spark = rapids_udfs.configure(builder, "cpu", **more).getOrCreate()
    if not Path(table).exists():
        spark.range(0, ROWS, 1, 4).selectExpr(f"{ADDRESS} AS ip").write.parquet(table)
    context = spark.sparkContext
    seconds = []
    for query in range(WARM_UPS + QUERIES):
        context.setJobGroup(str(query), "a query")
        calls = spark.read.parquet(table).selectExpr("ipv4_to_long(ip) AS n")
        calls.write.format("noop").mode("overwrite").save()
        tracker, store = context.statusTracker(), context._jsc.sc().statusStore()
        jobs = [tracker.getJobInfo(job) for job in tracker.getJobIdsForGroup(str(query))]
        stages = [stage for job in jobs if job for stage in job.stageIds]
        context._jsc.sc().listenerBus().waitUntilEmpty()
        seconds.append(sum(store.lastStageAttempt(s).executorCpuTime() for s in stages) / 1e9)
    spark.stop()
    return seconds[WARM_UPS:]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--against", default="")
    parser.add_argument("--way", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.way:
        print(json.dumps(one_way(options.way[0] == "on", options.way[1])))
        return
    ours, load = str(HERE.parent / "python"), os.getloadavg()[0]
    ways = {"not asked for": ("off", ours), "metrics=True": ("on", ours)}
    if options.against:
        ways = {"before (calls counted, not timed)": ("off", options.against), **ways}
    seconds: dict[str, list[float]] = {way: [] for way in ways}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(options.rounds):
            for way, (metrics, package) in ways.items():
                command = [sys.executable, __file__, "--way", metrics, f"{folder}/addresses"]
                env = {**os.environ, "PYTHONPATH": package, "PYSPARK_PYTHON": sys.executable}
                done = subprocess.run(command, env=env, stdout=subprocess.PIPE, check=True)
                seconds[way].append(min(json.loads(done.stdout.splitlines()[-1])))
    first = statistics.median(next(iter(seconds.values())))
    lines = [
        "# What counting costs",
        "",
        f"`ipv4_to_long` over {ROWS:,} rows of Parquet, row by row, one core: the task's processor",
        f"seconds of the best of {QUERIES} queries, median of {options.rounds} sessions.",
        "Written by `benchmarks/metrics_overhead.py`; the machine's load before it was "
        f"{load:.1f}.",
        "",
        "| way | seconds | from | to | difference |",
        "|---|---|---|---|---|",
    ]
    for way, times in seconds.items():
        middle = statistics.median(times)
        spread = f"{min(times):.3f} | {max(times):.3f}"
        lines.append(f"| {way} | {middle:.3f} | {spread} | {middle / first - 1:+.1%} |")
    text = "\n".join(lines) + "\n"
    (HERE / "results" / "metrics_overhead.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
