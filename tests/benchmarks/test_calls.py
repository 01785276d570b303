# SPDX-License-Identifier: Apache-2.0

"""The row-wise cases on a few rows: the answers of every way, and where a builtin's differ."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from bench import data
from bench.calls import CALLS, Call
from bench.timing import same

import references
from rapids_udfs import list_functions

if TYPE_CHECKING:
    from pyspark.sql import Row, SparkSession

ROWS = 200


@pytest.fixture(scope="module")
def utc() -> Iterator[None]:
    """Collected timestamps are naive and local; the references take them for UTC."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


@pytest.fixture(scope="module")
def answers(spark: SparkSession, utc: None) -> dict[str, list[Row]]:
    """For each call its rows: arguments, our answer, the builtin's, and whether that differs."""
    columns = [
        f"struct(struct({c.arguments}), {c.call} AS ours, {c.builtin or 'NULL'} AS builtin, "
        f"coalesce({c.differs}, false) AS differs) AS {c.function}"
        for c in CALLS
    ]
    # Other sizes of null than null are what remarks mean by settings.
    spark.conf.set("spark.sql.legacy.sizeOfNull", "false")
    try:
        rows = data.frame(spark, ROWS).coalesce(1).selectExpr(*columns).collect()
    finally:
        spark.conf.unset("spark.sql.legacy.sizeOfNull")
    return {c.function: [row[c.function] for row in rows] for c in CALLS}


def test_cases_are_of_existing_functions() -> None:
    names = {f.name for f in list_functions()}
    assert [c.function for c in CALLS if c.function not in names] == []


def test_references_are_compared_with_a_function_of_their_category() -> None:
    called = {c.function for c in CALLS}
    for category in {f.category for f in list_functions()}:
        of_category = {f.name for f in list_functions() if f.category == category}
        assert references.public(category) <= of_category & called, category


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.function)
def test_answers(answers: dict[str, list[Row]], call: Call) -> None:
    rows = answers[call.function]
    assert len(rows) == ROWS
    assert any(row["ours"] is not None for row in rows)
    assert len({str(row["ours"]) for row in rows}) > 1 or not call.arguments
    reference = references.of(call.function)
    if reference is not None:
        pairs = [(row["ours"], reference(*row[0])) for row in rows]
        assert [pair for pair in pairs if not same(*pair, 1e-9)] == []
    if call.builtin:
        differing = [row for row in rows if not same(row["ours"], row["builtin"], 1e-9)]
        assert differing == [row for row in rows if row["differs"]]
    assert reference is not None or call.builtin
    assert bool(call.differs != "false") == any(row["differs"] for row in rows)
