# SPDX-License-Identifier: Apache-2.0

"""The queries of a test in a session: runs them, counts what ran, and detects a dead JVM."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from pyspark.sql import types as t

from rapids_udfs._py4j import Py4JError
from rapids_udfs.console.progress import NowAndThen
from rapids_udfs.counting.counters import Counts, counters, difference
from rapids_udfs.emulator import Span, is_emulated
from rapids_udfs.errors import ConformanceError, SessionError
from rapids_udfs.session.jvm_objects import java_list
from rapids_udfs.session.library import require_classic
from rapids_udfs.session.modes import MODE_SETTING
from rapids_udfs.testing import frames
from rapids_udfs.testing.contexts import PERIOD, VIEW
from rapids_udfs.testing.engine import engine
from rapids_udfs.testing.kit_rows import KitRows

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from rapids_udfs.testing.subject import Subject

_MOST_CAUSES = 3
_LAST_BREATH_S = 2.0
_LONGEST = 400


class Ran(NamedTuple):
    """Counts of a UDF's calls in a span."""

    counted: bool
    """False if columnar calls are not counted: those of a class of your own on a GPU."""
    calls: int = 0
    rows: int = 0
    row_calls: int | None = None
    """Calls of the row-wise body, without odd rows; None if it does not count them."""
    odd_rows: int = 0
    """Rows that the columnar body of a compiled Python UDF left to the row-wise one."""


class ExecutionProbe:
    """Counts what a UDF does in a session of mode ``emulate`` or ``gpu``."""

    span: Span
    """In mode ``emulate``, the emulator's counts since ``begin``."""

    def __init__(self, spark: SparkSession, call: str) -> None:
        self._spark = spark
        require_classic(spark, call)
        if is_emulated(spark):
            self.mode = "emulate"
        elif frames.has_plugin(spark):
            self.mode = "gpu"
        else:
            mode = spark.conf.get(MODE_SETTING, None) or "none"
            raise SessionError(
                f"{call} needs a session of mode 'emulate' or 'gpu', and this one's is {mode!r}. "
                "Start one with rapids_udfs.configure(SparkSession.builder, mode='emulate')"
                ".getOrCreate(); a JVM has one mode, so in a Python process of its own"
            )

    def begin(self) -> None:
        """Start a new span."""
        self._before = counters(self._spark)
        if self.mode == "emulate":
            self.span = Span(self._spark)

    def counts(self) -> dict[str, Counts]:
        """The counters of the functions called since ``begin``."""
        added = difference(counters(self._spark), self._before)
        return {name: counts for name, counts in added.items() if any(counts)}

    def ran(self, subject: Subject) -> Ran:
        """The UDF's counts since ``begin``; other UDFs must not have run."""
        counts = self.counts()
        own = next(iter(counts.values())) if len(counts) == 1 else None
        if subject.info:
            own = counts.get(subject.info.name, Counts(0, 0, 0))
        ran = Ran(False)
        if own is not None:
            rows_only = own.row_calls - own.odd_rows
            ran = Ran(True, own.columnar_batches, own.columnar_rows, rows_only, own.odd_rows)
        if self.mode == "emulate":
            costs = self.span.costs.values()
            calls, rows = sum(c.calls for c in costs), sum(c.rows for c in costs)
            ran = ran._replace(counted=True, calls=calls, rows=rows)
        return ran


