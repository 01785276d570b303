# SPDX-License-Identifier: Apache-2.0

"""The comparison of results, to the last bit, and the smallest row that differs."""

from __future__ import annotations

import math
from decimal import Decimal
from types import SimpleNamespace

import pytest

from rapids_udfs.testing.python_udfs.comparison import (
    CONVERSION,
    Difference,
    Outcome,
    same,
    smallest_difference,
)


@pytest.mark.parametrize(
    ("a", "b", "equal"),
    [
        (math.nan, math.nan, True),
        (0.0, -0.0, False),
        (1, 1.0, False),
        (1, True, False),
        ([0.0], [-0.0], False),
        ({"a": math.nan}, {"a": math.nan}, True),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True),
        (Decimal("1.0"), Decimal("1.00"), False),
        (b"a", bytearray(b"a"), True),
        (0.1 + 0.2, 0.3, False),
    ],
)
def test_to_the_last_bit(a, b, equal):
    assert same(Outcome(a), Outcome(b)) is equal


def test_tolerance_and_errors():
    assert same(Outcome([0.1 + 0.2]), Outcome([0.3]), 1e-12)
    assert not same(Outcome(None, "ValueError: a"), Outcome(None, "ValueError: b"))
    assert same(Outcome(None, CONVERSION), Outcome(None, "TypeError: what it says is Spark's"))
    assert not same(Outcome(None, CONVERSION), Outcome(None))


def test_lists_of_equal_length_get_shorter_together():
    def wrong_of(rows):
        return [
            Difference(row, Outcome(1), Outcome(2))
            for row in rows
            if len(row[0]) == len(row[1]) and 2 in row[0]
        ]

    kit = SimpleNamespace(shrink=lambda row, first_of: None)
    smallest = smallest_difference(wrong_of([([1, 2, 3], [4, 5, 6])]), kit, wrong_of)
    assert smallest.arguments == ([2], [5])
