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
from rapids_udfs.emulator import Span
from rapids_udfs.errors import ArgumentValueError
from rapids_udfs.plans.placement import explain
from rapids_udfs.session.library import jvm_class
from rapids_udfs.testing.engine import TypeLike, Types
from rapids_udfs.testing.frames import settings
from rapids_udfs.testing.leaks import format_leaks
from rapids_udfs.testing.report import FAILED, PASSED, SKIPPED, Report, asserting
from rapids_udfs.testing.session_run import ExecutionProbe, SessionRun, watched
from rapids_udfs.testing.subject import find_subject
from rapids_udfs.testing.values import to_jvm

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_MEMORY = "io.github.rapidsudfs.emulator.memory"
_ROWS = 16
_CALLS = 100  # of one query: as many tasks
_INJECTION = "spark.rapids.sql.test.injectRetryOOM"
_RETRY, _SPLIT, _PLAIN = "try again", "split the batch", "a plain error"
_METHODS = {_RETRY: "retry", _SPLIT: "split", _PLAIN: "plain"}
"""The kinds of failure, with the methods of ``CallFaults`` that begin them."""

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
        AssertionError: something leaked, an answer was wrong, or an error was lost. Raised by
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

_Outcome = tuple[str, str]
"""Passed, failed or skipped, and the text of the check."""


class _Test:
    """Calls over one batch: first without a failure, then with one at each point."""

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
            try:
                self._expected = self._session.run(self._sql, columnar=False)
            except Exception as e:
                problem = "the row-wise body raised; if it may, give other rows"
                problem += f"\n{self._session.summary(e)}"
            else:
                problem = self._problem_without_failure()
            self._report.add("without a failure", FAILED if problem else PASSED, problem)
            if not problem:
                self._with_failures()
        self._report.jobs = self._session.queries
        return self._report

    def _with_failures(self) -> None:
        costs = list(self._probe.span.costs.values()) if self._emulated else []
        for kind in (_RETRY, _SPLIT):
            self._report.add(f"the plugin's own test: {kind}", *self._plugin_failure(kind))
        if not self._emulated:
            return
        name = "every allocation and operation fails once"
        operations = sum(cost.kernels for cost in costs)
        points = operations + sum(cost.allocations for cost in costs)
        if not points:
            text = "a call makes none of them on the thread that calls it"
            self._report.add(name, SKIPPED, text)
            return
        for kind in _METHODS:
            self._report.add(f"{name}: {kind}", *self._fail_everywhere(kind, points))
        outcome = self._plain_errors(operations)
        self._report.add("a plain error comes out of the query", *outcome)

    def _calls(self, count: int) -> Any:
        """The batch a number of times: each is a task, with a call, of its own."""
        return self._session.kit.repeated(self._batch, count)

    def _problem_without_failure(self) -> str:
        session = self._session
        self._probe.begin()
        try:
            answers = session.run(self._sql, columnar=True)
        except Exception as e:
            return session.summary(e)
        ran = self._probe.ran(session.subject)
        if ran.counted and not ran.calls:
            plan = explain(session.spark.sql(self._sql))
            return f"the columnar body did not run. The plugin says:\n{plan!r}"
        if not self._expected.sameAs(answers, session.tolerance):
            return "the two bodies answer differently; assert_conforms says where"
        return ""

    def _plugin_failure(self, kind: str) -> _Outcome:
        """Let the plugin fail the first allocation of each of its steps."""
        injection = f"num_ooms=1,skip=0,type=GPU,split={str(kind == _SPLIT).lower()}"
        with settings(self._session.spark, {_INJECTION: injection}):
            return self._outcome(self._expected, kind)

    def _fail_everywhere(self, kind: str, points: int) -> _Outcome:
        """Fail each call of a query at another point, until a call has no such point."""
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
                    expected = self._expected.repeated(calls)
                    outcome, text = self._outcome(expected, kind)
                finally:
                    faults.end()
            if faults.lost():
                return FAILED, f"{faults.lost()}\n{text}".strip()
            if outcome != PASSED:
                return outcome, text
            failed = faults.failed()
            tried += failed
            first += calls * step
            if faults.passed() or not failed:
                break
        if not tried:
            return FAILED, "no call failed"
        return PASSED, f"{tried} points" + (f", each {step}th of them" if step > 1 else "")

    def _outcome(self, expected: Any, kind: str) -> _Outcome:
        """Run the query with the failures that are set up."""
        span = Span(self._session.spark) if self._emulated else None
        try:
            answers = self._session.run(self._sql, columnar=True)
        except Exception as e:
            if kind == _SPLIT and "SplitAndRetryOOM" in str(e):
                return SKIPPED, "this plugin does not split where UDFs are called"
            return FAILED, self._session.summary(e)
        if not expected.sameAs(answers, self._session.tolerance):
            wrong = len(expected.differing(answers, -1, self._session.tolerance))
            return FAILED, f"{wrong} of {answers.size()} rows are wrong after it"
        if leaks := format_leaks(span.leaks) if span else "":
            return FAILED, f"{leaks}\nin calls that failed once, and their repetitions"
        return PASSED, ""

    def _plain_errors(self, operations: int) -> _Outcome:
        """Fail the first, the middle and the last operation of a call: so must the query."""
        faults = jvm_class(self._session.spark, f"{_MEMORY}.FaultInjection")
        span = Span(self._session.spark)
        tried = sorted({1, operations // 2, operations} - {0})
        for n in tried:
            faults.onlyInUdfs(True)
            faults.failKernel(n)
            try:
                self._session.run(self._sql, columnar=True)
                if faults.used():
                    return FAILED, f"that of operation {n} was swallowed"
            except Exception as e:
                if "injected failure" not in str(e):
                    summary = self._session.summary(e)
                    return FAILED, f"that of operation {n} was replaced:\n{summary}"
            finally:
                faults.clear()
        if leaks := format_leaks(span.leaks):
            return FAILED, f"{leaks}\nwhere one of the operations {tried} failed"
        return PASSED, f"of operations {', '.join(map(str, tried))} of {operations}"
