# SPDX-License-Identifier: Apache-2.0

"""Values and tables on a terminal."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal

import pytest

from rapids_udfs.console.text_table import clip, render, value_text, width


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "NULL"),
        (True, "true"),
        (1.5, "1.5"),
        (Decimal("1.50"), "1.50"),
        (date(2024, 2, 29), "2024-02-29"),
        (datetime(2024, 2, 29, 12, 0, 1), "2024-02-29 12:00:01"),
        (bytearray(b"\x00\xff"), "00ff"),
        ({"a": None, "b": [1, 2]}, "{a: NULL, b: [1, 2]}"),
        (("x", None), "(x, NULL)"),
        ("one\ntwo\tthree", "one two three"),
    ],
)
def test_values(value: object, text: str) -> None:
    assert value_text(value) == text


def test_rows_show_their_field_names() -> None:
    from pyspark.sql import Row

    assert value_text(Row(major=1, minor=None)) == "(major=1, minor=NULL)"


def test_numbers_go_to_the_right() -> None:
    table = render(["name", "count"], [["a", 5], ["bc", 1234], [None, None]])
    assert table.splitlines() == [
        "name  count",
        "----  -----",
        "a         5",
        "bc     1234",
        "NULL   NULL",
    ]


def test_columns_of_text_can_go_to_the_right() -> None:
    assert render(["n"], [["1"], ["1,000"]], right=[0]).splitlines()[2] == "    1"


def test_no_rows() -> None:
    assert render(["a", "b"], []) == "a  b\n-  -"


def test_wide_characters_take_two_columns() -> None:
    lines = render(["a", "b"], [["ウェブ", "x"], ["abc", "y"]]).splitlines()
    assert [width(line) for line in lines[2:]] == [9, 9]


def test_combining_characters_have_no_width() -> None:
    assert width("e\u0301") == 1


@pytest.mark.parametrize(
    ("text", "limit", "clipped"),
    [
        ("abcdef", 6, "abcdef"),
        ("abcdefg", 6, "abcde…"),
        ("ウェブ", 5, "ウェ…"),
        ("ウェブ", 4, "ウ…"),
    ],
)
def test_clip(text: str, limit: int, clipped: str) -> None:
    assert clip(text, limit) == clipped
    assert width(clipped) <= limit


def test_a_line_is_kept_by_shortening_the_widest_column() -> None:
    lines = render(["a", "b"], [["x" * 50, "short"]], line=30).splitlines()
    assert [len(line) for line in lines] == [23 + 2 + 1, 30, 30]
    assert lines[2] == "x" * 22 + "…  short"
