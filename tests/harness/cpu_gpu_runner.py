# SPDX-License-Identifier: Apache-2.0

"""Runs a query twice in a session of mode ``emulate``: with the plugin, and only with Spark."""

from __future__ import annotations

import re
import struct
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import rapids_udfs
from harness import row_bytes
from harness.outcomes import unfolded
from rapids_udfs.counting.counters import Counts, difference
from rapids_udfs.emulator import Cost, Leak, Span
from rapids_udfs.session.library import entry_point
from rapids_udfs.testing import frames

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_NODE = re.compile(r"[\s:+*|-]*(?:\(\d+\) )?([A-Z]\w+)")
# Operators that the plugin does not replace: those that read files, and those that connect others.
_OTHERS = """
    AdaptiveSparkPlan BroadcastQueryStage ColumnarToRow CommandResult FileScan HostColumnarToGpu
    InputAdapter LocalTableScan ResultQueryStage ReusedExchange ReusedSubquery Scan
    ShuffleQueryStage Subquery TableCacheQueryStage WholeStageCodegen
"""
_NULLS = 8  # bytes for the null flags of up to 64 fields


@dataclass(frozen=True)
class Answer:
    """The result of a query, and the bodies that ran for it.

    Attributes:
        rows: the rows' bytes by their first field, ``id``.
        counts: the calls of the catalogue's functions.
        costs: the costs of every UDF's columnar body, by its class.
        leaks: the leaks of columnar bodies.
        plan: the executed plan, as Spark prints it.
    """

    rows: dict[int, bytes]
    counts: dict[str, Counts]
    costs: dict[str, Cost]
    leaks: dict[str, Leak]
    plan: str

    @property
    def nodes(self) -> list[str]:
        """Return the names of the plan's operators that ran."""
        return operators(self.plan)


def operators(plan: str) -> list[str]:
    """Return the names of a plan's operators that ran."""
    final = plan.split("== Initial Plan ==")[0]
    return [m[1] for line in final.splitlines() if (m := _NODE.match(line))]


def cpu_operators(plan: str) -> list[str]:
    """Return the operators that Spark ran although the plugin has equivalents."""
    return [n for n in operators(plan) if not n.startswith("Gpu") and n not in _OTHERS.split()]


class Both:
    """Runs queries of a session in both ways.

    Attributes:
        span: the emulator's counts since the last query began.
    """

    span: Span

    def __init__(self, spark: SparkSession) -> None:
        self.spark = spark

    def rows_alone(self) -> AbstractContextManager[None]:
        """Switch the plugin off in the block: Spark runs row-wise bodies."""
        return frames.plugin(self.spark, enabled=False)

    def columnar(self, sql: str) -> Answer:
        """Run a query with the plugin on the emulator."""
        return self._answer(sql)

    def row_wise(self, sql: str) -> Answer:
        """Run a query only with Spark."""
        with self.rows_alone():
            return self._answer(sql)

    def shown(self, sql: str) -> tuple[list[str], list[str]]:
        """Return the rows as strings, columnar and row-wise, to show a difference."""
        with unfolded(self.spark):
            columnar = [str(row) for row in self.spark.sql(sql).collect()]
            with self.rows_alone():
                return columnar, [str(row) for row in self.spark.sql(sql).collect()]

    def _answer(self, sql: str) -> Answer:
        before = rapids_udfs.counters(self.spark)
        self.span = Span(self.spark)
        library = entry_point(self.spark)
        # Otherwise the optimizer would evaluate queries without a table on the driver.
        with unfolded(self.spark):
            plan = self.spark.sql(sql)._jdf.queryExecution().executedPlan()
            rows = list(row_bytes.unpacked(bytes(library.collectBytes(plan))))
        by_id = {struct.unpack_from("<q", row, _NULLS)[0]: row for row in rows}
        assert len(by_id) == len(rows), "ids are not unique"
        counts = difference(rapids_udfs.counters(self.spark), before)
        # An adaptive plan is final only after the query.
        return Answer(by_id, counts, self.span.costs, self.span.leaks, plan.toString())
