# SPDX-License-Identifier: Apache-2.0

"""The demonstration's queries: their results against plain Python, and where they ran."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from demo.expected import EXPECTED
from harness.session import with_plugin
from rapids_udfs.demo import queries
from rapids_udfs.demo.run import Outcome, run, table, total

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

QUERIES = {query.name: query for query in queries.load()}


@pytest.fixture(scope="session")
def outcomes(views: SparkSession) -> dict[str, Outcome]:
    return {name: run(views, query.sql, plugin=True) for name, query in QUERIES.items()}


pytestmark = with_plugin
"""Its verdicts are part of each query's outcome."""


def test_every_query_has_an_expectation() -> None:
    assert list(QUERIES) == list(EXPECTED)


@pytest.mark.parametrize("name", QUERIES)
def test_results(name: str, outcomes: dict[str, Outcome]) -> None:
    assert [tuple(row) for row in outcomes[name].rows] == EXPECTED[name]()


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


def test_counts_are_those_of_the_rows(outcomes: dict[str, Outcome]) -> None:
    routes = {f.function: f.counts.row_calls for f in outcomes["routes"].functions}
    assert (routes["business_days"], routes["fiscal_year"]) == (336_776, 336_776)
    networks = {f.function: f.counts.row_calls for f in outcomes["networks"].functions}
    assert networks["ip_in_cidr"] == 562 * 256


def test_the_summary_adds_up(outcomes: dict[str, Outcome]) -> None:
    summary = total([outcome.functions for outcome in outcomes.values()])
    assert [f.function for f in summary] == sorted({f.function for f in summary})
    years = next(f for f in summary if f.function == "fiscal_year")
    assert years.counts.row_calls == 336_776 + 123
    assert years.verdict == "will run on GPU"
    lines = table(summary).splitlines()
    assert lines[0].split("  ")[0] == "function"
    row = next(line for line in lines if line.startswith("fiscal_year "))
    assert " ".join(row.split()) == "fiscal_year 336,899 0 0 will run on GPU"
