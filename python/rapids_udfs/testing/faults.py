# SPDX-License-Identifier: Apache-2.0

"""Fault injection: checks that a UDF survives GPU out-of-memory errors.

The failures come from two sources. The plugin itself can fail the first allocation of each of its
steps, in any mode. The emulator can fail any allocation or cuDF operation within a call of a
columnar body: one query over many equal batches fails each call at another point.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from rapids_udfs._numbers import is_whole
from rapids_udfs.emulator import Cost, Span
from rapids_udfs.errors import ArgumentValueError
from rapids_udfs.plans.placement import explain
from rapids_udfs.session.library import jvm_class
from rapids_udfs.testing.engine import TypeLike, Types, to_jvm
from rapids_udfs.testing.frames import settings
from rapids_udfs.testing.leaks import format_leaks
from rapids_udfs.testing.report import (
    SKIPPED,
    FailedError,
    Report,
    SkippedError,
    asserting,
)
from rapids_udfs.testing.session_run import ExecutionProbe, SessionRun, watched
from rapids_udfs.testing.subject import find_subject

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_MEMORY = "io.github.rapidsudfs.emulator.memory"
_ROWS = 16
_CALLS = 100  # in one query, one per task
_INJECTION = "spark.rapids.sql.test.injectRetryOOM"
_RETRY, _SPLIT, _PLAIN = "try again", "split the batch", "a plain error"
_METHODS = {_RETRY: "retry", _SPLIT: "split", _PLAIN: "plain"}
"""The kinds of failure, with the methods of ``CallFaults`` that inject them."""

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
    """Check that a UDF's columnar body survives out-of-memory errors: right results, no leaks.

    The plugin retries a batch when memory runs out, or splits it. In mode ``emulate`` each
    allocation and each cuDF operation of a call fails once with the error that makes the plugin
    retry, once with the one that makes it split, and once with a plain cuDF error, which the body
    must propagate; at three operations the query must fail with it as well. In both modes the
    plugin also injects such errors itself.

    Args:
        spark: a session of mode ``emulate`` or ``gpu``.
        function: see ``rapids_udfs.testing.assert_conforms``.
        types: the arguments' types.
        returns: the result's type.
        rows: the rows of one batch; by default the edge values of the types.
        tolerance: see ``assert_conforms``.
        points: the number of allocations and operations of a call at which each kind of failure is
            tried, spread over the call; by default every one. Each takes three calls, so a call of
            a thousand operations takes minutes.

    Returns:
        The report, with the number of points at which a call failed.

    Raises:
        AssertionError: something leaked, a result was wrong, or an error was lost. Raised by
            ``assert_survives_faults`` only.
        SessionError, ConformanceError, UnsupportedError, ArgumentValueError: it could not be
            tested; see ``assert_conforms``.
        ValueError: ``points`` is neither ``"all"`` nor a number from 1 on.
    """
    if points != "all" and not is_whole(points, 1):
        raise ValueError(f"points is {points!r}: it is 'all' or a number from 1 on")
    probe = ExecutionProbe(spark, "assert_survives_faults")
    with watched(spark, function):
        subject = find_subject(spark, function, types, returns)
        run = SessionRun(spark, subject, subject.tolerance(tolerance))
        if rows is None:
            edges = run.edge_rows()
            batch = edges.subList(0, min(_ROWS, edges.size()))
        else:
            batch = to_jvm(spark, rows, subject.types)
        if not batch.size():
            raise ArgumentValueError(f"rows is {rows!r}: one row at least, for calls that can fail")
        return _Test(run, probe, batch, points).run()


assert_survives_faults = asserting(check_survives_faults)


class _Test:
    """Calls over one batch: first without a failure, then with a failure at every point."""

    def __init__(self, run: SessionRun, probe: ExecutionProbe, batch: Any, points: Points) -> None:
        self._session, self._probe, self._batch, self._points = run, probe, batch, points
        self._emulated = probe.mode == "emulate"
        self._sql = run.select(run.subject.over_columns())
        self._report = Report(
            run.subject.signature, "survives faults", rows=batch.size(), batches=1
        )

    def run(self) -> Report:
        """Run all checks, if the call is right without a failure."""
        with self._session.data(self._calls(1)):
            if self._report.check("without a failure", self._without_failure):
                # Read before other calls add to them.
                costs = list(self._probe.span.costs.values()) if self._emulated else []
                for kind in (_RETRY, _SPLIT):
                    self._report.check(f"the plugin's own test: {kind}", self._plugin_failure, kind)
                if self._emulated:
                    self._emulated_failures(costs)
        self._report.jobs = self._session.queries
        return self._report

    def _emulated_failures(self, costs: Sequence[Cost]) -> None:
        """Let the emulator fail every allocation and operation of calls with these costs."""
        name = "every allocation and operation fails once"
        operations = sum(cost.kernels for cost in costs)
        points = operations + sum(cost.allocations for cost in costs)
        if not points:
            reason = "a call makes none of them on the thread that calls it"
            self._report.add(name, SKIPPED, reason)
            return
        for kind in _METHODS:
            self._report.check(f"{name}: {kind}", self._fail_everywhere, kind, points)
        self._report.check("a plain error comes out of the query", self._plain_errors, operations)

    def _calls(self, count: int) -> Any:
        """The batch a number of times, each in a separate task with its own call."""
        return self._session.kit.repeated(self._batch, count)

    def _without_failure(self) -> None:
        session = self._session
        try:
            self._expected = session.run(self._sql, columnar=False)
        except Exception as e:
            problem = "the row-wise body raised; if it may, pass other rows"
            raise FailedError(f"{problem}\n{session.summary(e)}") from e
        self._probe.begin()
        try:
            answers = session.run(self._sql, columnar=True)
        except Exception as e:
            raise FailedError(session.summary(e)) from e
        ran = self._probe.ran(session.subject)
        if ran.counted and not ran.calls:
            plan = explain(session.spark.sql(self._sql))
            raise FailedError(f"the columnar body did not run. The plugin says:\n{plan!r}")
        if not self._expected.sameAs(answers, session.tolerance):
            raise FailedError(
                "the two bodies return different results; assert_conforms shows where"
            )

    def _plugin_failure(self, kind: str) -> None:
        """Let the plugin fail the first allocation of each of its steps."""
        injection = f"num_ooms=1,skip=0,type=GPU,split={str(kind == _SPLIT).lower()}"
        with settings(self._session.spark, {_INJECTION: injection}):
            self._must_survive(self._expected, kind)

    def _fail_everywhere(self, kind: str, points: int) -> str:
        """Fail every call of a query at a different point, until a call has no such point."""
        faults = jvm_class(self._session.spark, f"{_MEMORY}.CallFaults")
        step = 1 if self._points == "all" else -(-points // self._points)
        first, tried = 1, 0
        while True:
            # A few more calls than points: allocations of no bytes are not counted, but can fail.
            left = max(-(-(points - first + 1) // step), 0)
            calls = min(left + left // 4 + 8, _CALLS)
            self._session.say(f"a failure at point {first} of about {points}")
            with self._session.data(self._calls(calls)):
                getattr(faults, _METHODS[kind])(self._batch.size(), first, step)
                try:
                    self._must_survive(self._expected.repeated(calls), kind)
                except (FailedError, SkippedError) as e:
                    # The emulator knows the point, and what the body did there.
                    if lost := faults.lost():
                        raise FailedError(f"{lost}\n{e}") from e
                    raise
                finally:
                    faults.end()
            if faults.lost():
                raise FailedError(faults.lost())
            failed = faults.failed()
            tried += failed
            first += calls * step
            if faults.passed() or not failed:
                break
        if not tried:
            raise FailedError("no call failed")
        return f"{tried} points" + (f", each {step}th of them" if step > 1 else "")

    def _must_survive(self, expected: Any, kind: str) -> None:
        """Run the query with the failures that are set up: its results must be as expected."""
        session = self._session
        span = Span(session.spark) if self._emulated else None
        try:
            answers = session.run(self._sql, columnar=True)
        except Exception as e:
            if kind == _SPLIT and "SplitAndRetryOOM" in str(e):
                reason = "this plugin does not split where UDFs are called"
                raise SkippedError(reason) from e
            raise FailedError(session.summary(e)) from e
        if not expected.sameAs(answers, session.tolerance):
            wrong = len(expected.differing(answers, -1, session.tolerance))
            raise FailedError(f"{wrong} of {answers.size()} rows are wrong after it")
        if leaks := format_leaks(span.leaks) if span else "":
            raise FailedError(f"{leaks}\nin calls that failed once, and their repetitions")

    def _plain_errors(self, operations: int) -> str:
        """Fail the first, the middle and the last operation of a call: so must the query."""
        faults = jvm_class(self._session.spark, f"{_MEMORY}.FaultInjection")
        span = Span(self._session.spark)
        tried = sorted({1, operations // 2, operations} - {0})
        for n in tried:
            faults.onlyInUdfs(True)
            faults.failKernel(n)
            try:
                self._session.run(self._sql, columnar=True)
                problem = "was swallowed" if faults.used() else ""
            except Exception as e:
                is_same = "injected failure" in str(e)
                problem = "" if is_same else f"was replaced:\n{self._session.summary(e)}"
            finally:
                faults.clear()
            if problem:
                raise FailedError(f"that of operation {n} {problem}")
        if leaks := format_leaks(span.leaks):
            raise FailedError(f"{leaks}\nwhere one of the operations {tried} failed")
        return f"of operations {', '.join(map(str, tried))} of {operations}"
