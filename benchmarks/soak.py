# SPDX-License-Identifier: Apache-2.0

"""Ten thousand small queries in one application: does the driver's or the executors' memory grow?

An application of mode ``emulate`` with metrics and two executors runs queries with functions of the
catalogue, builtins with columnar bodies and Python workers in turn, and regularly records the
memory of driver, executors and the emulator's device. Writes benchmarks/results/soak.md and
.png. It takes about twenty minutes on two cores.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from rapids_udfs.emulator import Span

RESULTS = Path(__file__).resolve().parent / "results"
EXECUTOR = "CoarseGrainedExecutorBackend"
MIB = 2**20
VIEW = """
    SELECT concat_ws('.', id % 223 + 1, id % 241, id % 251, {n} % 256) AS ip,
           concat('Page=', id, '&Q=a%20b{n}') AS query, id % 127 AS n,
           date_add(DATE'2024-01-01', int(id % 700)) AS day FROM range(200)
"""
QUERIES = (
    "SELECT sum(ipv4_to_long(ip)) FROM ({view})",
    "SELECT ascii_lower(query) AS q, count(*) FROM ({view}) GROUP BY 1",
    "SELECT max(fiscal_year(day, 10)), max(next_day(day, 'MO')) FROM ({view})",
    "SELECT count(*) FROM ({view}) WHERE map_get_or(url_query_map(query), 'Page', '') = '7'",
    "SELECT split_part(ip, '.', 1) AS a, max(url_decode(query)) FROM ({view}) GROUP BY 1",
    "SELECT sat_add(tinyint(n), 1Y) AS s FROM ({view}) ORDER BY word_count(query) LIMIT 5",
)


def session() -> SparkSession:
    import rapids_udfs
    from rapids_udfs.session.local import local_builder

    builder = local_builder("soak", memory="1g").master("local-cluster[2,1,1024]")
    builder = builder.config("spark.sql.shuffle.partitions", "2")
    # A short history of Spark's own is full early.
    for key in ("spark.ui.retainedJobs", "spark.ui.retainedStages", "spark.ui.retainedTasks"):
        builder = builder.config(key, "50")
    builder = builder.config("spark.sql.ui.retainedExecutions", "50")
    return rapids_udfs.configure(builder, "emulate", metrics=True).getOrCreate()


def held(process: int) -> dict[str, float]:
    """Return the resident memory, and the live heap after a full collection, in MiB."""
    live = subprocess.run(
        ["jmap", "-histo:live", str(process)], capture_output=True, text=True, check=True
    )
    total = live.stdout.rstrip().splitlines()[-1].split()
    return {"heap": int(total[2]) / MIB, "resident": resident(process)}


def resident(process: int | str) -> float:
    match = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    assert match is not None
    return int(match[1]) / 1024


def executors() -> list[int]:
    listed = subprocess.run(["jps", "-l"], capture_output=True, text=True, check=True).stdout
    return sorted(int(line.split()[0]) for line in listed.splitlines() if EXECUTOR in line)


def measured(spark: SparkSession, span: Span, queries: int, seconds: float) -> dict[str, Any]:
    jvm = spark.sparkContext._jvm
    driver = held(int(jvm.java.lang.ProcessHandle.current().pid()))  # type: ignore[union-attr]
    of_executors = [held(process) for process in executors()]
    return {
        "queries": queries,
        "seconds": round(seconds, 1),
        "python": round(resident("self"), 1),
        "driver": driver,
        "executors": of_executors,
        "leaks": len(span.leaks),
    }


def soak(queries: int, every: int) -> list[dict[str, Any]]:
    from rapids_udfs.emulator import Span

    spark, begin = session(), time.monotonic()
    span = Span(spark)
    points = []
    for n in range(queries + 1):
        if n % every == 0:
            points.append(measured(spark, span, n, time.monotonic() - begin))
            print(json.dumps(points[-1]), flush=True)
        spark.sql(QUERIES[n % len(QUERIES)].format(view=VIEW.format(n=n))).collect()
    spark.stop()
    return points


def lines(points: list[dict[str, Any]]) -> dict[str, list[float]]:
    return {
        "driver, heap": [p["driver"]["heap"] for p in points],
        "driver, resident": [p["driver"]["resident"] for p in points],
        "executors, heap": [statistics.mean(e["heap"] for e in p["executors"]) for p in points],
        "executors, resident": [
            statistics.mean(e["resident"] for e in p["executors"]) for p in points
        ],
        "Python of the driver": [p["python"] for p in points],
    }


def write(points: list[dict[str, Any]]) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    after, last = points[len(points) // 5], points[-1]
    axis = plt.subplots(figsize=(8, 4.5))[1]
    text = [
        "# Ten thousand small queries in one application\n",
        f"Mode `emulate` with metrics, two executors: {last['queries']:,} queries in "
        f"{last['seconds']:,.0f} s. Memory in MiB: of the heap what is alive after a full\n"
        f"collection. Leaks of columnar bodies by the emulator's ledger: {last['leaks']}.\n"
        "Written by `benchmarks/soak.py`.\n",
        f"| | at the start | after {after['queries']:,} | after {last['queries']:,} |",
        "|---|--:|--:|--:|",
    ]
    middle = points.index(after)
    for name, values in lines(points).items():
        axis.plot([p["queries"] for p in points], values, label=name)
        text.append(f"| {name} | {values[0]:.1f} | {values[middle]:.1f} | {values[-1]:.1f} |")
    axis.set_xlabel("queries")
    axis.set_ylabel("MiB")
    axis.set_ylim(bottom=0)
    axis.legend()
    plt.savefig(RESULTS / "soak.png", dpi=120, bbox_inches="tight")
    (RESULTS / "soak.md").write_text("\n".join(text) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--queries", type=int, default=10_000)
    parser.add_argument("--every", type=int, default=500, help="queries between two measurements")
    options = parser.parse_args()
    write(soak(options.queries, options.every))


if __name__ == "__main__":
    main()
