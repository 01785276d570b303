# SPDX-License-Identifier: Apache-2.0

"""Integers beyond 64 bits wherever an integer is accepted: CPython's results and errors."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter, deque

import pytest

from rapids_udfs.testing import assert_same_as_python

NUMBERS = [
    *("3", "-2", "0", "x", "4611686018427387904", "9223372036854775807", "9223372036854775808"),
    *("-9223372036854775809", "1e19", "1e300", "-1e300", "nan", "99999999999999999999", None),
]
WORD = re.compile("a")


def rounded(a):
    return round(float(a)) % 1000


def rounded_text(a):
    return str(round(float(a)))


def floored(a):
    return str(math.floor(float(a)))


def item(a):
    return "banana"[round(float(a))]


def last_digit(a):
    value = round(float(a))
    value += 1
    return value % 10


def split(a):
    return "|".join("banana".split("a", int(a)))


def split_from_end(a):
    return "|".join("b n n".rsplit(None, int(a)))


def replaced(a):
    return "banana".replace("a", "o", int(a))


def padded(a):
    return "banana".ljust(int(a) if int(a) >= 2**63 else 9)


def zeros(a):
    return "7".zfill(int(a) if abs(int(a)) > 2**63 else 3)


def tabs(a):
    return "a\tb".expandtabs(int(a) if abs(int(a)) < 9 else int(a) * 8)


def popped(a):
    return ["b", "a"].pop(int(a))


def inserted(a):
    values = ["b", "a"]
    values.insert(int(a), "c")
    return "".join(values)


def substituted(a):
    return re.sub("a", "o", "banana", count=int(a))


def parts(a):
    return "|".join(re.split("a", "banana", maxsplit=int(a)))


def searched(a):
    hit = WORD.search("banana", int(a))
    return hit.start() if hit else None


def sliced(a):
    return "banana"[int(a) :] + "banana"[: int(a)]


def position(a):
    return "banana".find("a", int(a))


def taken(a):
    return "".join(itertools.islice("banana", int(a)))


def kept(a):
    return "".join(deque("banana", int(a)))


def most_common(a):
    return "".join(c for c, _ in Counter("banana").most_common(int(a)))


def repeated(a):
    return "ab" * (int(a) if abs(int(a)) > 2**63 else 2)


STRINGS = [
    *(rounded_text, floored, item, split, split_from_end, replaced, padded, zeros, tabs, popped),
    *(inserted, substituted, parts, sliced, taken, kept, most_common, repeated),
]
INTEGERS = [rounded, last_digit, searched, position]


@pytest.mark.parametrize("function", [*STRINGS, *INTEGERS], ids=lambda f: f.__name__)
def test_same_as_python(spark, function):
    returns = "string" if function in STRINGS else "bigint"
    report = assert_same_as_python(
        function, ["string"], returns, spark=spark, rows=NUMBERS, examples=40
    )
    assert not report.undecided
