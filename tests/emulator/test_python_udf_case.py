# SPDX-License-Identifier: Apache-2.0

"""Case and words of strings beyond ASCII in columns: every character, with Python's results."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import ucd_3_2_0

import pytest

from harness.columnar_runs import run

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from rapids_udfs.counting.counters import Counts

CHARACTERS = [c for c in map(chr, range(1, 0x10000)) if ucd_3_2_0.category(c) not in ("Cn", "Cs")]
"""Characters of an old Unicode version: the row-wise body may not decide later ones."""
EUROPEAN = [c for c in CHARACTERS if c < "\u0530" or "\u1e00" <= c < "\u2100"]
BEYOND = ["𐐀", "𐐨a", "ΑΣ", "ΟΔΟΣ \u03b1", "İstanbul", "straße", "ŉ", "ﬁn", "ǆ", "don\u2019t", ""]
WORDS = [
    "José García",
    "ÉCOLE",
    "naïve \u2013 Ünïcode",
    "Москва",
    "東京",
    "Ελλάδ\u03b1",
    "it\u2019s",
    "ASCII",
    None,
]


def lowered(text):
    return text.lower() if text is not None else None


def uppered(text):
    return text.upper() if text is not None else None


def titled(text):
    return text.title() if text is not None else None


def words(text):
    return "|".join(text.split()) if text is not None else None


def capitalized(text):
    return text.capitalize() if text is not None else None


def converted(spark: SparkSession, function, texts) -> Counts:
    """Convert these strings, compare the results with Python's, and return the counts."""
    ran = run(spark, function, "string", "text string", [(text,) for text in texts])
    results = zip(texts, ran.results, strict=True)
    assert [(text, got) for text, got in results if got != function(text)] == []
    return ran.counts


@pytest.mark.parametrize(
    ("function", "characters", "odd_rows"),
    [
        (lowered, CHARACTERS, 20),
        (uppered, CHARACTERS, 30),
        (titled, EUROPEAN, 1_600),
        (capitalized, CHARACTERS, 350),
        (words, CHARACTERS, 50),
    ],
)
def test_every_character(
    spark: SparkSession, function, characters: list[str], odd_rows: int
) -> None:
    texts = [f"{c}aB {c}b" for c in characters] + [f"a{c}" for c in characters] + BEYOND
    counts = converted(spark, function, texts)
    assert counts.columnar_rows == len(texts)
    assert 0 < counts.odd_rows <= odd_rows


@pytest.mark.parametrize("function", [lowered, uppered, titled, capitalized, words])
def test_words_are_not_odd(spark: SparkSession, function) -> None:
    """The row-wise body computes no ordinary text, except special letters in titles."""
    words = WORDS if function is not titled else [w for w in WORDS if w not in ("東京", "Ελλάδα")]
    assert converted(spark, function, words).odd_rows == 0
