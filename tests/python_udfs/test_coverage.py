# SPDX-License-Identifier: Apache-2.0

"""The lines and branches of a function that calls reach."""

from __future__ import annotations

import datetime

import pytest

from rapids_udfs.testing.python_udfs.coverage import Coverage, TooLongError


def days(first, last):
    return (last - first).days


def endless(n):
    while True:
        n += 1


def test_a_function_named_like_an_attribute_that_it_reads():
    coverage = Coverage(days)
    coverage.call((datetime.date(2024, 1, 1), datetime.date(2024, 3, 1)))
    assert coverage.lines == (1, 1)


def depth(n):
    return 0 if n < 1 else 1 + depth(n - 1)


def test_coverage_of_a_function_that_calls_itself():
    coverage = Coverage(depth)
    assert coverage.call((3,))
    assert not coverage.call((3,))
    assert coverage.lines == (1, 1)


def sign(n): return "+" if n > 0 else "-" if n < 0 else ""  # fmt: skip


def odd(items):
    return [i for i in items or () if i % 2]


def test_coverage_within_a_line():
    coverage = Coverage(sign)
    line = sign.__code__.co_firstlineno
    assert coverage.call((1,))
    assert (coverage.lines, coverage.branches) == ((1, 1), (1, 4))
    assert coverage.missed_branches == [(line, line)]
    assert str(coverage).endswith(f"branches  1 of 4 taken; not all within line {line}")
    assert coverage.call((-1,))
    assert coverage.call((0,))
    assert coverage.branches == (4, 4)
    assert not coverage.call((2,))


def test_coverage_of_a_comprehension():
    coverage = Coverage(odd)
    for items in (None, [], [1], [2]):
        coverage.call((items,))
    assert coverage.branches == (6, 6)


def test_a_call_that_hangs_is_stopped():
    with pytest.raises(TooLongError):
        Coverage(endless).call((0,))
