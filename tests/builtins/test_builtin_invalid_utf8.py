# SPDX-License-Identifier: Apache-2.0

"""Strings that are not valid UTF-8: builtins in columns return the documented results."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from harness.builtin_cases import CASES

if TYPE_CHECKING:
    from harness.cpu_gpu_runner import Both

DOCUMENTATION = Path(__file__).parents[2] / "docs" / "builtins.md"
NOT_KNOWN = "invalid UTF-8 in row . is not emulated"
TEXTS = "s|w|url|sextets|hexed|digits|texts"
"""The columns of the cases' table that have strings."""
# A lone continuation byte, a lead byte alone and before ASCII, an overlong slash, a surrogate, a
# byte that never occurs, truncated characters or beyond Unicode, and the same among separators.
VALUES = [
    "4180620A",
    "C3",
    "C328",
    "C0AF",
    "EDA080",
    "41FF",
    "E6972041",
    "F09F98",
    "F4908080",
    "253431C3",
    "2C41C32C",
]
ALIKE = {
    "array_append": ["array_append(texts, s)"],
    "array_compact": ["array_compact(texts)"],
    "array_insert": ["array_insert(texts, 2, s)"],
    "array_prepend": ["array_prepend(texts, s)"],
    "base64": ["base64(CAST(s AS BINARY))"],
    "elt": ["elt(2, t, s)"],
    "find_in_set": ["find_in_set(t, s)", "find_in_set(s, ',a,B')", "find_in_set('A', s)"],
    "luhn_check": ["luhn_check(s)", "luhn_check('18' || s)"],
    "mask": ["mask(s)", "mask(s, 'Q', 'q', NULL, '*')"],
}
"""Builtins with Spark's own results."""
BYTES_STAY = {
    "encode": ["encode(s, 'utf-8')"],
    "format_string": ["format_string('<%s>', s)"],
    "quote": ["quote(s)"],
    "split_part": ["split_part(s, '|', -1)"],
}
"""Builtins that keep bytes for which Spark returns a replacement character."""
NOT_SPECIFIED = {
    "endswith": ["endswith(s, t)"],
    "overlay": ["overlay(s PLACING t FROM 2 FOR 1)"],
    "soundex": ["soundex(s)"],
    "startswith": ["startswith(s, t)"],
    "to_binary": ["to_binary(s, 'hex')"],
    "try_url_decode": ["try_url_decode(s)"],
    "unbase64": ["unbase64(s)"],
    "unhex": ["unhex(s)"],
    "url_decode": ["url_decode(s)"],
    "url_encode": ["url_encode(s)"],
}
"""Builtins with cuDF's own results, which the emulator refuses to guess."""
HERE = {case.name for case in CASES}


def calls(of: dict[str, list[str]]) -> list[tuple[str, str]]:
    """Return the calls of the builtins of this Spark version, by name."""
    return [(name, call) for name, listed in of.items() if name in HERE for call in listed]


@pytest.fixture(scope="module")
def texts(both: Both, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    path = str(tmp_path_factory.mktemp("texts") / "texts")
    rows = ", ".join(f"({i}L, X'{value}')" for i, value in enumerate(VALUES))
    with both.rows_alone():
        table = both.spark.sql(f"SELECT * FROM VALUES {rows} AS t(id, bytes)")
        table = table.selectExpr("id", "bytes", "CAST(bytes AS STRING) AS s", "'18' AS t")
        table.selectExpr("*", "array(s, NULL) AS texts").coalesce(1).write.parquet(path)
    both.spark.read.parquet(path).createOrReplaceTempView("invalid_texts")
    yield
    both.spark.catalog.dropTempView("invalid_texts")


def test_every_builtin_over_strings_is_listed() -> None:
    over_strings = {c.name for c in CASES if re.search(rf"\b({TEXTS})\b", " ".join(c.calls))}
    assert over_strings == HERE & {*ALIKE, *BYTES_STAY, *NOT_SPECIFIED}


def test_the_documentation_says_so() -> None:
    text = DOCUMENTATION.read_text(encoding="utf-8")
    paragraph = re.search(r"\*\*Invalid UTF-8\.\*\*(.*?)\n(?:- |\n)", text, re.DOTALL)
    assert paragraph
    groups = re.findall(r":([^;.]*)", paragraph[1])
    said = [set(re.findall(r"`(\w+)`", group)) for group in groups]
    assert said == [{*ALIKE}, {*BYTES_STAY}, {*NOT_SPECIFIED}]


@pytest.mark.parametrize(("name", "call"), calls(ALIKE))
def test_sparks_own_results(both: Both, texts: None, name: str, call: str) -> None:
    sql = f"SELECT id, {call} AS r FROM invalid_texts"
    columnar, row_wise = both.columnar(sql), both.row_wise(sql)
    assert columnar.counts[name].columnar_rows == len(VALUES)
    assert columnar.rows == row_wise.rows


@pytest.mark.parametrize(("name", "call"), calls(BYTES_STAY))
def test_bytes_stay(both: Both, texts: None, name: str, call: str) -> None:
    sql = f"SELECT id, {call} AS r FROM invalid_texts"
    columnar, row_wise = both.columnar(sql), both.row_wise(sql)
    assert columnar.counts[name].columnar_rows == len(VALUES)
    for i, value in enumerate(VALUES):
        assert bytes.fromhex(value) in columnar.rows[i]
        assert b"\xef\xbf\xbd" in row_wise.rows[i]


@pytest.mark.parametrize(("name", "call"), calls(NOT_SPECIFIED))
def test_not_specified(both: Both, texts: None, name: str, call: str) -> None:
    with pytest.raises(Exception, match=NOT_KNOWN):
        both.columnar(f"SELECT id, {call} AS r FROM invalid_texts")
