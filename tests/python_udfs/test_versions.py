# SPDX-License-Identifier: Apache-2.0

"""Compiled functions behave like the Python version that their program names."""

from __future__ import annotations

import collections
import datetime
import json
import math
from collections.abc import Callable
from typing import Any

import pytest
from pyspark.sql import functions as F

from rapids_udfs.python_udfs import program_of
from rapids_udfs.python_udfs.hook import unwrapped

OUTCOME = "struct<value:string,error:string>"


def modulo(n, _):
    return str(n % 0)


def float_modulo(n, _):
    return str(n % 0.0)


def index(_, text):
    return text["a"]


def format_spec(n, _):
    return f"{n:>q5}"


def found(_, text):
    return str(text.rfind(None))


def days(_, text):
    return str(datetime.date(2024, 1, 1) < datetime.datetime(2024, 1, 1))


def caught(n, _):
    try:
        return str(n % 0)
    except ZeroDivisionError as e:
        return str(e)


def digits(n, _):
    return str(10 ** (5000 + n))


def power_of_zero(n, _):
    return str(0.0 ** (n - 1))


def contained(n, _):
    return str(n in n)


def root(n, _):
    return str(math.sqrt(n - 2))


def log_of_zero(n, _):
    return str(math.log(n))


def log_of_float(n, _):
    return str(math.log10(n - 0.5))


def arc(n, _):
    return str(math.acos(n + 1.5))


def sine(n, _):
    return str(math.sin(float("inf") + n))


def day_of_month(n, _):
    return str(datetime.date(2023, 2, 30 + n))


def month(n, _):
    return str(datetime.date(2023, 13 + n, 1))


def year(n, _):
    return str(datetime.date(n, 1, 1))


def hour(n, _):
    return str(datetime.time(24 + n))


def parsed(_, text):
    return str(datetime.datetime.strptime("2023-02-30" + text[:0], "%Y-%m-%d"))


def in_list(n, _):
    return str([1, 2].index(n))


def unpacked(_, text):
    a, b = list(text)
    return a + b


def unpacked_text(_, text):
    a, b = text
    return a + b


def dict_key(n, _):
    return str({1: 2}[[n]])


def set_element(n, _):
    return str(len({(n, [])}))


def counted(n, _):
    return str(len(collections.Counter([[n]])))


def odd_hex(_, text):
    return str(bytes.fromhex(text))


def pairs(n, _):
    return str(dict([n]))


def raised(n, _):
    raise ZeroDivisionError("integer modulo by zero")


