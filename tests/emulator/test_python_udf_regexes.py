# SPDX-License-Identifier: Apache-2.0

"""Regular expressions over strings beyond ASCII in columns, with Python's results."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import pytest

import rapids_udfs
from harness.columnar_runs import run
from harness.in_columns import ALWAYS
from rapids_udfs.counting.counters import difference
from rapids_udfs.testing import frames

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyspark.sql import SparkSession

PATTERNS = (
    r"[^a-z]+",
    r"[a-z]+",
    r"<[^>]+>",
    r"\s+",
    r"\S+",
    r"\d+",
    r"\D+",
    r"[^\d\s]+",
    r"a.b",
    r"(.)-(.)",
    r"[0-9]{2,3}",
    r"[^-]*-([^-]+)",
    r"k|s|i",
    r"a.*?b",
    r"[^a]a+[^b]",
    r"1.?2",
)
WORDS = (r"\w+", r"\W+", r"\bk", r"[\w.]+-")
IGNORING_CASE = ("kiss", "[a-k]+-", "[^s]+s")
ALPHABET = (
    "ab12ks<>-. \n_éñß中😀K\u017fİ\u0131Š"
    + "\u0660\u0665\u00a0\u2003\u3000\u0085\uff11\u2019\u0301\x00"
)
ORDINARY = [
    "José García, 12 rue de l'Été",
    "<b>Ünïcode</b> \u2013 10 €",
    "東京 2024-01-02",
    "naïve kiss",
    None,
    "plain ascii 42",
]


def searched(pattern: str, flags: int = 0) -> Callable[[str | None], str | None]:
    compiled = re.compile(pattern, flags)

    def search(text):
        if text is None:
            return None
        match = compiled.search(text)
        return match.group() + "|" if match else "none"

    return search


def replaced(pattern: str, flags: int = 0) -> Callable[[str | None], str | None]:
    compiled = re.compile(pattern, flags)

    def replace(text):
        return None if text is None else compiled.sub("+", text)

    return replace


def listed(pattern: str, flags: int = 0) -> Callable[[str | None], str | None]:
    compiled = re.compile(pattern, flags)

    def find(text):
        return None if text is None else "|".join(compiled.findall(text))

    return find


def parted(pattern: str, flags: int = 0) -> Callable[[str | None], str | None]:
    compiled = re.compile(pattern, flags)

    def split(text):
        return None if text is None else "|".join(compiled.split(text)) + str(len(text))

    return split


def functions() -> list[tuple[str, Callable[[str | None], str | None]]]:
    makers = (searched, replaced, listed, parted)
    patterns = [(p, 0) for p in (*PATTERNS, *WORDS)]
    patterns += [(p, re.IGNORECASE) for p in IGNORING_CASE]
    return [
        (f"{make.__name__} {pattern} {int(flags)}", make(pattern, flags))
        for make in makers
        for pattern, flags in patterns
        if make in (searched, replaced) or re.compile(pattern).groups == 0
    ]


def random_texts(count: int) -> list[str]:
    rng = random.Random(7)
    return ["".join(rng.choices(ALPHABET, k=rng.randrange(12))) for _ in range(count)]


def test_same_as_python(spark: SparkSession) -> None:
    texts = [*random_texts(1500), *ORDINARY]
    data = spark.createDataFrame([(text,) for text in texts], "text string").coalesce(1)
    before = rapids_udfs.counters(spark)
    cases = functions()
    with frames.settings(spark, ALWAYS):
        columns = [
            rapids_udfs.udf(function, "string")("text").alias(f"v{i}")
            for i, (_, function) in enumerate(cases)
        ]
        frame = data.select(columns)
        places = [str(udf.where) for udf in rapids_udfs.explain(frame).python_udfs]
        rows = frame.collect()
    wrong = [
        (name, text, row[i], function(text))
        for i, (name, function) in enumerate(cases)
        for text, row in zip(texts, rows, strict=True)
        if row[i] != function(text)
    ]
    assert wrong == []
    assert places.count("columns") >= 4
    counts = difference(rapids_udfs.counters(spark), before)
    assert all(counts[name].columnar_rows for name in ("search", "replace", "find", "split"))


@pytest.mark.parametrize("pattern", PATTERNS)
def test_ordinary_text_is_not_odd(spark: SparkSession, pattern: str) -> None:
    function = replaced(pattern)
    ran = run(spark, function, "string", "text string", [(x,) for x in ORDINARY])
    assert ran.results == [function(text) for text in ORDINARY]
    assert (ran.counts.columnar_rows, ran.counts.odd_rows) == (len(ORDINARY), 0)
