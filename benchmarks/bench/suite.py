# SPDX-License-Identifier: Apache-2.0

"""The suites: which cases are measured together, in which mode, and under which title."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from bench import bodies, python_udfs, rows
from bench.case import ARROW, BUILTIN, PYTHON, Case
from bench.work import arrays, distances, images, inference


@dataclass(frozen=True)
class Suite:
    """One benchmark.

    Attributes:
        file: the name of its files in ``results``.
        form: of the report: one table where all cases have the same ways, one for each case, times
            per row where a case is a function and a number of rows, or times and bytes per row of
            cases outside of queries.
        start_limit: seconds within which a session should start.
        medians: the speed that ours should have in the median of the cases, as a factor of a way's.
        net: the same without reading the arguments, which every way does.
        seconds: the least time of all runs of a case's ways, except those in Python.
    """

    name: str
    file: str
    title: str
    about: str
    mode: Literal["cpu", "emulate"]
    cases: Callable[[], Sequence[Case]]
    form: Literal["table", "tables", "growth", "bodies"] = "table"
    start_limit: float = 0.0
    medians: Mapping[str, float] = field(default_factory=dict)
    net: Mapping[str, float] = field(default_factory=dict)
    seconds: float = 0.0


SUITES = {
    suite.name: suite
    for suite in (
        Suite(
            "rows",
            "row_udfs",
            "Row-wise functions on a CPU",
            "Functions of the catalogue, row by row, against Spark's builtins and Python UDFs.",
            "cpu",
            rows.row_wise,
            medians={BUILTIN: 1.2},
            seconds=15.0,
        ),
        Suite(
            "python-udfs",
            "python_udfs",
            "Python UDFs, compiled",
            "Python UDFs as data engineers write them: compiled, run by Python workers, on whole "
            "columns where pandas has a natural way, and in Spark's own expressions.",
            "cpu",
            python_udfs.cases,
            medians={ARROW: 5.0, PYTHON: 10.0, BUILTIN: 1.0},
            net={ARROW: 10.0},
            seconds=10.0,
        ),
        Suite(
            "bodies",
            "bodies",
            "Row-wise bodies without a query",
            "A call over 1,000 rows in memory, by the code that Spark generates for it in a query, "
            "measured by JMH: each way in a JVM of its own, in one thread, after a warm-up of "
            "three seconds. Reading arguments and writing results is contained, the rest of a "
            "query is not.",
            "cpu",
            bodies.cases,
            form="bodies",
        ),
        Suite(
            "growth",
            "row_growth",
            "Row-wise functions over more and more rows",
            "The time per row of five functions, with what reading their arguments takes.",
            "cpu",
            rows.growing,
            form="growth",
            seconds=60.0,
        ),
        Suite(
            "emulator",
            "emulator",
            "Functions in columns on the emulator",
            "Mode `emulate` is for tests: this says how long they wait. Rows come from Parquet "
            "files through the plugin, and every row went through the columnar body, by the "
            "counters.",
            "emulate",
            rows.on_the_emulator,
            start_limit=30.0,
        ),
        Suite(
            "python",
            "python_work",
            "GPU work in Python UDFs",
            "Work in Python UDFs, on whatever device the workers have, against the naive ways to "
            "do it.",
            "cpu",
            lambda: [
                *distances.CASES,
                *arrays.CASES,
                *images.CASES,
                *inference.CASES,
                *inference.SERVED,
            ],
            form="tables",
        ),
    )
}
