# SPDX-License-Identifier: Apache-2.0

"""The planning cost of builtins in columns: writes benchmarks/results/planning.md.

One JVM with the plugin enabled, on the emulator, and two sessions: one has this library's extension
and plans every query with its builtins and without (`none`); the other lacks the extension. The
ways take turns. A time is the planning thread's processor time from the SQL text to the executed
plan, which is not adaptive, so that it includes the plugin's rules.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import rapids_udfs
from rapids_udfs.session.local import local_builder

RESULTS = Path(__file__).resolve().parent / "results"
OURS = "io.github.rapidsudfs.RapidsUdfsExtensions"
EXTENSIONS, BUILTINS = "spark.sql.extensions", "spark.rapidsUdfs.builtins"
SCHEMA = "id LONG, d DATE, s STRING"
QUERIES = {
    "no such builtin: a filter": "SELECT id, upper(s) AS u, year(d) AS y FROM {t} WHERE id > 7",
    "no such builtin: a join, grouped": "SELECT year(a.d) AS y, count(*) AS n, "
    "max(upper(b.s)) AS m FROM {t} a JOIN {t} b ON a.id = b.id WHERE a.id % 3 = 1 "
    "GROUP BY 1 ORDER BY n",
    "four calls": "SELECT next_day(d, 'MO') AS n, unix_date(d) AS u, split_part(s, ',', 1) AS p, "
    "mask(s) AS m FROM {t} WHERE id > 7",
    "forty calls": "SELECT "
    + ", ".join(
        f"next_day(d, 'MO') + {i} AS n{i}, unix_date(d) + {i} AS u{i}, "
        f"split_part(s, ',', {i + 1}) AS p{i}, mask(s, '{i}') AS m{i}"
        for i in range(10)
    )
    + " FROM {t}",
}


def without_extension(spark: Any) -> Any:
    conf, jvm = spark.sparkContext._jsc.sc().conf(), spark._jvm
    listed = conf.get(EXTENSIONS)
    conf.set(EXTENSIONS, ",".join(each for each in listed.split(",") if each != OURS))
    sessions = jvm.org.apache.spark.sql.classic.SparkSession
    sessions.clearActiveSession()
    sessions.clearDefaultSession()
    session = sessions.builder().getOrCreate()
    conf.set(EXTENSIONS, listed)
    return session


def planner(session: Any, bean: Any, builtins: str) -> Callable[[str], float]:
    def plan(sql: str) -> float:
        session.conf().set(BUILTINS, builtins)
        start = bean.getCurrentThreadCpuTime()
        session.sql(sql).queryExecution().executedPlan()
        return float(bean.getCurrentThreadCpuTime() - start) / 1e6

    return plan


def line(name: str, times: dict[str, list[float]]) -> str:
    """A row of the table; differences are medians over the rounds with their 95 % interval."""
    cells = [f"{statistics.median(times[way]):.2f}" for way in times]
    for base in ("without the extension", "none"):
        apart = sorted(a - b for a, b in zip(times["all"], times[base], strict=True))
        half = int(0.98 * len(apart) ** 0.5)  # order statistics about the median
        low, high = apart[len(apart) // 2 - half], apart[len(apart) // 2 + half]
        middle = statistics.median(apart)
        share = middle / statistics.median(times[base])
        cells.append(f"{middle:+.3f} ({low:+.3f} to {high:+.3f}; {share:+.1%})")
    return f"| {name} | {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=400)
    rounds = parser.parse_args().rounds
    spark = rapids_udfs.configure(local_builder("planning", memory="2g"), "emulate").getOrCreate()
    folder = tempfile.mkdtemp()
    columns = ("id", "date_add(DATE'2024-01-01', int(id)) AS d", "concat(id, ',b') AS s")
    spark.range(100).selectExpr(*columns).write.parquet(f"{folder}/rows")
    bean = spark._jvm.java.lang.management.ManagementFactory.getThreadMXBean()
    own, bare = spark._jsparkSession, without_extension(spark)
    for session in (own, bare):
        session.conf().set("spark.sql.adaptive.enabled", "false")
        session.conf().set("spark.rapids.sql.explain", "NONE")
        session.read().schema(SCHEMA).parquet(f"{folder}/rows").createOrReplaceTempView("planned")
    ways = {
        "without the extension": planner(bare, bean, "all"),
        "none": planner(own, bean, "none"),
        "all": planner(own, bean, "all"),
    }
    lines = []
    for name, text in QUERIES.items():
        sql = text.format(t="planned")
        own.conf().set(BUILTINS, "all")
        swapped = "gpu_next_day" in own.sql(sql).queryExecution().executedPlan().toString()
        assert swapped == ("calls" in name)
        assert "gpu_next_day" not in bare.sql(sql).queryExecution().executedPlan().toString()
        times: dict[str, list[float]] = {way: [] for way in ways}
        for at in range(2 * rounds):
            for way in sorted(ways, key=lambda way: (list(ways).index(way) + at) % len(ways)):
                times[way].append(ways[way](sql))
        # The first half is the warm-up.
        lines.append(line(name, {way: taken[rounds:] for way, taken in times.items()}))
    description = "\n".join((__doc__ or "").splitlines()[2:]).strip()
    titles = ["query", *ways, "all against no extension", "all against none"]
    head = [f"| {' | '.join(titles)} |", "|---" * len(titles) + "|"]
    note = f"Milliseconds, medians of {rounds} rounds, on a machine with other work on it."
    text = "\n".join(["# Planning", "", description, note, "", *head, *lines]) + "\n"
    (RESULTS / "planning.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
