"""The benchmark's cases on a few rows: every way to a result gives the same one."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))

from rowbench import data, python_bodies  # noqa: E402
from rowbench.case import Case  # noqa: E402
from rowbench.cases import CASES  # noqa: E402

if TYPE_CHECKING:
    from pyspark.sql import Row, SparkSession

ROWS = 200


@pytest.fixture(scope="module")
def utc() -> Iterator[None]:
    """Collected timestamps are naive and local; the bodies take them for UTC."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


@pytest.fixture(scope="module")
def rows(spark: SparkSession, utc: None) -> list[Row]:
    """For each row the data, and each case's result by us (``ours_N``) and by Spark."""
    ours = [f"{case.call} AS ours_{i}" for i, case in enumerate(CASES)]
    builtin = [f"{c.builtin} AS builtin_{i}" for i, c in enumerate(CASES) if c.builtin]
    constants = [
        f"{a} AS constant_{i}_{k}"
        for i, case in enumerate(CASES)
        for k, a in enumerate(case.arguments)
        if a not in case.columns
    ]
    return data.made(spark, ROWS).coalesce(1).selectExpr("*", *ours, *builtin, *constants).collect()


def arguments(case: Case, row: Row) -> list[Any]:
    number = CASES.index(case)
    return [
        row[a] if a in case.columns else row[f"constant_{number}_{k}"]
        for k, a in enumerate(case.arguments)
    ]


def same(one: Any, other: Any) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=1e-9) or (math.isnan(one) and math.isnan(other))
    return bool(one == other)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.function)
def test_ways_agree(rows: list[Row], case: Case) -> None:
    number = CASES.index(case)
    ours = [row[f"ours_{number}"] for row in rows]
    assert any(value is not None for value in ours)
    assert len({str(value) for value in ours}) > 1
    body = getattr(python_bodies, case.function)
    pairs = [(mine, body(*arguments(case, row))) for mine, row in zip(ours, rows, strict=True)]
    assert [pair for pair in pairs if not same(*pair)] == []
    if case.builtin:
        pairs = [(row[f"ours_{number}"], row[f"builtin_{number}"]) for row in rows]
        differing = [pair for pair in pairs if not same(*pair)]
        assert case.remark or not differing