class SessionRun:
    """The queries of one test."""

    def __init__(self, spark: SparkSession, subject: Subject, tolerance: float = 0.0) -> None:
        self.spark, self.subject, self.tolerance = spark, subject, tolerance
        self.kit = engine(spark)
        # Keep the optimizer from evaluating calls, so that a body runs. A call with a column among
        # its arguments is not constant; constants are folded then, as casts are not under test.
        self.unfolded = frames.unfolded(constants=subject.types.size() < 2)
        self.queries = 0
        self._progress = NowAndThen()
        self._view: DataFrame | None = None

    def edge_rows(self) -> Any:
        """The JVM's rows with the edge values of the arguments' types."""
        return self._possible(self.kit.edgeRows(self.subject.types))

    def random_rows(self, count: int, seed: int) -> Any:
        """Random rows of the JVM."""
        return self._possible(self.kit.randomRows(self.subject.types, count, seed))

    def _possible(self, rows: Any) -> Any:
        """The rows without values that Python cannot represent, such as days before the year 1."""
        if not self.subject.is_python:
            return rows
        types = [t._parse_datatype_json_string(of.json()) for of in self.subject.types]
        in_python = KitRows(self.spark, types).python(rows)
        possible = [row for row, known in zip(rows, in_python, strict=True) if known is not None]
        return java_list(self.spark, possible)

    def summary(self, error: BaseException) -> str:
        """An error's message or causes, and its first line in the UDF's class."""
        return summarize_error(error, self.subject.class_name)

    def say(self, text: str) -> None:
        """Report the progress of a test that takes more than a few seconds."""
        self._progress(f"{self.subject.name}: {text}")

    @contextmanager
    def data(self, batches: Any, *, apart: bool = False) -> Iterator[None]:
        """Make these rows the view in the block, with each batch in a partition of its own.

        With ``apart``, conditions on ids start over with each batch. Blocks can be nested: a
        mismatch is shrunk while the view has all rows of the test.
        """
        stride = self.stride(batches) if apart else 0
        view = frames.batches_frame(self.spark, batches, self.subject.types, stride)
        outer, self._view = self._view, view
        # The data is small.
        with frames.settings(self.spark, {"spark.sql.shuffle.partitions": "2"} | self.unfolded):
            view.createOrReplaceTempView(VIEW)
            try:
                yield
            finally:
                self._view = outer
                if outer is None:
                    self.spark.catalog.dropTempView(VIEW)
                else:
                    outer.createOrReplaceTempView(VIEW)

    @staticmethod
    def stride(batches: Any) -> int:
        """Return the distance between the first ids of batches."""
        longest = max((batch.size() for batch in batches), default=1)
        return -(-max(1, longest) // PERIOD) * PERIOD

    @staticmethod
    def select(*calls: str) -> str:
        """Return a query for calls over the view: ``id``, then their results."""
        return f"SELECT id, {', '.join(calls)} FROM {VIEW}"

    def run(self, sql: str, *, columnar: bool, folded: bool = False) -> Any:
        """Run a query, with or without the plugin; return the JVM's ``SqlAnswers``.

        With ``folded``, the optimizer always folds constants.
        """
        self.queries += 1
        self.say(f"query {self.queries}")
        folding = frames.unfolded(constants=False) if folded else {}
        with frames.plugin(self.spark, enabled=columnar), frames.settings(self.spark, folding):
            return frames.answers(self.spark.sql(sql))


def summarize_error(error: BaseException, class_name: str | None = None) -> str:
    """Return an error's message or causes and its first line in a class, without stack traces."""
    lines = [line.strip() for line in str(error).splitlines()] or [type(error).__name__]
    causes = [line for line in lines if re.match(r"(Caused by|Suppressed): ", line)]
    places = [line for line in lines if class_name and line.startswith(f"at {class_name}.")]
    kept = [*(causes[-_MOST_CAUSES:] or lines[:1]), *places[:1]]
    text = "\n".join(line[:_LONGEST] for line in dict.fromkeys(kept))
    # The emulator renames the body's method.
    return text.replace("$rapidsudfs(", "(")


@contextmanager
def watched(spark: SparkSession, function: str) -> Iterator[None]:
    """Raise ``ConformanceError`` for a connection error in the block whose cause is a dead JVM."""
    try:
        yield
    except (OSError, Py4JError) as e:
        status = exit_status(spark, _LAST_BREATH_S)
        if status is None:
            raise
        how = f"by signal {-status}" if status < 0 else f"with status {status}"
        raise ConformanceError(
            f"the JVM ended {how} while {function} was checked: it may have called System.exit, or "
            "have overflowed the stack, after which Spark ends its JVM, or have been killed for "
            "want of memory"
        ) from e


def exit_status(spark: SparkSession, wait_s: float = 0) -> int | None:
    """The exit status of the session's JVM; None if it runs or another process started it."""
    context: Any = getattr(spark, "sparkContext", None)
    process = getattr(getattr(context, "_gateway", None), "proc", None)
    if process is not None:
        with suppress(subprocess.TimeoutExpired):
            return int(process.wait(wait_s))
    return None
