"""The demonstration's queries: their results against plain Python, and where they ran."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from demo import expected, expected_more
from rapids_udfs import catalogue
from rapids_udfs.demo import queries
from rapids_udfs.demo.placement import table, total
from rapids_udfs.demo.run import Outcome, run

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

QUERIES = {query.name: query for query in queries.load()}
EXPECTED = {**expected.EXPECTED, **expected_more.EXPECTED}


@pytest.fixture(scope="session")
def outcomes(views: SparkSession) -> dict[str, Outcome]:
    return {name: run(views, query.sql, plugin=True) for name, query in QUERIES.items()}


def test_every_query_has_an_expectation() -> None:
    assert list(QUERIES) == list(EXPECTED)


@pytest.mark.parametrize("name", [n for n in QUERIES if n != "notes"])
def test_results(name: str, outcomes: dict[str, Outcome]) -> None:
    assert [tuple(row) for row in outcomes[name].rows] == EXPECTED[name]()


def test_notes(outcomes: dict[str, Outcome]) -> None:
    # Python's parser and ours differ in which tags leave a blank between words: none does here.
    found = [(row.note, row.words, row.plain) for row in outcomes["notes"].rows]
    assert found == EXPECTED["notes"]()
    assert all(row.marked_up > len(row.plain) for row in outcomes["notes"].rows)


@pytest.mark.parametrize("name", QUERIES)
def test_every_function_ran_row_wise_and_is_accepted_for_the_gpu(
    name: str, outcomes: dict[str, Outcome]
) -> None:
    outcome = outcomes[name]
    assert outcome.functions
    for function in outcome.functions:
        assert function.counts.row_calls > 0
        assert function.counts.columnar_batches == 0
        assert function.verdict == "will run on GPU"
    assert outcome.hints == ()
    assert "will run on GPU" in outcome.explanation


def test_the_queries_show_the_catalogue(outcomes: dict[str, Outcome]) -> None:
    shown = {f.function for outcome in outcomes.values() for f in outcome.functions}
    # Without arguments a call is a constant: Spark computes it before the plan runs.
    wanted = {f.name for f in catalogue() if f.category != "identity" and f.arguments}
    assert shown == wanted


def test_counts_are_those_of_the_rows(outcomes: dict[str, Outcome]) -> None:
    counts = {f.function: f.counts.row_calls for f in outcomes["delays"].functions}
    assert counts == {"count_nulls": 336_776, "ts_floor": 336_776}
    assert [f.counts.row_calls for f in outcomes["multicast"].functions] == [562 * 256]


def test_the_summary_adds_up(outcomes: dict[str, Outcome]) -> None:
    summary = total([outcome.functions for outcome in outcomes.values()])
    assert [f.function for f in summary] == sorted({f.function for f in summary})
    words = next(f for f in summary if f.function == "word_count")
    assert words.counts.row_calls == 3_322 + 18
    assert words.verdict == "will run on GPU"
    lines = table(summary).splitlines()
    assert lines[0].split("  ")[0] == "function"
    row = next(line for line in lines if line.startswith("word_count "))
    assert " ".join(row.split()) == "word_count 3,340 0 0 will run on GPU"
