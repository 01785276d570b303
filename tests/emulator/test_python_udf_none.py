# SPDX-License-Identifier: Apache-2.0

"""None where Python raises a TypeError, in columns: in sums, and in values that were tested."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from harness.asked_in_columns import ask

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


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
    asked = ask(spark, function, "bigint", "text string, other bigint", rows)
    assert asked.results == [function(*row) for row in rows]
