# SPDX-License-Identifier: Apache-2.0

"""The work of functions in a span of queries: ``track``, its lines of sums, and their display."""

from __future__ import annotations

import json
import operator
from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from rapids_udfs import emulator
from rapids_udfs._entry_point import ENTRY_POINT, call_static
from rapids_udfs.catalogue.function_info import by_name
from rapids_udfs.console.text_table import html_table, render
from rapids_udfs.counting.counters import counters, not_counted
from rapids_udfs.errors import MissingModuleError, SessionError
from rapids_udfs.session.library import entry_point, is_connect, require_running
from rapids_udfs.session.modes import METRICS_PLUGIN

if TYPE_CHECKING:
    import pandas as pd
    from pyspark.sql import SparkSession

_HEADERS = (
    *("function", "where", "executor", "calls", "rows", "seconds"),
    *("ns/row", "bytes_in", "bytes_out", "errors"),
)
_COLUMNS = (
    *("function", "row_calls", "odd_rows", "columnar_batches", "columnar_rows"),
    *("seconds", "bytes_in", "bytes_out", "errors"),
)
"""The columns of ``Tracking.toPandas``."""
_NOTHING = "No function call is counted: no task that calls one has ended successfully."
_COLUMNAR = "columnar"
# The executor and the query of a line that is a sum over all of them.
EVERY = "all"
EVERY_QUERY = -3


class WorkLine(NamedTuple):
    """The work of one function, executed in one way by one executor in one query."""

    query: int
    """The number of the query in Spark's UI; -1 for jobs outside SQL, -2 for older queries,
    -3 in a sum."""
    executor: str
    """The executor's id, ``driver`` in local mode; ``all`` in a sum."""
    function: str
    """Its name in the catalogue; for a UDF that is not of the catalogue, its name in the plan."""
    where: str
    """``columnar``, ``compiled`` or ``rows`` (row-wise), ``cpu-bridge`` or ``odd-rows``."""
    calls: int
    """Calls of the row-wise body, or batches of the columnar one."""
    rows: int
    """Rows in these calls."""
    nanos: int
    """Nanoseconds in these calls; estimated from a sample if they are row-wise."""
    bytes_in: int
    """The device memory of the columnar body's arguments; 0 for row-wise calls."""
    bytes_out: int
    """The device memory of its results; 0 for row-wise calls."""
    errors: int
    """Calls that ended with an exception, including failed attempts."""

    @property
    def sums(self) -> tuple[int, ...]:
        """The numbers of the line, from ``calls`` on."""
        return self[4:]


