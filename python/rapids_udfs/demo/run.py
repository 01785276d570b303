# SPDX-License-Identifier: Apache-2.0

"""A run of a query: its rows, the counted calls of each function, and the plugin's verdict."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from rapids_udfs.console.text_table import render
from rapids_udfs.counting.counters import Counts, counters, difference
from rapids_udfs.errors import QueryError
from rapids_udfs.plans.placement import Explanation, Placement, explain
from rapids_udfs.session.query_errors import readable_errors

if TYPE_CHECKING:
    from pyspark.sql import Row, SparkSession

_NOTHING = Counts(0, 0, 0)


class FunctionRun(NamedTuple):
    """The calls of one function in a query or in several."""

    function: str
    counts: Counts
    verdicts: tuple[str, ...]  # the plugin's different ones; empty without the plugin

    @property
    def verdict(self) -> str:
        """The verdicts in words."""
        return "; ".join(self.verdicts)


def runs(counts: Mapping[str, Counts], explanation: Explanation | None) -> list[FunctionRun]:
    """The functions that ran or that the plan has, by name."""
    verdicts: dict[str, list[str]] = defaultdict(list)
    for verdict in explanation.functions if explanation else ():
        reason = f": {verdict.reason}" if verdict.reason else ""
        on_cpu = f"stays on the CPU ({verdict.placement}){reason}"
        text = "will run on GPU" if verdict.placement is Placement.GPU else on_cpu
        verdicts[verdict.function].append(text)
    ran = {name: count for name, count in counts.items() if count != _NOTHING}
    planned = ["not in the plan: Spark computed it while planning"] if explanation else []
    return [
        FunctionRun(name, ran.get(name, _NOTHING), (*dict.fromkeys(verdicts.get(name, planned)),))
        for name in sorted({*ran, *verdicts})
    ]


def total(queries: Iterable[Sequence[FunctionRun]]) -> list[FunctionRun]:
    """The calls of each function in all queries together."""
    by_name: dict[str, list[FunctionRun]] = defaultdict(list)
    for run in chain.from_iterable(queries):
        by_name[run.function].append(run)
    totals = []
    for name, group in sorted(by_name.items()):
        counts = Counts(*map(sum, zip(*(run.counts for run in group), strict=True)))
        verdicts = dict.fromkeys(chain.from_iterable(run.verdicts for run in group))
        totals.append(FunctionRun(name, counts, (*verdicts,)))
    return totals


def table(functions: Sequence[FunctionRun], line: int = 0) -> str:
    """The functions as a text table, at most ``line`` columns wide; 0 for no limit."""
    if not functions:
        return "No function of the catalogue ran."
    headers = ["function", "row calls", "columnar batches", "columnar rows"]
    # The catalogue's functions leave no odd rows.
    rows = [[f.function, *(f"{count:,}" for count in f.counts[:3])] for f in functions]
    if any(f.verdicts for f in functions):
        headers.append("the plugin says")
        rows = [[*row, f.verdict] for row, f in zip(rows, functions, strict=True)]
    return render(headers, rows, line=line, right=range(1, 4))


class Outcome(NamedTuple):
    """The result of a query, and where its functions ran."""

    columns: Sequence[str]
    rows: Sequence[Row]
    seconds: float
    functions: Sequence[FunctionRun]
    explanation: str  # the plugin's, of the whole plan; empty without the plugin
    hints: Sequence[str] = ()  # how to move more of it to the GPU


def run(spark: SparkSession, sql: str, *, plugin: bool) -> Outcome:
    """Run a query."""
    with readable_errors():
        frame = spark.sql(sql)
        explanation = explain(frame) if plugin else None
        before = counters(spark)
        start = time.monotonic()
        try:
            rows = frame.collect()
        except (ValueError, OverflowError) as e:
            # Python's dates cover only the years 1 to 9999, Spark's many more.
            why = f"a value of the result is not one that Python can hold ({e})"
            raise QueryError(f"{why}; cast it to STRING") from e
        seconds = time.monotonic() - start
        functions = runs(difference(counters(spark), before), explanation)
        text, hints = (str(explanation), explanation.hints) if explanation else ("", ())
        return Outcome(frame.columns, rows, seconds, functions, text, hints)
