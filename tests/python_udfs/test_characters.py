# SPDX-License-Identifier: Apache-2.0

"""Loops over strings that read characters as numbers, also after other assignments."""

from __future__ import annotations

import pytest

from rapids_udfs.testing import assert_same_as_python

TEXTS = [
    "",
    "7",
    "4539578763621486",
    "12a4",
    "0x1",
    "٣4",
    "\U0001d7d92",
    "é9",
    "1\n2",
    "9" * 30,
    "-5",
    " 3",
]
ROWS = [(a, b) for a in (*TEXTS, None) for b in ("", "31", "x", "2\U0001d7da", None)]


def luhn(a, b):
    total = 0
    for i, c in enumerate(reversed(a)):
        d = int(c) * (1 + i % 2)
        total += d - 9 if d > 9 else d
    return total % 10


def comprehension(a, b):
    return sum(int(c) for c in a) * 10 + sum([ord(c) for c in b if c != "x"])


def of_the_inner_loop(a, b):
    total = 0
    for c in a:
        for d in b:
            total += int(c) * ord(d)
        total += int(c)
    return total


def rebound_in_the_inner_loop(a, b):
    total = 0
    for c in a:
        for d in b:
            total = total * 7 + ord(c)
            c = d
        total += ord(c)
    return total % 1000003


def read_after_the_loop(a, b):
    total = 0
    for _ in range(2):
        for c in a:
            total += ord(c)
        total = total * 3 + ord(c)
        a = b
    return total


def read_before_the_loop(a, b):
    total = 0
    c = "q"
    for text in (a, b, a):
        total = total * 31 + ord(c)
        for c in text:
            total += ord(c)
    return total


def same_name_twice(a, b):
    total = 0
    for c in a:
        total += ord(c)
        for c in reversed(b):
            total -= ord(c)
        total += 2 * ord(c)
    return total


def caught(a, b):
    total = 0
    for c in a:
        try:
            total += int(c)
        except ValueError as e:
            total -= len(str(e)) + ord(c)
        finally:
            total += ord(c) // 7
    return total


def changed_text(a, b):
    total = 0
    for c in a:
        a = b
        total += ord(c)
        if total > 200:
            break
    else:
        return -total
    return total + ord(c)


def later(a, b):
    def value(d=1):
        return d + ord(c)

    total = 0
    for c in a:
        total += value() + (lambda: ord(c))()
    return total


def walrus(a, b):
    total = 0
    for c in a:
        total += ord(c) + ord(c := b[0]) * 3 + ord(c)
    return total


FUNCTIONS = [
    luhn,
    comprehension,
    of_the_inner_loop,
    rebound_in_the_inner_loop,
    read_after_the_loop,
    read_before_the_loop,
    same_name_twice,
    caught,
    changed_text,
    later,
    walrus,
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_characters_as_numbers(spark, function):
    """Values and exceptions equal CPython's, also for digits of other scripts."""
    assert_same_as_python(function, ["string", "string"], "bigint", rows=ROWS, spark=spark)