class Tracking:
    """The work of functions in a ``with`` block; complete when the block has ended.

    ``str()`` and a notebook show the sums, and each executor's if there are several.

    Attributes:
        lines: the work, a line per query, executor, function and way of execution.
        other_jobs: Spark jobs that other threads began meanwhile, which are not counted; always 0
            over Spark Connect, where they are counted.
        unfinished_jobs: jobs of the block that failed, were cancelled or still run: of these only
            the tasks that ended successfully are counted, and errors; always 0 over Spark Connect.
    """

    def __init__(self, spark: SparkSession) -> None:
        self.lines: tuple[WorkLine, ...] = ()
        self.other_jobs = 0
        self.unfinished_jobs = 0
        self._spark = spark
        self._before: list[WorkLine] = []
        self._tracker: Any = None
        self._emulated: emulator.Span | None = None

    def __enter__(self) -> Tracking:
        self.lines = ()
        if is_connect(self._spark):
            self._before = _lines_so_far(self._spark)
            return self
        if emulator.is_emulated(self._spark):
            self._emulated = emulator.Span(self._spark)
        self._tracker = entry_point(self._spark).track(self._spark._jsparkSession)
        return self

    def __exit__(self, *_: object) -> None:
        if self._tracker is None:
            self.lines = tuple(difference(_lines_so_far(self._spark), self._before))
            return
        self._tracker.stop()
        self.other_jobs = int(self._tracker.otherJobs())
        self.unfinished_jobs = int(self._tracker.unfinishedJobs())
        self.lines = tuple(lines_of(str(self._tracker.json())))
        if self._emulated is not None:
            self._emulated.end()

    def ran(self, function: str) -> bool:
        """Return whether a function's columnar body ran: on the GPU, or in mode ``emulate``.

        Args:
            function: its name in the catalogue, without a prefix; of a UDF that is not of the
                catalogue, its name in the plan.

        Raises:
            UnknownFunctionError: a ``KeyError``: nothing counts under the name.
        """
        lines = [line for line in self.lines if line.function == function]
        if not lines and is_connect(self._spark):
            if function not in by_name():
                raise not_counted(function)
        elif not lines:
            counters(self._spark)[function]  # raises UnknownFunctionError
        return any(line.where == _COLUMNAR and line.calls for line in lines)

    @property
    def functions(self) -> tuple[WorkLine, ...]:
        """The sums over queries and executors: one line per function and way of execution."""
        return self._summed(executors=False)

    @property
    def executors(self) -> tuple[WorkLine, ...]:
        """The sums over queries: one line per function, way of execution and executor."""
        return self._summed(executors=True)

    @property
    def costs(self) -> dict[str, emulator.Cost]:
        """In mode ``emulate``: the cost of each UDF that ran in columns, by its class.

        Here and in ``totals`` and ``leaks`` the work of all threads is counted.

        Raises:
            SessionError: the session is not of mode ``emulate``; so for these two.
        """
        return self._span.costs

    @property
    def totals(self) -> emulator.Totals:
        """In mode ``emulate``: the cost of all operations, the plugin's own included."""
        return self._span.totals

    @property
    def leaks(self) -> dict[str, emulator.Leak]:
        """In mode ``emulate``: what columnar bodies left open, by the UDF's class."""
        return self._span.leaks

    def show(self) -> None:
        """Print the table."""
        print(self)

    def toPandas(self) -> pd.DataFrame:  # noqa: N802 (as Spark names it)
        """Return a pandas DataFrame with a row per function.

        Its columns: ``function``; ``row_calls`` of the row-wise body, of which ``odd_rows`` are
        rows that its columnar body left; ``columnar_batches`` and ``columnar_rows``; ``seconds``
        in all of these; ``bytes_in`` and ``bytes_out`` of device memory; ``errors``.
        """
        try:
            import pandas as pd
        except ImportError:
            raise MissingModuleError("toPandas() needs pandas: pip install pandas") from None
        names = dict.fromkeys(line.function for line in self.functions)
        return pd.DataFrame([self._row(name) for name in names], columns=list(_COLUMNS))

    def __str__(self) -> str:
        table = [render(_HEADERS, self._cells(), right=(5, 6))] if self.lines else []
        return "\n".join([*table, *self._notes()])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return html_table(_HEADERS, self._cells(), "; ".join(self._notes()))

    @property
    def _span(self) -> emulator.Span:
        if self._emulated is None:
            raise emulator.not_emulated()
        return self._emulated

    def _row(self, function: str) -> tuple[object, ...]:
        lines = [line for line in self.functions if line.function == function]
        columnar = [line for line in lines if line.where == _COLUMNAR]
        return (
            function,
            sum(line.calls for line in lines if line.where != _COLUMNAR),
            sum(line.rows for line in lines if line.where == "odd-rows"),
            sum(line.calls for line in columnar),
            sum(line.rows for line in columnar),
            sum(line.nanos for line in lines) / 1e9,
            *(sum(sums) for sums in zip(*(line.sums[-3:] for line in lines), strict=True)),
        )

    def _notes(self) -> list[str]:
        notes = [] if self.lines else [_NOTHING]
        if self.unfinished_jobs:
            notes.append(
                f"Jobs that failed, were cancelled or still run: {self.unfinished_jobs}. Only "
                "their tasks that ended successfully are counted, and errors."
            )
        if self.other_jobs:
            notes.append(
                f"Jobs that other threads began meanwhile, not counted: {self.other_jobs}. Count a "
                "thread's by making it a pyspark.InheritableThread that starts in the block, a "
                "pool's by wrapping its function by pyspark.inheritable_thread_target(spark) there "
                "(on Spark 3.5, inheritable_thread_target is the decorator itself)."
            )
        return notes

    def _cells(self) -> list[tuple[object, ...]]:
        lines = [*self.functions]
        if len({line.executor for line in self.lines}) > 1:
            lines += self.executors
        lines.sort(key=lambda line: (line.function, line.where, line.executor != EVERY))
        return [
            (
                *(line.function, line.where, line.executor, line.calls, line.rows),
                f"{line.nanos / 1e9:,.3f}",
                f"{line.nanos / line.rows:,.0f}" if line.rows else "-",
                *line.sums[-3:],
            )
            for line in lines
        ]

    def _summed(self, executors: bool) -> tuple[WorkLine, ...]:
        groups: dict[tuple[str, str, str], list[tuple[int, ...]]] = defaultdict(list)
        for line in self.lines:
            executor = line.executor if executors else EVERY
            groups[line.function, line.where, executor].append(line.sums)
        return tuple(
            WorkLine(EVERY_QUERY, executor, function, where, *map(sum, zip(*group, strict=True)))
            for (function, where, executor), group in sorted(groups.items())
        )


