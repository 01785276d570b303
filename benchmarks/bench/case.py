# SPDX-License-Identifier: Apache-2.0

"""The cases of benchmarks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field

from pyspark.sql import DataFrame, SparkSession

OURS = "rapids-udfs"
READING = "reading alone"
USUAL = "rapids-udfs, not compiled"
BUILTIN = "Spark builtin"
PYTHON = "Python UDF"
ARROW = "Arrow Python UDF"
PANDAS = "pandas UDF"
ARROW_ARRAYS = "arrow_udf"
OUTSIDE = "outside Spark"

Way = Callable[["DataFrame"], "DataFrame"]
"""Takes the rows and returns a column ``result``, and the ``id`` if the order of rows changes."""


@dataclass(frozen=True)
class Case:
    """A piece of work and the ways to do it.

    Attributes:
        rows: how many rows, unless the command line says otherwise.
        ways: the ways by their labels, ours among them; the stack ends what they start.
        outside: the same work on all rows in one process without Spark. Such a case runs in one
            task, so that both have one process.
        cached: whether the rows are held in memory, rather than read in every run.
        sample: rows on which the answers are compared.
        slow: ways that are warmed up on the sample alone.
        by_tasks: ways whose speed is judged by the processor time of their tasks, which other
            programs and the JIT compiler disturb less than the clock on the wall.
        settings: of the session, by the way that has them.
        target: the least speed of ours, by way, as a factor of that way's.
        limit: the most seconds that ours may take for a million rows.
        note: printed below the table, or beside a target that was missed.
        remark: what else the report says.
        expressions: SQL by way, of a case that runs outside of queries.
    """

    name: str
    title: str
    rows: int
    data: Callable[[SparkSession, int], DataFrame]
    ways: Callable[[SparkSession, ExitStack], Mapping[str, Way]]
    outside: Callable[[int], None] | None = None
    cached: bool = True
    sample: int = 64
    slow: Collection[str] = ()
    warm_ups: int = 1
    by_tasks: Collection[str] = ()
    settings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    tolerance: float = 0.0
    target: Mapping[str, float] = field(default_factory=dict)
    limit: float | None = None
    note: str = ""
    remark: str = ""
    expressions: Mapping[str, str] = field(default_factory=dict)


def selecting(result: str) -> Way:
    return lambda df: df.selectExpr("id", f"{result} AS result")


def calling(function: Callable[..., object], *columns: str) -> Way:
    return lambda df: df.select("id", function(*columns).alias("result"))  # type: ignore[attr-defined]
