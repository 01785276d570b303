# SPDX-License-Identifier: Apache-2.0

"""Fault injection: checks that a UDF survives GPU out-of-memory errors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal

from rapids_udfs.emulator import Span
from rapids_udfs.session.library import jvm_class
from rapids_udfs.testing.contexts import VIEW
from rapids_udfs.testing.engine import TypeLike, Types, engine
from rapids_udfs.testing.execution_probe import ExecutionProbe
from rapids_udfs.testing.frames import settings
from rapids_udfs.testing.leaks import format_leaks
from rapids_udfs.testing.report import FAILED, PASSED, SKIPPED, Check, Report, asserting
from rapids_udfs.testing.session_run import Progress, SessionRun, summarize_error, watched
from rapids_udfs.testing.subject import find_subject
from rapids_udfs.testing.values import TestDataError, to_jvm

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_MEMORY = "io.github.rapidsudfs.emulator.memory"
_INJECT = "spark.rapids.sql.test.injectRetryOOM"
_ROWS = 16
_CALLS = 100  # of one query: as many tasks
_PLAIN = 3

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
    progress: Progress | None = None,
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
        progress: see ``assert_conforms``.

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
    execution_probe = ExecutionProbe(spark, "assert_survives_faults")
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
        run = SessionRun(spark, subject, progress)
        return _Sweep(run, execution_probe, tolerance, batch, points).report()


assert_survives_faults = asserting(check_survives_faults)


class _Sweep:
    def __init__(
        self,
        run: SessionRun,
        execution_probe: ExecutionProbe,
        tolerance: float,
        batch: Any,
        points: Points,
    ):
        self._run = run
        self._emulated = execution_probe.mode == "emulate"
        self._probe = execution_probe
        self._tolerance = tolerance
        self._batch = batch
        self._wanted = points
        self._sql = f"SELECT id, {run.subject.over_columns()} AS r FROM {VIEW}"
        self._report = Report(
            run.subject.signature, "survives faults", rows=batch.size(), batches=1
        )
        self._add = self._report.add
        self._kernels = 0

    def report(self) -> Report:
        with self._run.data(self._batches(1)):
            expected = self._run.run(self._sql, columnar=False)
            points = self._points(expected)
            # The plugin's own injection: an error at the first allocation of each of its steps.
            ways = {"try again": False, "split the batch": True} if points is not None else {}
            for what, split in ways.items():
                value = f"num_ooms=1,skip=0,type=GPU,split={str(split).lower()}"
                with settings(self._run.spark, {_INJECT: value}):
                    self._checked(f"the plugin's own test: {what}", expected, split=split)
        if points == 0 and self._emulated:
            why = "a call makes none of them on the thread that calls it"
            self._add("every allocation and operation fails once", SKIPPED, why)
        if points:
            step = 1 if self._wanted == "all" else -(-points // self._wanted)
            faults = jvm_class(self._run.spark, f"{_MEMORY}.CallFaults")
            for what, begin in (("try again", faults.retry), ("split the batch", faults.split)):
                name = f"every allocation and operation fails once: {what}"
                split = what == "split the batch"
                self._at_every_point(name, expected, (faults, begin), points, step, split)
            name = "every allocation and operation fails once: a plain error"
            self._at_every_point(name, expected, (faults, faults.plain), points, step, False)
            with self._run.data(self._batches(1)):
                self._plain_errors()
        self._report.jobs, self._report.seconds = self._run.queries, self._run.seconds
        return self._report

    def _batches(self, count: int) -> Any:
        return self._run.kit.repeated(self._batch, count)

    def _points(self, expected: Any) -> int | None:
        """The number of allocations and operations of a call; None if it cannot be tested."""
        name = "without a failure"
        self._probe.begin()
        try:
            found = self._run.run(self._sql, columnar=True)
        except Exception as e:
            self._add(name, FAILED, summarize_error(e, self._run.subject.class_name))
            return None
        ran = self._probe.ran(self._run.subject)
        if ran.known and not ran.calls:
            told = self._probe.verdicts(self._sql).text
            self._add(name, FAILED, f"the columnar body did not run. The plugin says:\n{told}")
            return None
        if not expected.sameAs(found, self._tolerance):
            text = "the two bodies answer differently; assert_conforms says where"
            self._add(name, FAILED, text)
            return None
        self._add(name, PASSED)
        if not self._emulated:
            return 0
        costs = self._probe.span.costs.values()
        self._kernels = sum(c.kernels for c in costs)
        return self._kernels + sum(c.allocations for c in costs)

    def _checked(self, name: str, expected: Any, *, split: bool) -> None:
        span = Span(self._run.spark) if self._emulated else None
        try:
            found = self._run.run(self._sql, columnar=True)
        except Exception as e:
            told = summarize_error(e, self._run.subject.class_name)
            unsplit = split and "SplitAndRetryOOM" in str(e)
            reason = "this plugin does not split where UDFs are called"
            self._add(name, SKIPPED if unsplit else FAILED, reason if unsplit else told)
            return
        leaks = format_leaks(span.leaks) if span else ""
        if not expected.sameAs(found, self._tolerance):
            wrong = len(expected.differing(found, -1, self._tolerance))
            self._add(name, FAILED, f"{wrong} of {found.size()} rows are wrong after it")
        elif leaks:
            self._add(name, FAILED, f"{leaks}\nin calls that failed once, and their repetitions")
        else:
            self._add(name, PASSED)

    def _at_every_point(
        self,
        name: str,
        expected: Any,
        injector: tuple[Any, Callable[[int, int, int], None]],
        points: int,
        step: int,
        split: bool,
    ) -> None:
        """Fail at another point in each of many equal batches, until no call gets that far."""
        faults, begin = injector
        first, tried, seconds = 1, 0, 0.0
        while True:
            # A few more calls than points: allocations of no bytes are not counted, but can fail.
            left = -(-(points - first + 1) // step)
            calls = min(max(left + left // 4, 0) + 8, _CALLS)
            repeated = expected.repeated(calls)
            self._run.say(f"a failure at point {first} of about {points}")
            with self._run.data(self._batches(calls)):
                begin(self._batch.size(), first, step)
                try:
                    self._checked(name, repeated, split=split)
                finally:
                    faults.end()
            last = self._report.checks.pop()
            seconds += last.seconds
            tried, met, lost = tried + faults.failed(), faults.failed(), faults.lost()
            if last.outcome != PASSED or lost:
                told = "\n".join(filter(None, (lost, last.text)))
                outcome = FAILED if lost else last.outcome
                break
            first += calls * step
            if faults.passed() or not met:
                outcome, told = (PASSED, f"{tried} points") if tried else (FAILED, "no call failed")
                break
        if outcome == PASSED and step > 1:
            told += f", each {step}th of them"
        self._report.checks.append(Check(name, outcome, told, seconds))

    def _plain_errors(self) -> None:
        """A plain error of cuDF in the first, the middle and the last operation of a call."""
        name = "a plain error comes out of the query"
        faults, kernels = jvm_class(self._run.spark, f"{_MEMORY}.Faults"), self._kernels
        span = Span(self._run.spark)
        tried = sorted({1, kernels // 2, kernels} - {0})[:_PLAIN]
        for n in tried:
            faults.onlyInUdfs(True)
            faults.failKernel(n)
            try:
                self._run.run(self._sql, columnar=True)
                if faults.used():
                    self._add(name, FAILED, f"that of operation {n} was swallowed")
                    return
            except Exception as e:
                if "injected failure" not in str(e):
                    told = summarize_error(e, self._run.subject.class_name)
                    self._add(name, FAILED, f"that of operation {n} was replaced:\n{told}")
                    return
            finally:
                faults.clear()
        leaks = format_leaks(span.leaks)
        if leaks:
            self._add(name, FAILED, f"{leaks}\nwhere one of the operations {tried} failed")
        else:
            self._add(name, PASSED, f"of operations {', '.join(map(str, tried))} of {kernels}")
