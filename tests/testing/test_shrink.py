"""Shrinking: a failing batch becomes the smallest, in few rounds; and what counts as the same."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

import pytest

from rapids_udfs.testing.compare import require_tolerance, same
from rapids_udfs.testing.generated import random_rows
from rapids_udfs.testing.shrink import ROUNDS, shrink
from rapids_udfs.testing.spark_types import parse_types

Row = tuple[Any, ...]


class Oracle:
    """Says whether batches fail, and counts how often it is asked."""

    def __init__(self, fails: Callable[[Sequence[Row]], bool]) -> None:
        self.fails, self.rounds = fails, 0

    def __call__(self, batches: Sequence[Sequence[Row]]) -> list[bool]:
        self.rounds += 1
        return [self.fails(batch) for batch in batches]


@pytest.mark.parametrize(
    ("types", "bad", "smallest"),
    [
        ("int,string", lambda r: r[0] is not None and r[0] < -5, (-6, None)),
        ("string", lambda r: r[0] is not None and "é" in r[0].replace("ä", "é"), ("ä",)),
        ("int,string", lambda r: r[1] is None, (None, None)),
        ("array<int>", lambda r: r[0] == (), ((),)),
        ("double", lambda r: r[0] is not None and math.isnan(r[0]), (math.nan,)),
        ("decimal(5,2)", lambda r: r[0] is not None and r[0] < 0, (Decimal("-0.01"),)),
        (
            "struct<a:int,b:string>",
            lambda r: r[0] is not None and r[0][1] is not None,
            ((None, ""),),
        ),
        ("boolean", lambda r: r[0] is not None, (False,)),
    ],
)
def test_one_row_is_enough(types: str, bad: Callable[[Row], bool], smallest: Row) -> None:
    extra = {"int,string": [(-1000, "zz")], "string": [("xäyé",)], "array<int>": [((),)]}
    rows = [*random_rows(types, 120, 1), *extra.get(types, [])]
    if types == "double":
        rows.append((math.nan,))
    oracle = Oracle(lambda batch: any(map(bad, batch)))
    found = shrink(rows, parse_types(types), oracle)
    assert repr(found) == repr([smallest])
    assert oracle.rounds <= ROUNDS


def test_rows_that_fail_only_together() -> None:
    rows = [(i,) for i in range(64)]
    oracle = Oracle(lambda batch: {(9,), (50,)} <= set(batch))
    assert shrink(rows, parse_types("int"), oracle) == [(9,), (50,)]
    assert oracle.rounds <= ROUNDS


def test_a_batch_that_fails_by_its_size() -> None:
    rows = [(i, "some text") for i in range(200)]
    found = shrink(rows, parse_types("int,string"), Oracle(lambda batch: len(batch) >= 3))
    assert found == [(None, None)] * 3 or len(found) == 3


def test_a_hint_is_tried_first() -> None:
    rows = [(i,) for i in range(1000)]
    oracle = Oracle(lambda batch: (0,) in batch)
    assert shrink(rows, parse_types("int"), oracle, first=[[(0,)]], rounds=2) == [(0,)]


def test_it_ends_where_nothing_smaller_fails() -> None:
    batch = [(1,), (2,)]
    assert shrink(batch, parse_types("int"), Oracle(lambda b: list(b) == batch)) == batch


@pytest.mark.parametrize(
    ("one", "other", "tolerance", "is_same"),
    [
        (math.nan, math.nan, 0.0, True),
        (0.0, -0.0, 0.0, False),
        (0.0, -0.0, 1e-9, True),
        (1.0, 1.0 + 1e-12, 0.0, False),
        (1.0, 1.0 + 1e-12, 1e-9, True),
        (math.nan, 1.0, 1.0, False),
        (math.inf, -math.inf, 0.5, False),
        (None, (), 0.0, False),
        ((), (None,), 0.0, False),
        ((1, (0.0,)), (1, (-0.0,)), 0.0, False),
        ((1, (math.nan,)), (1, (math.nan,)), 0.0, True),
        (True, 1, 0.0, False),
        ((("a", 1), ("b", 2)), (("b", 2), ("a", 1)), 0.0, False),
        (Decimal("1.50"), Decimal("1.5"), 0.0, True),
        ("é", "e\u0301", 0.0, False),
    ],
)
def test_what_is_the_same(one: Any, other: Any, tolerance: float, is_same: bool) -> None:
    assert same(one, other, tolerance) is is_same
    assert same(other, one, tolerance) is is_same


@pytest.mark.parametrize("tolerance", [-1e-9, 1, math.nan, "1e-9", True, None])
def test_what_is_no_tolerance(tolerance: Any) -> None:
    with pytest.raises(ValueError, match=r"tolerance is .*, which is not a number from 0 on"):
        require_tolerance(tolerance)
    require_tolerance(1e-9)
