# SPDX-License-Identifier: Apache-2.0

"""Queries over real data, with and without this library: their rows, and where they run."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import rapids_udfs
from harness import row_bytes
from harness.cpu_gpu_runner import cpu_operators, operators
from rapids_udfs.counting.counters import Counts, difference
from rapids_udfs.demo import tables
from rapids_udfs.session.library import entry_point
from rapids_udfs.testing import frames

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FILE = Path(__file__).parents[1] / "builtins" / "queries.sql"
BUILTINS = "spark.rapidsUdfs.builtins"
BRIDGE = "spark.rapids.sql.expression.cpuBridge.enabled"
BEFORE, AFTER, ROWS_ALONE = {BUILTINS: "none"}, {}, {"spark.rapids.sql.enabled": "false"}
_QUERY = re.compile(r"-- (\w+): (.*)\n([^;]*?)(?=\n\n-- |\Z)")
_MOVES = ("RowToColumnar", "ColumnarToRow", "CoalesceBatches", "ShuffleCoalesce")


@dataclass(frozen=True)
class Where:
    """The operators of a query on plugin and CPU, and its expressions on the CPU bridge."""

    plugin: int
    cpu: int
    bridges: int


@dataclass(frozen=True)
class Ran:
    """The result of a query: its rows' bytes in order, its placement, and the functions' calls."""

    rows: list[bytes]
    where: Where
    counts: dict[str, Counts]


def queries() -> dict[str, tuple[str, str]]:
    """Return the description and the SQL of every query, by name."""
    matches = _QUERY.findall(FILE.read_text(encoding="utf-8"))
    return {name: (text, sql) for name, text, sql in matches}


def make_views(spark: SparkSession, folder: Path) -> None:
    """Create the demonstration's views with only January's flights, and the crawlers as JSON."""
    with frames.settings(spark, ROWS_ALONE):
        tables.register_views(spark, lambda _: None)
        january = str(folder / "january")
        spark.table("flights").where("month = 1").coalesce(1).write.parquet(january)
        spark.read.parquet(january).createOrReplaceTempView("flights")
        records = str(folder / "records")
        file = tables.folder("crawler-user-agents") / "crawler-user-agents.json"
        spark.read.json(str(file), multiLine=True).selectExpr(
            "to_json(struct(*)) AS record"
        ).write.parquet(records)
        spark.read.parquet(records).createOrReplaceTempView("crawler_records")


def run(spark: SparkSession, sql: str, settings: dict[str, str]) -> Ran:
    """Run a query with some settings."""
    with frames.settings(spark, settings):
        before = rapids_udfs.counters(spark)
        plan = spark.sql(sql)._jdf.queryExecution().executedPlan()
        rows = sorted(row_bytes.unpacked(bytes(entry_point(spark).collectBytes(plan))))
        counts = difference(rapids_udfs.counters(spark), before)
    text = plan.toString().split("== Initial Plan ==")[0]
    gpu = [n for n in operators(text) if n.startswith("Gpu") and not n.endswith(_MOVES)]
    where = Where(len(gpu), len(cpu_operators(text)), text.count("GpuCpuBridge("))
    return Ran(rows, where, {name: each for name, each in counts.items() if any(each)})
