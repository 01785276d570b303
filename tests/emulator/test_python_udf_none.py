# SPDX-License-Identifier: Apache-2.0

"""None where Python raises a TypeError, in columns: in sums, lists and tested values."""

from __future__ import annotations

import bisect
from typing import TYPE_CHECKING

import pytest

from harness.columnar_runs import run

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


SIZES_OR_NONE = {"a": 1, "b": None}
LEAST = [1, 5, 9]
SIZES = {"a": 1, "b": 2, "5": 7}


def total_of_known(text, other):
    try:
        return sum([SIZES.get(part) for part in text.split(",")])
    except TypeError:
        return -1


def total_with_default(text, other):
    try:
        return sum(SIZES.get(part, other) for part in text.split(",") if part != "b")
    except TypeError:
        return -1


def total_of_one(text, other):
    try:
        return sum(other for part in text.split(",") if other is None or other > 1)
    except TypeError:
        return -1


def either(text, other):
    try:
        return 1 if ":" in (text and text) else 0
    except TypeError:
        return -1


def twice(text, other):
    try:
        return (other if other else other) + 1  # noqa: RUF034 (the point of it)
    except TypeError:
        return -1


def kept(text, other):
    value = text if text is not None else text  # noqa: RUF034 (the point of it)
    try:
        return len(value)
    except TypeError:
        return -1


def alternative(text, other):
    try:
        return len(text or text)
    except TypeError:
        return -1


@pytest.mark.parametrize(
    "function",
    [
        *(total_of_known, total_with_default, total_of_one),
        *(either, twice, kept, alternative),
    ],
)
def test_a_type_error(spark: SparkSession, function) -> None:
    texts = ["a,b", "a", "b,b", "", "x", "a,x,b", "5,5,a", ":"]
    rows = [(text, other) for text in texts for other in (None, 1, 3, 0)]
    if function in (either, twice, kept, alternative):
        rows += [(None, 1), (None, None)]
    ran = run(spark, function, "bigint", "text string, other bigint", rows)
    assert ran.results == [function(*row) for row in rows]


def joined(words, n):
    try:
        return len(["x", "y"] + words)  # noqa: RUF005 (the point of it)
    except TypeError:
        return -1


def placed(words, n):
    try:
        return bisect.bisect(LEAST, n)
    except TypeError:
        return -1


def sized(words, n):
    try:
        return SIZES_OR_NONE[words[0]] if n in (1, None) else LEAST[n]
    except TypeError:
        return -1
    except (IndexError, KeyError):
        return -2


def first_size(words, n):
    try:
        return next((len(word) // n for word in words), LEAST[n])
    except TypeError:
        return -1
    except IndexError:
        return -2
    except ZeroDivisionError:
        return -3


def greatest_size(words, n):
    try:
        return max((len(word) // n for word in words), default=len(words[n]))
    except TypeError:
        return -1
    except IndexError:
        return -2
    except ZeroDivisionError:
        return -3


@pytest.mark.parametrize("function", [joined, placed, sized, first_size, greatest_size])
def test_arguments_of_calls(spark: SparkSession, function) -> None:
    rows = [(words, n) for words in (None, [], ["a"], ["", "b"]) for n in (None, 0, 1, 7)]
    ran = run(spark, function, "bigint", "words array<string>, n bigint", rows)
    assert ran.results == [function(*row) for row in rows]


def lesser(text, other):
    try:
        return min([n for n in (other, 2) if text])
    except TypeError:
        return -1
    except ValueError:
        return -2


def test_none_among_some_items_stays_in_rows(spark: SparkSession) -> None:
    rows = [(text, other) for text in ("a", "") for other in (None, 1, 3)]
    ran = run(spark, lesser, "bigint", "text string, other bigint", rows, where="rows")
    assert ran.results == [lesser(*row) for row in rows]
    assert ran.udf.reason == "a list, tuple or set with int"
