"""Runs the ways of a case in turn and takes their times."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rowbench.case import Case
from rowbench.methods import LABELS, Method

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

SAMPLE = 20_000
"""Rows on which results are compared and Python workers are warmed up."""


class Result(NamedTuple):
    """The times of a case in seconds, by method, and how many sampled rows differ from ours."""

    case: Case
    seconds: dict[str, list[float]]
    differing: dict[str, int]


def measure(
    data: DataFrame,
    sample: DataFrame,
    case: Case,
    ways: Sequence[Method],
    repeats: int,
    python_repeats: int,
    say: Callable[[str], None],
) -> Result:
    """Compares the results on a sample, warms up, then runs every way in turn, round by round."""
    differing = {
        way.name: _differing(sample, case, way) for way in ways if way.name not in ("scan", "ours")
    }
    for way in ways:
        _run(sample if way.in_python else data, way)
    seconds: dict[str, list[float]] = {way.name: [] for way in ways}
    for number in range(repeats):
        # Turned by one place each round, so that no way always follows the same other one.
        for way in [*ways[number % len(ways) :], *ways[: number % len(ways)]]:
            if way.in_python and number >= python_repeats:
                continue
            start = time.perf_counter()
            _run(data, way)
            taken = time.perf_counter() - start
            seconds[way.name].append(taken)
            say(f"  round {number + 1} of {repeats}: {LABELS[way.name]:<18}{taken:8.2f} s")
    return Result(case, seconds, differing)


def _run(data: DataFrame, way: Method) -> None:
    columns = [f"{sql} AS c{i}" for i, sql in enumerate(way.columns)]
    data.selectExpr(*columns).write.format("noop").mode("overwrite").save()


def _differing(sample: DataFrame, case: Case, way: Method) -> int:
    ours, other = case.call, way.columns[0]
    if case.returns == "double":
        same = f"({ours}) <=> ({other}) OR abs(({ours}) - ({other})) <= 1e-9 * abs({ours})"
    elif case.returns.startswith("map"):
        same = f"array_sort(map_entries({ours})) <=> array_sort(map_entries({other}))"
    elif case.returns.startswith("array<map"):
        one, another = (
            f"transform({maps}, m -> array_sort(map_entries(m)))" for maps in (ours, other)
        )
        same = f"{one} <=> {another}"
    else:
        same = f"({ours}) <=> ({other})"
    return sample.where(f"NOT coalesce({same}, false)").count()
