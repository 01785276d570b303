# SPDX-License-Identifier: Apache-2.0

"""Sums, and extremes with a default, in columns: Python's results and exceptions."""

from __future__ import annotations

import math
import random
import sys
from typing import TYPE_CHECKING

import pytest

from harness.columnar_runs import run

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

WEIGHTS = (0.1, 0.2, 0.3)


def of_display(x):
    return sum([x, 0.1, 0.2])


def of_tuple(x):
    return sum((0.1, x, 0.2, x))


def of_generator(x):
    return sum(x * w for w in WEIGHTS)


def of_list(x):
    return sum([w + x for w in WEIGHTS])


def with_ints(x):
    return sum([1, x, 2, x / 3, True, -x])


def int_at_end(x):
    return sum([x, 0.1, 1])


def of_two(x):
    return sum([x, 0.1])


def of_constants(x):
    return x * sum([0.1, 0.2, 0.3])


def filtered(x):
    return sum([w * x for w in WEIGHTS if w > 0.15])


def is_same(a: float, b: float) -> bool:
    return (a == b and math.copysign(1, a) == math.copysign(1, b)) or (a != a and b != b)


@pytest.mark.parametrize(
    "function",
    [
        *(of_display, of_tuple, of_generator, of_list, with_ints),
        *(int_at_end, of_two, of_constants, filtered),
    ],
)
def test_sums_are_compensated_as_in_python(spark: SparkSession, function) -> None:
    rng = random.Random(3)
    values = [rng.uniform(-10, 10) for _ in range(300)]
    values += [rng.uniform(-1, 1) * 10 ** rng.randrange(-20, 20) for _ in range(300)]
    values += [0.0, -0.0, 2.5, -0.5, math.inf, -math.inf, math.nan, 1e308, -1e308, 1e16, 5e-324]
    got = run(spark, function, "double", "x double", [(x,) for x in values]).results
    wrong = [
        (x, y, function(x)) for x, y in zip(values, got, strict=True) if not is_same(y, function(x))
    ]
    assert wrong == [], sys.version


def greatest(text):
    try:
        return max([len(x) for x in text.split(",")], default=int(text))
    except ValueError:
        return -2


def least(text):
    try:
        return min([len(w) for w in text.split(" ") if w], default=text.index("/"))
    except ValueError:
        return -3


def by_key(text):
    try:
        return max([w for w in text.split(" ") if w], key=len, default=text[3])
    except IndexError:
        return "none"


@pytest.mark.parametrize(
    ("function", "returns"), [(greatest, "bigint"), (least, "bigint"), (by_key, "string")]
)
def test_a_default_is_evaluated_first(spark: SparkSession, function, returns: str) -> None:
    texts = ["a,b", "12", "", "  ", "abc", "a/b c", "/", "1,2", " / ", "abcd e", "   x", "    "]
    ran = run(spark, function, returns, "text string", [(text,) for text in texts])
    assert ran.results == [function(text) for text in texts]
