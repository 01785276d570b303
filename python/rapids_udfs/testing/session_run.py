# SPDX-License-Identifier: Apache-2.0

"""Runs the queries of a test in a session, and detects that a UDF has ended the session's JVM."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from rapids_udfs._py4j import Py4JError
from rapids_udfs.console.progress import NowAndThen
from rapids_udfs.testing import frames
from rapids_udfs.testing.contexts import PERIOD, VIEW
from rapids_udfs.testing.engine import engine
from rapids_udfs.testing.errors import JvmEndedError
from rapids_udfs.testing.report import Report

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from rapids_udfs.testing.subject import Subject

_MOST_CAUSES = 3
_LAST_BREATH_S = 2.0
_LONGEST = 400
# A test's data is small.
_SETTINGS = {"spark.sql.shuffle.partitions": "2"}


class SessionRun:
    """The queries of one test; ``queries`` counts those that ran."""

    def __init__(self, spark: SparkSession, subject: Subject) -> None:
        self.spark = spark
        self.subject = subject
        self.kit = engine(spark)
        self.queries = 0
        self._progress = NowAndThen()
        # Nested: a mismatch is shrunk while the view has the test's own rows.
        self._views: list[DataFrame] = []

    @property
    def unfolded(self) -> dict[str, str]:
        """The settings that keep the optimizer from evaluating calls, so that the bodies run."""
        # With a column among the arguments no call is constant. Then constants should be folded:
        # the casts around them are not under test.
        return frames.unfolded(constants=self.subject.types.size() < 2)

    def report(self, kind: str, batches: Any) -> Report:
        """Return the report of this test, without checks as yet."""
        rows = sum(batch.size() for batch in batches)
        return Report(self.subject.signature, kind, rows=rows, batches=batches.size())

    def summary(self, error: BaseException) -> str:
        """An error's message or causes, and its first line in the UDF's class."""
        return summarize_error(error, self.subject.class_name)

    def say(self, text: str) -> None:
        """Report the progress of a test that takes more than a few seconds."""
        self._progress(f"{self.subject.name}: {text}")

    @contextmanager
    def data(self, batches: Any, *, apart: bool = False) -> Iterator[None]:
        """Make these rows the view in the block, each batch in a partition of its own.

        With ``apart``, conditions on ids start over with each batch.
        """
        stride = self.stride(batches) if apart else 0
        df = frames.batches_frame(self.spark, batches, self.subject.types, stride)
        self._views.append(df)
        with frames.settings(self.spark, _SETTINGS | self.unfolded):
            self._views[-1].createOrReplaceTempView(VIEW)
            try:
                yield
            finally:
                self._views.pop()
                if self._views:
                    self._views[-1].createOrReplaceTempView(VIEW)
                else:
                    self.spark.catalog.dropTempView(VIEW)

    @staticmethod
    def stride(batches: Any) -> int:
        """Return the distance between the first ids of batches."""
        longest = max((batch.size() for batch in batches), default=1)
        return -(-max(1, longest) // PERIOD) * PERIOD

    def run(self, sql: str, *, columnar: bool, folded: bool = False) -> Any:
        """Run a query over the view, by the plugin or without it; return the JVM's answers.

        With ``folded`` the optimizer folds constants in any case.
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
    """In the block, raise ``JvmEndedError`` for an error of a connection whose JVM has ended."""
    try:
        yield
    except (OSError, Py4JError) as e:
        context: Any = getattr(spark, "sparkContext", None)
        # None if another process has started the JVM.
        process = getattr(getattr(context, "_gateway", None), "proc", None)
        status = None
        if process is not None:
            with suppress(subprocess.TimeoutExpired):
                status = int(process.wait(_LAST_BREATH_S))
        if status is None:
            raise
        raise JvmEndedError(function, status) from e
