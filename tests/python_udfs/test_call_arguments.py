# SPDX-License-Identifier: Apache-2.0

"""Generators that a container consumes, starred arguments of known length, parts of strings."""

from __future__ import annotations

import contextlib
import re
from collections import Counter, deque
from typing import Any

import pytest

import rapids_udfs
from harness.session import with_compiled_arrow
from rapids_udfs.errors import NotCompiledError
from rapids_udfs.testing import assert_same_as_python

WORD = re.compile("[a-z]+(?=,|$)")
EMPTY = re.compile("x*")
BOUNDS = ("<", ">")
TEXTS = ["ab,cd", ",ab", "axb", "xx,\U0001f600ab,c", "", "abc", "a,b,a"]


def counted(text):
    return sorted(Counter(c.lower() for c in text if c != ",").items())[:1] == [("a", 1)]


def last(text):
    return "".join(deque((c for c in text), maxlen=2))


def extended(text):
    out = ["-"]
    out.extend(int(c, 16) if c > "9" else c for c in text.split(",") if c.strip())
    return str(out)


def joined(a, b, c="."):
    return f"{a}{b}{c}"


def starred(text):
    pair = text[:1], text[1:]
    return joined(*pair) + joined(text, *BOUNDS) + joined(*(text, "!")) + joined(*["?"], text)


def parts(text):
    found = WORD.search(text, 1), WORD.match(text, 3, 5), WORD.fullmatch(text, pos=1, endpos=3)
    return str([f and (f.group(), f.start()) for f in found])


def all_parts(text):
    spans = [m.span() for m in EMPTY.finditer(text, 1, 3)]
    return f"{WORD.findall(text, 1)} {EMPTY.findall(text, -1, 2)} {spans}"


@pytest.mark.parametrize(
    "function", [counted, last, extended, starred, parts, all_parts], ids=lambda f: f.__name__
)
def test_same_as_python(spark, function):
    returns = "boolean" if function is counted else "string"
    assert_same_as_python(function, ["string"], returns, spark=spark, rows=TEXTS, examples=60)


def next_or(text, n):
    return next((c for c in text.lower() if len(c) // n), "ab"[n])


def greatest_or(text, n):
    return max((int(c) % n for c in text.split(",")), default=BOUNDS[n])


def added_to(text, n):
    return sum((int(c) % n for c in text.split(",")), (1, 2)[n])


def keyed(text, n):
    return len(dict.fromkeys((int(c) % n for c in text.split(",")), BOUNDS[n]))


def least_by(text, n):
    return min((c for c in text), key=lambda c: -ord(c), default=next((x for x in [n] if x), n))


@pytest.mark.parametrize("function", [next_or, greatest_or, added_to, keyed, least_by])
def test_arguments_after_a_generator(spark, function):
    """They are evaluated after the generator's iterable, and before its elements."""
    rows = [(text, n) for text in (None, "", "3,4", "x") for n in (None, 0, 1, 2)]
    returns = "string" if function in (next_or, greatest_or, least_by) else "bigint"
    assert_same_as_python(function, ["string", "bigint"], returns, spark=spark, rows=rows)


def chained(text, n):
    return f"{n in [1, 2] == [1, 2]} {n in [0, n] == [0, n]} {0 not in (n, 1) != (n, 1)}"


def keys_after_values(text, n):
    return str({text[0]: 1, text[n]: text.split(",")[n], "3": n})


def unhashable(text, n):
    return str({text.split(","): 1, "a": 1 // n})


def starred_set(text, n):
    return str(sorted({*(text or n), "x"}))


@pytest.mark.parametrize("function", [chained, keys_after_values, unhashable, starred_set])
def test_the_order_of_displays_and_comparisons(spark, function):
    rows = [(text, n) for text in ("3,4", "x", None) for n in (None, 0, 1, 2)]
    assert_same_as_python(function, ["string", "bigint"], "string", spark=spark, rows=rows)


def from_a_number(text):
    raise ValueError(text) from 5


def by_a_keyword(text):
    raise ValueError(text=text)


def default_of_several(text):
    return max(text, "b", default="c")


def next_by_keyword(text):
    return next((c for c in text), default="a")


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (from_a_number, "this cause of an exception"),
        (by_a_keyword, "keywords of an exception"),
        (default_of_several, r"max\(\) with these keywords"),
        (next_by_keyword, r"keywords of next\(\)"),
    ],
)
def test_calls_that_always_fail_stay_in_python(spark, function, reason):
    with pytest.raises(NotCompiledError, match=reason):
        assert_same_as_python(function, ["string"], "string", spark=spark)


def half_done(text):
    out: list[Any] = []
    with contextlib.suppress(ValueError):
        out.extend(int(c) for c in text)
    return len(out)


def sees_itself(text):
    out: list[Any] = []
    out.extend(len(out) for _ in text)
    return str(out)


def sees_it_by_a_function(text):
    out: list[Any] = []

    def size(c):
        return c * len(out)

    out.extend(c for c in map(size, text))
    return str(out)


@pytest.mark.parametrize("function", [half_done, sees_itself, sees_it_by_a_function])
def test_effects_of_an_unfinished_generator_are_visible(spark, function):
    with pytest.raises(NotCompiledError, match="generator expression that escapes"):
        assert_same_as_python(function, ["string"], "string", spark=spark)


def as_number(text):
    return text


@with_compiled_arrow
def test_a_result_that_cannot_be_converted_names_its_function(spark):
    line = as_number.__code__.co_firstlineno
    udf = rapids_udfs.udf(as_number, "int", useArrow=True)
    frame = spark.createDataFrame([("x",)], "text string").select(udf("text"))
    with pytest.raises(Exception, match=rf'test_call_arguments.py", line {line}, in as_number'):
        frame.collect()
