"""Runs the ways of a case in turn and takes their times."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pybench.case import OURS, OUTSIDE, Case, Way

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

SAMPLE = 64
"""Rows on which the answers of all ways are compared."""


class Result(NamedTuple):
    """The times of a case in seconds, by way, and the ways whose sampled answers are not ours."""

    case: Case
    seconds: dict[str, list[float]]
    differing: tuple[str, ...]


def measure(spark: SparkSession, case: Case, repeats: int, say: Callable[[str], None]) -> Result:
    """Compares the answers on a sample, which warms up too, then runs every way, round by round."""
    data = case.data(spark, case.rows)
    if case.outside:
        data = data.coalesce(1)
    data = data.cache()
    try:
        data.count()
        with case.meanwhile(spark) if case.meanwhile else nullcontext({}) as further:
            return _measured(case, {**further, **case.ways}, data, repeats, say)
    finally:
        data.unpersist()


def _measured(
    case: Case,
    ways: Mapping[str, Way],
    data: DataFrame,
    repeats: int,
    say: Callable[[str], None],
) -> Result:
    differing = _differing(ways, data.limit(SAMPLE).cache(), case.tolerance)
    runs: dict[str, Callable[[], None]] = {
        label: lambda way=way: _run(way(data)) for label, way in ways.items()
    }
    if case.outside:
        runs[OUTSIDE] = case.outside
    return Result(case, _rounds(runs, repeats, say), differing)


def _rounds(
    runs: dict[str, Callable[[], None]], repeats: int, say: Callable[[str], None]
) -> dict[str, list[float]]:
    for run in runs.values():
        run()
    seconds: dict[str, list[float]] = {label: [] for label in runs}
    labels = list(runs)
    for number in range(repeats):
        # Turned by one place each round, so that no way always follows the same other one.
        for label in [*labels[number % len(labels) :], *labels[: number % len(labels)]]:
            start = time.perf_counter()
            runs[label]()
            seconds[label].append(time.perf_counter() - start)
            say(f"  round {number + 1} of {repeats}: {label:<28}{seconds[label][-1]:8.2f} s")
    return seconds


def _run(answer: DataFrame) -> None:
    answer.write.format("noop").mode("overwrite").save()


def _differing(ways: Mapping[str, Way], sample: DataFrame, tolerance: float) -> tuple[str, ...]:
    ours = _answers(ways[OURS](sample))
    others = {label: _answers(way(sample)) for label, way in ways.items() if label != OURS}
    return tuple(
        label
        for label, answers in others.items()
        if answers.keys() != ours.keys()
        or not all(_same(ours[i], answers[i], tolerance) for i in ours)
    )


def _answers(answer: DataFrame) -> dict[int, Any]:
    return {row["id"]: row["result"] for row in answer.select("id", "result").collect()}


def _same(one: Any, other: Any, tolerance: float) -> bool:
    if one is None or other is None:
        return one is other
    left, right = np.asarray(one, dtype=float), np.asarray(other, dtype=float)
    return left.shape == right.shape and np.allclose(
        left, right, rtol=tolerance, atol=tolerance, equal_nan=True
    )
