# SPDX-License-Identifier: Apache-2.0

"""Operations with a fast path: patterns of one class, parts of a split, ints of few digits."""

from __future__ import annotations

import re

import pytest

from harness.session import COMPILED_TRANSPORTS
from rapids_udfs.testing import assert_same_as_python

KELVIN = re.compile(r"[k-m]+", re.IGNORECASE)
FLAGGED = re.compile(r"\D", re.ASCII)


def no_digits(s):
    return re.sub(r"\D", "", s) + FLAGGED.sub("_", s)


def slug(s):
    return re.sub(r"[^a-z0-9]+", "-", s.lower()).strip("-")


def counted(s):
    twice = re.subn(r"[ab]", r"<\g<0>>", s, count=2)
    return f"{twice} {re.sub(r'[.-]', '.', s)}"


def brackets(s):
    return re.sub(r"[\]\[^-]", "_", s) + re.sub(r"[^\\]", "*", s) + re.sub(r"[a-]+", "", s)


def found(s):
    return f"{re.findall(r'[0-9]+', s)} {re.split(r'[,;]', s)} {re.split(r'[,;]+', s, maxsplit=1)}"


def spans(s):
    return f"{[m.span() for m in re.finditer(r'[a-z]+', s)]} {KELVIN.findall(s, 1, 4)}"


def by_function(s):
    return re.sub(r"\w+", lambda m: m.group().title(), s) + re.sub(r"\s+", " ", s)


def parts(s):
    try:
        return f"{s.split(',')[0]}|{s.split(',')[-1]}|{s.split('aa')[-1]}|{s.split(',')[2]}"
    except IndexError as e:
        return f"{e}"


def part_of_none(s):
    return (s or None).split("-")[1]


def number(s):
    try:
        return str(int(s))
    except ValueError as e:
        return f"{e}"


CASES = [no_digits, slug, counted, brackets, found, spans, by_function, parts, number, part_of_none]
TEXTS = ["", "a,b,,c", "aaa", "-", "--1", "-0", "007", "1" * 18, "9" * 19, "-" + "9" * 18, "x-y"]
TEXTS += [
    "Ünï,cödé",
    "\u0661\u06623",
    " 12 ",
    "1_0",
    "a\u2003b",
    "KLMklm\u212a",
    "[^-]\\",
    "12;34,,5",
    "😀,k",
]


@pytest.mark.parametrize("transport", COMPILED_TRANSPORTS)
@pytest.mark.parametrize("function", CASES, ids=lambda f: f.__name__)
def test_same_as_python(spark, function, transport):
    assert_same_as_python(
        *(function, ["string"], "string"),
        spark=spark,
        rows=[(text,) for text in [*TEXTS, None]],
        transport=transport,
        examples=60,
    )
