# SPDX-License-Identifier: Apache-2.0

"""Runs the ways of a case in turn, compares their results and measures their times."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from types import MappingProxyType
from typing import Any, NamedTuple

from pyspark.sql import DataFrame, SparkSession

from bench.case import OURS, OUTSIDE, READING, Case, Way
from rapids_udfs.testing import frames

MOST_ROUNDS = 25


class Rounds(NamedTuple):
    """The number of timed runs.

    Attributes:
        repeats: the least number of runs of each way.
        slow_repeats: the number of runs of the row-wise functions' ways in Python.
        seconds: the least time that the other ways of a case take together, up to 25 rounds: the
            median of five runs of a tenth of a second says little.
    """

    repeats: int
    slow_repeats: int
    seconds: float = 0.0


class Result(NamedTuple):
    """Times in seconds by way, the number of sampled results that differ from ours, bytes per row.

    For some ways, also the processor seconds of their tasks, run by run.
    """

    case: Case
    rows: int
    seconds: dict[str, list[float]]
    differing: dict[str, int]
    allocated: Mapping[str, float] = MappingProxyType({})
    processor: Mapping[str, list[float]] = MappingProxyType({})


def measure(
    spark: SparkSession,
    case: Case,
    rows: int,
    rounds: Rounds,
    say: Callable[[str], None],
    leave_out: Sequence[str] = (),
) -> Result:
    """Compare the results on a sample, warm up, then run every way in turn, round by round."""
    with ExitStack() as stack:
        ways = {w: f for w, f in case.ways(spark, stack).items() if w not in leave_out}
        data = _rows(spark, case, rows, stack)
        compared = [way for way in ways if way != READING]
        sample = _rows(spark, case, case.sample, stack) if len(compared) > 1 else data
        differing = _differing(case, {way: ways[way](sample) for way in compared})
        for label, way in ways.items():
            few = label in case.slow
            for _ in range(1 if few else case.warm_ups):
                _run(case, label, way(sample if few else data))
        runs: dict[str, Callable[[], None]] = {
            label: lambda label=label, way=way: _run(case, label, way(data))
            for label, way in ways.items()
        }
        if case.outside:
            outside = case.outside
            runs[OUTSIDE] = lambda: outside(rows)
            runs[OUTSIDE]()
        clock = _TaskClock(spark, case.title, [way for way in case.by_tasks if way in ways])
        seconds = _timed(runs, case, rounds, say, clock)
        return Result(case, rows, seconds, differing, processor=clock.seconds)


def grown(
    spark: SparkSession,
    cases: Sequence[tuple[Case, int]],
    rounds: Rounds,
    say: Callable[[str], None],
) -> list[Result]:
    """Run a call over every number of rows in turn, round by round.

    A disturbance of the machine for a minute then slows all sizes down, and the runs of a round
    can be compared.
    """
    with ExitStack() as stack:
        labels = {
            (rows, way): f"{case.title}, {rows:,} rows, {way}"
            for case, rows in cases
            for way in case.ways(spark, stack)
        }
        runs: dict[str, Callable[[], None]] = {}
        for case, rows in cases:
            data = _rows(spark, case, rows, stack)
            for way, selected in case.ways(spark, stack).items():

                def run(
                    case: Case = case, way: str = way, selected: Way = selected, data: Any = data
                ) -> None:
                    _run(case, way, selected(data))

                runs[labels[rows, way]] = run
                for _ in range(case.warm_ups):
                    run()
        clock = _TaskClock(spark, cases[0][0].title, runs)
        seconds = _timed(runs, cases[0][0], rounds, say, clock)
        results = []
        for case, rows in cases:
            own = {way: label for (of, way), label in labels.items() if of == rows}
            times = {way: seconds[label] for way, label in own.items()}
            of_tasks = {way: clock.seconds[label] for way, label in own.items()}
            results.append(Result(case, rows, times, {}, processor=of_tasks))
        return results


class _TaskClock:
    """Measures the processor seconds of the tasks in the runs of some ways.

    They are those of the tasks' threads, without planning, the JIT compiler, garbage collection,
    Python workers and other programs.
    """

    def __init__(self, spark: SparkSession, title: str, labels: Iterable[str]) -> None:
        self._spark = spark
        self._title = title
        self.seconds: dict[str, list[float]] = {label: [] for label in labels}

    def _group(self, label: str) -> str:
        # With the call, so that calls do not share a group of jobs.
        return f"{self._title}, {label}, {len(self.seconds[label])}"

    def start(self, label: str) -> None:
        if label in self.seconds:
            self._spark.sparkContext.setJobGroup(self._group(label), label)

    def stop(self, label: str) -> None:
        if label in self.seconds:
            self.seconds[label].append(_processor_seconds(self._spark, self._group(label)))


def _processor_seconds(spark: SparkSession, group: str) -> float:
    """Return the processor time of all tasks of a job group."""
    context = spark.sparkContext
    scala = context._jsc.sc()
    scala.listenerBus().waitUntilEmpty()
    tracker, store = context.statusTracker(), scala.statusStore()
    stages = [
        stage
        for job in tracker.getJobIdsForGroup(group)
        if (info := tracker.getJobInfo(job))
        for stage in info.stageIds
    ]
    if not stages:
        raise RuntimeError(f"Spark knows no stage of the group {group}")
    return sum(store.lastStageAttempt(stage).executorCpuTime() for stage in stages) / 1e9


def _rows(spark: SparkSession, case: Case, count: int, stack: ExitStack) -> DataFrame:
    data = case.data(spark, count)
    if case.outside:
        data = data.coalesce(1)
    if case.cached:
        data = data.cache()
        stack.callback(data.unpersist)
        data.count()
    return data


def _timed(
    runs: Mapping[str, Callable[[], None]],
    case: Case,
    rounds: Rounds,
    say: Callable[[str], None],
    clock: _TaskClock,
) -> dict[str, list[float]]:
    seconds: dict[str, list[float]] = {label: [] for label in runs}
    labels = list(runs)
    spent = 0.0
    for number in range(max(rounds.repeats, MOST_ROUNDS)):
        if number >= rounds.repeats and spent >= rounds.seconds:
            break
        # Rotated by one place per round, so that a way does not always follow the same other way.
        turn = number % len(labels)
        for label in [*labels[turn:], *labels[:turn]]:
            if label in case.slow and number >= rounds.slow_repeats:
                continue
            clock.start(label)
            start = time.perf_counter()
            runs[label]()
            taken = time.perf_counter() - start
            clock.stop(label)
            seconds[label].append(taken)
            spent += 0.0 if label in case.slow else taken
            say(f"  round {number + 1}: {label:<28}{taken:8.2f} s")
    return seconds


def _run(case: Case, label: str, answer: DataFrame) -> None:
    with frames.settings(answer.sparkSession, case.settings.get(label, {})):
        answer.write.format("noop").mode("overwrite").save()


def _differing(case: Case, answers: Mapping[str, DataFrame]) -> dict[str, int]:
    if len(answers) < 2:
        return {}
    ours = _collected(case, OURS, answers[OURS])
    counts = {
        label: sum(
            not same(one, other, case.tolerance)
            for one, other in zip(ours, _collected(case, label, answer), strict=True)
        )
        for label, answer in answers.items()
        if label != OURS
    }
    return {label: count for label, count in counts.items() if count}


def _collected(case: Case, label: str, answer: DataFrame) -> list[Any]:
    ordered = answer.orderBy("id") if "id" in answer.columns else answer
    with frames.settings(answer.sparkSession, case.settings.get(label, {})):
        return [row["result"] for row in ordered.collect()]


def same(one: Any, other: Any, tolerance: float) -> bool:
    """Return whether two results are equal at any depth, with a tolerance for numbers."""
    if isinstance(one, float) and isinstance(other, (float, int)):
        if math.isnan(one) or math.isnan(other):
            return math.isnan(one) and math.isnan(other)
        return math.isclose(one, other, rel_tol=tolerance, abs_tol=tolerance)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[k], other[k], tolerance) for k in one)
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        pairs = zip(one, other, strict=False)
        return len(one) == len(other) and all(same(a, b, tolerance) for a, b in pairs)
    return bool(one == other)