ZERO = "ZeroDivisionError: "
VALUE = "ValueError: "
MATH = "ValueError: math domain error"
DIGITS = "for integer string conversion; use sys.set_int_max_str_digits() to increase the limit"
TEXTS: dict[Callable[..., Any], tuple[int, str, str]] = {
    modulo: (11, f"{ZERO}integer division or modulo by zero", f"{ZERO}integer modulo by zero"),
    float_modulo: (13, f"{ZERO}float modulo", f"{ZERO}float modulo by zero"),
    index: (
        *(11, "TypeError: string indices must be integers"),
        "TypeError: string indices must be integers, not 'str'",
    ),
    format_spec: (
        *(11, "ValueError: Invalid format specifier"),
        "ValueError: Invalid format specifier '>q5' for object of type 'int'",
    ),
    found: (
        *(13, "TypeError: must be str, not NoneType"),
        "TypeError: rfind() argument 1 must be str, not None",
    ),
    days: (
        *(13, "TypeError: can't compare datetime.datetime to datetime.date"),
        "TypeError: '<' not supported between instances of 'datetime.date' and 'datetime.datetime'",
    ),
    digits: (
        *(11, f"ValueError: Exceeds the limit (4300) {DIGITS}"),
        f"ValueError: Exceeds the limit (4300 digits) {DIGITS}",
    ),
    power_of_zero: (
        *(14, f"{ZERO}0.0 cannot be raised to a negative power"),
        f"{ZERO}zero to a negative power",
    ),
    contained: (
        *(14, "TypeError: argument of type 'int' is not iterable"),
        "TypeError: argument of type 'int' is not a container or iterable",
    ),
    root: (14, MATH, f"{VALUE}expected a nonnegative input, got -2.0"),
    log_of_zero: (14, MATH, f"{VALUE}expected a positive input"),
    log_of_float: (14, MATH, f"{VALUE}expected a positive input, got -0.5"),
    arc: (14, MATH, f"{VALUE}expected a number in range from -1 up to 1, got 1.5"),
    sine: (14, MATH, f"{VALUE}expected a finite input, got inf"),
    day_of_month: (
        *(14, f"{VALUE}day is out of range for month"),
        f"{VALUE}day 30 must be in range 1..28 for month 2 in year 2023",
    ),
    month: (14, f"{VALUE}month must be in 1..12", f"{VALUE}month must be in 1..12, not 13"),
    year: (14, f"{VALUE}year 0 is out of range", f"{VALUE}year must be in 1..9999, not 0"),
    hour: (14, f"{VALUE}hour must be in 0..23", f"{VALUE}hour must be in 0..23, not 24"),
    parsed: (
        *(14, f"{VALUE}day is out of range for month"),
        f"{VALUE}day 30 must be in range 1..28 for month 2 in year 2023",
    ),
    in_list: (14, f"{VALUE}0 is not in list", f"{VALUE}list.index(x): x not in list"),
    unpacked: (
        *(14, f"{VALUE}too many values to unpack (expected 2)"),
        f"{VALUE}too many values to unpack (expected 2, got 3)",
    ),
    unpacked_text: (0, "", f"{VALUE}too many values to unpack (expected 2)"),
    dict_key: (
        *(14, "TypeError: unhashable type: 'list'"),
        "TypeError: cannot use 'list' as a dict key (unhashable type: 'list')",
    ),
    set_element: (
        *(14, "TypeError: unhashable type: 'list'"),
        "TypeError: cannot use 'tuple' as a set element (unhashable type: 'list')",
    ),
    counted: (0, "", "TypeError: unhashable type: 'list'"),
    odd_hex: (
        *(14, f"{VALUE}non-hexadecimal number found in fromhex() arg at position 3"),
        f"{VALUE}fromhex() arg must contain an even number of hexadecimal digits",
    ),
    pairs: (
        *(14, "TypeError: cannot convert dictionary update sequence element #0 to a sequence"),
        "TypeError: object is not iterable",
    ),
    raised: (0, "", f"{ZERO}integer modulo by zero"),
    caught: (11, "integer division or modulo by zero", "integer modulo by zero"),
}
"""For every function, the minor version from which its error has the second text."""


@pytest.mark.parametrize("minor", range(10, 15))
def test_texts_of_errors(spark, minor: int):
    library = spark._jvm.io.github.rapidsudfs.RapidsUdfs
    columns, expected = [], {}
    for function, (since, before, after) in TEXTS.items():
        udf = F.udf(function, OUTCOME, useArrow=False)
        marks = {"python": [3, minor], "always": True, "outcome": True}
        program = json.dumps(program_of(function) | marks)
        library.pythonProgram(unwrapped(udf)._judf.func(), program)
        columns.append(udf("n", "text").alias(function.__name__))
        expected[function.__name__] = after if minor >= since else before
    if minor >= 14:
        by_zero = {"modulo": ZERO, "float_modulo": ZERO, "caught": ""}
        expected |= {name: f"{error}division by zero" for name, error in by_zero.items()}
    (row,) = spark.sql("SELECT id AS n, 'abc' AS text FROM range(1)").select(*columns).collect()
    outcomes = {
        name: outcome["error"] or outcome["value"] for name, outcome in row.asDict().items()
    }
    assert outcomes == expected