def lines_of(text: str) -> list[WorkLine]:
    """The lines in the JVM's JSON, except those of zeros, which failed attempts leave."""
    lines = (WorkLine(*line) for line in json.loads(text))
    return [line for line in lines if any(line.sums)]


def difference(after: Iterable[WorkLine], before: Iterable[WorkLine]) -> list[WorkLine]:
    """The work added between two counts."""
    past = {line[:4]: line.sums for line in before}
    added = []
    for line in after:
        earlier = past.get(line[:4], (0,) * len(line.sums))
        added.append(WorkLine(*line[:4], *map(operator.sub, line.sums, earlier)))
    return [line for line in added if any(line.sums)]


def _lines_so_far(spark: SparkSession) -> list[WorkLine]:
    """The work so far in the application of a Spark Connect server that counts it."""
    text = call_static(spark, ENTRY_POINT, "workJson")
    if text in (None, "null"):  # what java_method returns for null
        raise SessionError(
            "this application does not count what functions do. Start it with "
            "rapids_udfs.configure(builder, metrics=True), or a server with "
            f"--conf spark.plugins={METRICS_PLUGIN} and this library's jar "
            "(rapids_udfs.track(spark) needs neither in a classic session)"
        )
    return lines_of(str(text))


def track(spark: SparkSession) -> Tracking:
    """Count what functions do in the queries of a ``with`` block.

        with rapids_udfs.track(spark) as work:
            spark.sql(...).collect()
        work.show()
        assert work.ran("money_gross")

    It covers the jobs of this thread and of each ``pyspark.InheritableThread`` that starts in the
    block. Python's own threads and pools do not hand the tracking on to Spark: wrap the function
    that they run, in the block, by ``pyspark.inheritable_thread_target(spark)`` (on Spark 3.5, by
    ``inheritable_thread_target`` itself). The result says how many jobs other threads began
    meanwhile.

    It counts the catalogue's functions, your dual functions and, with the extension, your own
    ``RapidsUDF`` classes. The counts arrive with the tasks' results: see ``WorkLine``.

    Over Spark Connect the server must have been started with the metrics, and the work of its other
    clients in the meantime is counted too.

    Raises:
        ArgumentTypeError: ``spark`` is not a session.
        SessionError: it has been stopped, or its Spark Connect server was started without the
            metrics.
        UnsupportedError, InstallationError: see ``rapids_udfs.register``.
    """
    require_running(spark, "track")
    return Tracking(spark)
