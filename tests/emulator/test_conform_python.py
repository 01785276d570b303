# SPDX-License-Identifier: Apache-2.0

"""Verdicts on conversions of Python functions to JVM classes, in rows and in columns."""

from __future__ import annotations

import pytest

from rapids_udfs.testing import assert_converts, check_converts
from rapids_udfs.testing.python_udfs.report import Certificate

ROWS = 200


def minus(a, b):
    return None if a is None or b is None else a - b


def chars(text):
    return None if text is None else len(text)


def initial(text):
    return text[:1] if text else text


def lower(text):
    return text.lower() if text and text.isascii() else text


CALLS = {
    minus: (["int", "int"], "bigint"),
    chars: (["string"], "int"),
    initial: (["string"], "string"),
    lower: (["string"], "string"),
}


@pytest.mark.parametrize(
    ("f", "name", "ok"),
    [(minus, "PlantedUdfs$MinusSwapped", False), (chars, "PlantedUdfs$CharsOfHive", True)],
)
def test_registered_functions_also_run_in_columns(spark, f, name: str, ok: bool) -> None:
    if "Hive" not in name:
        spark.udf.registerJavaFunction("registered_planted", name, CALLS[f][1])
    else:
        spark.sql(f"CREATE OR REPLACE TEMPORARY FUNCTION registered_planted AS '{name}'")
    certificate = judged(spark, f, "registered_planted")
    assert certificate.ok is ok
    assert "columns" in str(certificate)


def judged(spark, f, name: str) -> Certificate:
    return check_converts(f, *CALLS[f], function=name, spark=spark, examples=ROWS)


@pytest.mark.parametrize(
    ("f", "name", "ran"),
    [
        (minus, "PlantedUdfs$MinusRight", "rows, columns, rows in the locale tr_TR, conforms in"),
        (chars, "PlantedUdfs$CharsOfHive", "rows, columns, rows in the locale tr_TR, conforms in"),
        (initial, "ConvertedUdfs$Initial", "rows, rows in the locale tr_TR\n"),
        (lower, "ConvertedUdfs$Lower", "rows, rows in the locale tr_TR\n"),
    ],
)
def test_right_ones_are_accepted(spark, f, name: str, ran: str) -> None:
    certificate = assert_converts(f, *CALLS[f], function=name, spark=spark, examples=ROWS)
    assert str(certificate).startswith(f"{name} is the same as {f.__name__}\n")
    assert f"ran       {ran}" in str(certificate)


@pytest.mark.parametrize(
    ("f", "name", "ran"),
    [
        (minus, "PlantedUdfs$MinusSwapped", "columns"),
        (minus, "PlantedUdfs$MinusWraps", "columns"),
        (chars, "PlantedUdfs$LengthInBytes", "columns"),
        (initial, "ConvertedUdfs$InitialUnit", "rows"),
        (lower, "ConvertedUdfs$LowerOfLocale", "rows in the locale tr_TR"),
    ],
)
def test_wrong_ones_are_found(spark, f, name: str, ran: str) -> None:
    certificate = judged(spark, f, name)
    assert not certificate.ok
    assert certificate.ran[-1] == ran
    assert certificate.difference is not None


def test_a_leak_is_a_problem(spark) -> None:
    certificate = judged(spark, minus, "PlantedUdfs$MinusLeaks")
    assert not certificate.ok
    assert certificate.difference is None
    assert "nothing is left open" in certificate.problem
