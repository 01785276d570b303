# SPDX-License-Identifier: Apache-2.0

"""Library functions with unusual values: CPython's own results and errors."""

from __future__ import annotations

import json
import sys
from collections import OrderedDict
from decimal import Decimal
from urllib.parse import parse_qs, parse_qsl, urlencode, urlparse, urlsplit

import pytest

from harness.session import SPARK
from rapids_udfs.testing import assert_same_as_python

LISTS = [None, [], ["ab", "cd"], ["a"], ["abc", None], [None], [""], ["ab", "c"]]
TEXTS = [None, "", "a=1&b=%20&a=2&c", "ab", "é=ü"]
NUMBERS = ["NaN", "-NaN", "Infinity", "-inf", "0", "-0", "1.5", "-2"]
FORMATS = ("", ".2f", ",", "10.2f", "<12f", "*^12.1f", "010.2f", "+.2f", " f", ".1%", "0>10f")
URLS = [None, " http://a/b ", "\x01 HTTP://a", "\t\n", " ", "", "ht tp://a", "\x1f//h/p", "a b"]


def encoded(tags):
    try:
        return urlencode(tags)
    except (TypeError, ValueError) as e:
        return f"{type(e).__name__}: {e}"


def encoded_value(text):
    found = []
    for value in (text, text and 5, text and {text: 1}.items(), [(text, 1)], ((text, text),)):
        try:
            found.append(urlencode(value))
        except (TypeError, ValueError) as e:
            found.append(str(e))
    return repr(found)


def ordered(tags):
    try:
        return repr(list(OrderedDict(tags).items()))
    except (TypeError, ValueError) as e:
        return f"{type(e).__name__}: {e}"


def queried(text):
    return repr((parse_qs(text), parse_qsl(text, keep_blank_values=True)))


def as_bytes(text):
    found = []
    for value in (text, None, 1.5):
        try:
            found.append(bytes(value))
        except TypeError as e:
            found.append(str(e))
        try:
            found.append(bytes(value, "utf-8"))
        except TypeError as e:
            found.append(str(e))
    return repr(found)


def read(data):
    try:
        return repr(json.loads(data))
    except (TypeError, ValueError) as e:
        return f"{type(e).__name__}: {e}"


def url_parts(url):
    return repr((urlsplit(url), urlparse(url)))


@pytest.mark.parametrize("function", [encoded, ordered], ids=lambda f: f.__name__)
def test_of_lists(spark, function):
    assert_same_as_python(function, ["array<string>"], "string", rows=[(x,) for x in LISTS])


def test_a_lone_surrogate_in_text_that_is_not_json(spark):
    """The error does not depend on the rest of the string."""
    texts = ['["\\ud800"].', '{"a": "\\ud800"0x1}', '["\\udc00\\ud800", ]', '["\\ud83d\\ude00"]']
    report = assert_same_as_python(read, ["string"], "string", rows=texts)
    assert report.rows >= len(texts)


@pytest.mark.parametrize("function", [encoded_value, queried, as_bytes], ids=lambda f: f.__name__)
def test_of_texts(spark, function):
    report = assert_same_as_python(function, ["string"], "string", rows=TEXTS)
    assert not report.undecided


@pytest.mark.skipif(SPARK.version < "4.1", reason="BINARY arguments are bytearray objects there")
def test_of_bytes(spark):
    rows = [b'{"a": 1}', b"a\xff", b"\xc3", b'"\xc3\xa9"', b"[1, 2", None]
    assert_same_as_python(read, ["binary"], "string", rows=[r and bytearray(r) for r in rows])


@pytest.mark.skipif(sys.version_info < (3, 12), reason="releases of Python 3.10 and 3.11 differ")
def test_urls_after_blanks(spark):
    report = assert_same_as_python(url_parts, ["string"], "string", rows=URLS, examples=len(URLS))
    assert not report.undecided


def formatted(text):
    number = Decimal(text)
    return "|".join([*[format(number, spec) for spec in FORMATS], f"{number:x=12f}", f"{number}"])


def computed(left, right):
    a, b = Decimal(left), Decimal(right)
    found = []
    for op in ("+", "-", "*", "//", "%"):
        try:
            if op == "+":
                found.append(a + b)
            elif op == "-":
                found.append(a - b)
            elif op == "*":
                found.append(a * b)
            elif op == "//":
                found.append(a // b)
            else:
                found.append(a % b)
        except ArithmeticError as e:
            found.append(f"{type(e).__name__} {e}")
    return repr(found)


def test_decimals_that_are_not_numbers(spark):
    rows = [(a, b) for a in NUMBERS for b in NUMBERS]
    report = assert_same_as_python(
        computed, ["string", "string"], "string", rows=rows, examples=len(rows)
    )
    assert not report.undecided
    report = assert_same_as_python(
        formatted, ["string"], "string", rows=NUMBERS, examples=len(NUMBERS)
    )
    assert not report.undecided
