# SPDX-License-Identifier: Apache-2.0

"""Compiled functions answer as the version of Python that their program names."""

from __future__ import annotations

import datetime
import json
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


def raised(n, _):
    raise ZeroDivisionError("integer modulo by zero")


ZERO = "ZeroDivisionError: "
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
    raised: (0, "", f"{ZERO}integer modulo by zero"),
    caught: (11, "integer division or modulo by zero", "integer modulo by zero"),
}
"""For each function: since which minor version its error has the second text."""


@pytest.mark.parametrize("minor", range(10, 14))
def test_texts_of_errors(spark, minor: int):
    library = spark._jvm.io.github.rapidsudfs.RapidsUdfs
    columns, expected = [], {}
    for function, (since, before, after) in TEXTS.items():
        made = F.udf(function, OUTCOME, useArrow=False)
        marks = {"python": [3, minor], "always": True, "outcome": True}
        program = json.dumps(program_of(function) | marks)
        library.pythonProgram(unwrapped(made)._judf.func(), program)
        columns.append(made("n", "text").alias(function.__name__))
        expected[function.__name__] = after if minor >= since else before
    (row,) = spark.sql("SELECT id AS n, 'abc' AS text FROM range(1)").select(*columns).collect()
    found = {name: outcome["error"] or outcome["value"] for name, outcome in row.asDict().items()}
    assert found == expected
