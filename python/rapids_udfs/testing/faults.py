# SPDX-License-Identifier: Apache-2.0

"""Fault injection: checks that a UDF survives GPU out-of-memory errors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Literal

from rapids_udfs.emulator import Span
from rapids_udfs.session.library import jvm_class
from rapids_udfs.testing.contexts import VIEW
from rapids_udfs.testing.engine import TypeLike, Types, engine
from rapids_udfs.testing.execution_probe import ExecutionProbe
from rapids_udfs.testing.frames import settings
from rapids_udfs.testing.leaks import format_leaks
from rapids_udfs.testing.report import FAILED, PASSED, SKIPPED, Report, asserting
from rapids_udfs.testing.session_run import SessionRun, watched
from rapids_udfs.testing.subject import find_subject
from rapids_udfs.testing.values import TestDataError, to_jvm

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_MEMORY = "io.github.rapidsudfs.emulator.memory"
_INJECT = "spark.rapids.sql.test.injectRetryOOM"
_ROWS = 16
_CALLS = 100  # of one query: as many tasks

RETRY, SPLIT, PLAIN = "try again", "split the batch", "a plain error"
_RETRIES = (RETRY, SPLIT)

Points = int | Literal["all"]
"""The number of allocations and operations of a call at which each kind of failure is tried."""


def check_survives_faults(
    spark: SparkSession,
    function: str,
    types: Types,
    *,
    returns: TypeLike | None = None,
    rows: Sequence[Any] | None = None,
    tolerance: float | None = None,
    points: Points = "all",
) -> Report:
    """Check that a UDF's columnar body leaks nothing and answers right wherever memory runs out.

    The plugin retries a batch when memory runs out, or splits it. In mode ``emulate`` each
    allocation and each cuDF operation of a call fails once with the error that makes the plugin
    retry, once with the one that makes it split, and once with a plain cuDF error, which the body
    must propagate; at three operations the query must fail with it as well. In both modes the
    plugin's own injection of such errors is used too.

    Args:
        spark: a session of mode ``emulate`` or ``gpu``.
        function: see ``rapids_udfs.testing.assert_conforms``, as for the others.
        types: the arguments' types.
        returns: the result's type.
        rows: the rows of one batch; by default the edge values of the types.
        tolerance: see ``assert_conforms``.
        points: the number of allocations and operations of a call at which each kind of failure is
            tried, spread over the call; by default every one. Each takes three calls, so a call of
            a thousand operations takes minutes.

    Returns:
        What was checked, with the number of points at which a call failed.

    Raises:
        AssertionError: something leaked, an answer was wrong, or an error was lost; of
            ``assert_survives_faults`` only.
        TestModeError, UdfClassError, UdfArgumentsError, UnsupportedTypeError, TestDataError: it
            could not be tested.
        ValueError: ``points`` is neither ``"all"`` nor a number from 1 on.
        NotOnConnectError: the session is a Spark Connect client.
    """
    if points != "all" and (not isinstance(points, int) or points < 1):
        raise ValueError(f"points is {points!r}: it is 'all' or a number from 1 on")
    probe = ExecutionProbe(spark, "assert_survives_faults")
    with watched(spark, function):
        subject = find_subject(spark, function, types, returns)
        tolerance = subject.tolerance(tolerance)
        if rows is None:
            edges = engine(spark).edgeRows(subject.types)
            batch = edges.subList(0, min(_ROWS, edges.size()))
        else:
            batch = to_jvm(spark, rows, subject.types)
        if not batch.size():
            raise TestDataError(f"rows is {rows!r}: one row at least, for calls that can fail")
        run = SessionRun(spark, subject)
        return _Test(run, probe, tolerance, batch, points).report()


assert_survives_faults = asserting(check_survives_faults)


class _Test:
    """One call over a batch: without a failure, then with one wherever it can fail."""

    def __init__(
        self, run: SessionRun, probe: ExecutionProbe, tolerance: float, batch: Any, wanted: Points
    ) -> None:
        self._run, self._probe, self._tolerance = run, probe, tolerance
        self._batch, self._wanted = batch, wanted
        self._sql = f"SELECT id, {run.subject.over_columns()} AS r FROM {VIEW}"
        self._report = run.report("survives faults", run.kit.repeated(batch, 1))

    def report(self) -> Report:
        with self._data(1):
            expected = self._run.run(self._sql, columnar=False)
            if self._answers(expected):
                kernels, allocations = self._operations()
                self._plugins_own_failures(expected)
                if self._probe.mode == "emulate":
                    self._own_failures(expected, kernels, kernels + allocations)
        self._report.jobs = self._run.queries
        return self._report

    def _data(self, calls: int) -> AbstractContextManager[None]:
        """The batch as often as there are to be calls: each is a task of its own."""
        return self._run.data(self._run.kit.repeated(self._batch, calls))

    def _answers(self, expected: Any) -> bool:
        """Check that the call runs in columns, and right, where nothing fails."""
        problem = ""
        self._probe.begin()
        try:
            found = self._run.run(self._sql, columnar=True)
        except Exception as e:
            problem = self._run.summary(e)
        else:
            ran = self._probe.ran(self._run.subject)
            if ran.known and not ran.calls:
                told = self._probe.explain(self._sql)
                problem = f"the columnar body did not run. The plugin says:\n{told!r}"
            elif not expected.sameAs(found, self._tolerance):
                problem = "the two bodies answer differently; assert_conforms says where"
        self._report.add("without a failure", FAILED if problem else PASSED, problem)
        return not problem

    def _operations(self) -> tuple[int, int]:
        """How many kernels and allocations the call without a failure had."""
        if self._probe.mode != "emulate":
            return 0, 0
        costs = self._probe.span.costs.values()
        return sum(c.kernels for c in costs), sum(c.allocations for c in costs)

    def _plugins_own_failures(self, expected: Any) -> None:
        """The plugin's own injection: an error at the first allocation of each of its steps."""
        for what in _RETRIES:
            split = str(what == SPLIT).lower()
            injected = {_INJECT: f"num_ooms=1,skip=0,type=GPU,split={split}"}
            with settings(self._run.spark, injected):
                self._report.add(f"the plugin's own test: {what}", *self._survives(expected, what))

    def _own_failures(self, expected: Any, kernels: int, points: int) -> None:
        if not points:
            why = "a call makes none of them on the thread that calls it"
            self._report.add("every allocation and operation fails once", SKIPPED, why)
            return
        faults = jvm_class(self._run.spark, f"{_MEMORY}.CallFaults")
        begin = {RETRY: faults.retry, SPLIT: faults.split, PLAIN: faults.plain}
        for what in begin:
            found = self._at_every_point(expected, what, faults, begin[what], points)
            self._report.add(f"every allocation and operation fails once: {what}", *found)
        found = self._plain_errors(kernels)
        self._report.add("a plain error comes out of the query", *found)

    def _survives(self, expected: Any, what: str) -> tuple[str, str]:
        """Run the query with the failures that are set up; return the outcome and its reason."""
        span = Span(self._run.spark) if self._probe.mode == "emulate" else None
        try:
            found = self._run.run(self._sql, columnar=True)
        except Exception as e:
            if what == SPLIT and "SplitAndRetryOOM" in str(e):
                return SKIPPED, "this plugin does not split where UDFs are called"
            return FAILED, self._run.summary(e)
        if not expected.sameAs(found, self._tolerance):
            wrong = len(expected.differing(found, -1, self._tolerance))
            return FAILED, f"{wrong} of {found.size()} rows are wrong after it"
        leaks = format_leaks(span.leaks) if span else ""
        if leaks:
            return FAILED, f"{leaks}\nin calls that failed once, and their repetitions"
        return PASSED, ""

    def _at_every_point(
        self,
        expected: Any,
        what: str,
        faults: Any,
        begin: Callable[[int, int, int], None],
        points: int,
    ) -> tuple[str, str]:
        """Fail at another point in each of many equal calls, until no call gets that far."""
        step = 1 if self._wanted == "all" else -(-points // self._wanted)
        first, tried = 1, 0
        while True:
            # A few more calls than points: allocations of no bytes are not counted, but can fail.
            left = max(-(-(points - first + 1) // step), 0)
            calls = min(left + left // 4 + 8, _CALLS)
            repeated = expected.repeated(calls)
            self._run.say(f"a failure at point {first} of about {points}")
            with self._data(calls):
                begin(self._batch.size(), first, step)
                try:
                    outcome, text = self._survives(repeated, what)
                finally:
                    faults.end()
            lost, failed = faults.lost(), faults.failed()
            if lost:
                return FAILED, "\n".join(filter(None, (lost, text)))
            if outcome != PASSED:
                return outcome, text
            tried += failed
            first += calls * step
            if faults.passed() or not failed:
                break
        if not tried:
            return FAILED, "no call failed"
        return PASSED, f"{tried} points" + (f", each {step}th of them" if step > 1 else "")

    def _plain_errors(self, kernels: int) -> tuple[str, str]:
        """A plain error of cuDF in the first, the middle and the last operation of a call."""
        faults = jvm_class(self._run.spark, f"{_MEMORY}.Faults")
        span = Span(self._run.spark)
        tried = sorted({1, kernels // 2, kernels} - {0})
        for n in tried:
            faults.onlyInUdfs(True)
            faults.failKernel(n)
            try:
                self._run.run(self._sql, columnar=True)
                if faults.used():
                    return FAILED, f"that of operation {n} was swallowed"
            except Exception as e:
                if "injected failure" not in str(e):
                    return FAILED, f"that of operation {n} was replaced:\n{self._run.summary(e)}"
            finally:
                faults.clear()
        leaks = format_leaks(span.leaks)
        if leaks:
            return FAILED, f"{leaks}\nwhere one of the operations {tried} failed"
        return PASSED, f"of operations {', '.join(map(str, tried))} of {kernels}"
