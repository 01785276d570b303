# SPDX-License-Identifier: Apache-2.0

"""The work of functions in queries: lines of sums, and their display."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rapids_udfs._entry_point import ENTRY_POINT, call_static
from rapids_udfs.console.text_table import html_table, render
from rapids_udfs.errors import MetricsOffError, RapidsUdfsError
from rapids_udfs.session.library import entry_point, is_connect, require_running

if TYPE_CHECKING:
    import pandas as pd
    from pyspark.sql import SparkSession

_HEADERS = (
    *("function", "where", "executor", "calls", "rows", "seconds"),
    *("ns/row", "bytes_in", "bytes_out", "errors"),
)
_NOTHING = "No function call is counted: no task that calls one has ended successfully."
EVERY = "all"
"""The executor of a line that is a sum over all of them."""
EVERY_QUERY = -3
"""The query of a line that is a sum over all of them."""


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
    """Calls that ended with an exception, those of failed attempts included."""

    @property
    def sums(self) -> tuple[int, ...]:
        """The numbers of the line, from ``calls`` on."""
        return self[4:]


class Work:
    """The work of functions: ``lines`` per query and executor, ``functions`` summed.

    ``str()`` and a notebook show the sums, and each executor's if there are several.
    """

    def __init__(self, lines: Iterable[WorkLine]) -> None:
        self.lines = tuple(lines)

    @property
    def functions(self) -> tuple[WorkLine, ...]:
        """The sums over queries and executors: one line per function and way of execution."""
        return self._summed(executors=False)

    @property
    def executors(self) -> tuple[WorkLine, ...]:
        """The sums over queries: one line per function, way of execution and executor."""
        return self._summed(executors=True)

    def show(self) -> None:
        """Print the table."""
        print(self)

    def toPandas(self) -> pd.DataFrame:  # noqa: N802 (as Spark names it)
        """Return the lines as a pandas DataFrame, a column per field."""
        try:
            import pandas as pd
        except ImportError:
            raise RapidsUdfsError("toPandas() needs pandas: pip install pandas") from None
        return pd.DataFrame(self.lines, columns=list(WorkLine._fields))

    def __str__(self) -> str:
        if not self.lines:
            return "\n".join((_NOTHING, *self._notes()))
        return "\n".join((render(_HEADERS, self._cells(), right=(5, 6)), *self._notes()))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        notes = self._notes() if self.lines else (_NOTHING, *self._notes())
        return html_table(_HEADERS, self._cells(), "; ".join(notes))

    def _notes(self) -> Sequence[str]:
        """What is known not to be in the sums."""
        return ()

    def _cells(self) -> list[Sequence[object]]:
        found = list(self.functions)
        if len({line.executor for line in self.lines}) > 1:
            found += self.executors
        found.sort(key=lambda line: (line.function, line.where, line.executor != EVERY))
        return [_cells(line) for line in found]

    def _summed(self, executors: bool) -> tuple[WorkLine, ...]:
        sums: dict[tuple[str, str, str], list[int]] = {}
        for line in self.lines:
            key = line.function, line.where, line.executor if executors else EVERY
            so_far = sums.get(key, [0] * len(line.sums))
            sums[key] = [a + b for a, b in zip(so_far, line.sums, strict=True)]
        return tuple(
            WorkLine(EVERY_QUERY, executor, function, where, *sums[function, where, executor])
            for function, where, executor in sorted(sums)
        )


def work_of(text: str) -> Work:
    """The lines in the JVM's JSON; those of nothing but failed attempts are zeros, and left out."""
    lines = (WorkLine(*line) for line in json.loads(text))
    return Work(line for line in lines if any(line.sums))


def difference(after: Work, before: Work) -> Work:
    """The work added between two counts."""
    known = {line[:4]: line.sums for line in before.lines}
    added = []
    for line in after.lines:
        past = known.get(line[:4], (0,) * len(line.sums))
        more = [a - b for a, b in zip(line.sums, past, strict=True)]
        added.append(WorkLine(*line[:4], *more))
    return Work(line for line in added if any(line.sums))


def _cells(line: WorkLine) -> tuple[object, ...]:
    seconds = f"{line.nanos / 1e9:,.3f}"
    per_row = f"{line.nanos / line.rows:,.0f}" if line.rows else "-"
    shown = line.function, line.where, line.executor, line.calls, line.rows, seconds, per_row
    return (*shown, line.bytes_in, line.bytes_out, line.errors)


class Tracking(Work):
    """The work of functions in the block; complete when the block has ended.

    Attributes:
        other_jobs: Spark jobs that other threads began meanwhile, which are not counted; always 0
            over Spark Connect, where they are counted.
        unfinished_jobs: jobs of the block that failed, were cancelled or still run: of these only
            the tasks that ended successfully are counted, and errors; always 0 over Spark Connect.
    """

    def __init__(self, spark: SparkSession) -> None:
        super().__init__(())
        self.other_jobs = 0
        self.unfinished_jobs = 0
        self._spark = spark
        self._counted: Callable[[], Work]

    def __enter__(self) -> Tracking:
        self.lines = ()
        if is_connect(self._spark):
            before = work(self._spark)
            self._counted = lambda: difference(work(self._spark), before)
        else:
            tracker = entry_point(self._spark).track(self._spark._jsparkSession)

            def counted() -> Work:
                tracker.stop()
                self.other_jobs = int(tracker.otherJobs())
                self.unfinished_jobs = int(tracker.unfinishedJobs())
                return work_of(str(tracker.json()))

            self._counted = counted
        return self

    def __exit__(self, *_: object) -> None:
        self.lines = self._counted().lines

    def _notes(self) -> Sequence[str]:
        notes = []
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


def track(spark: SparkSession) -> Tracking:
    """Count what functions do in the queries of a ``with`` block.

        with rapids_udfs.track(spark) as work:
            spark.sql(...).collect()
        work.show()

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
        ArgumentTypeError, SessionStoppedError: ``spark`` is not a running session.
        UnsupportedSparkError, VersionMismatchError, JarMissingError: see
            ``rapids_udfs.register``.
        MetricsOffError: the Spark Connect server was started without the metrics.
    """
    require_running(spark, "track")
    return Tracking(spark)


def work(spark: SparkSession) -> Work:
    """The work of functions so far in an application started with ``configure(metrics=True)``.

    The latest queries (as many as ``spark.sql.ui.retainedExecutions``) have lines of their own, the
    older ones are in one sum.

    Raises:
        MetricsOffError: the application was started without the metrics.
        ArgumentTypeError, SessionStoppedError: ``spark`` is not a running session.
    """
    require_running(spark, "work")
    if is_connect(spark):
        found = call_static(spark, ENTRY_POINT, "workJson")
    else:
        found = entry_point(spark).workJson()
    if found in (None, "null"):  # java_method writes null so
        raise MetricsOffError()
    return work_of(str(found))
