# SPDX-License-Identifier: Apache-2.0

"""A function behaves the same whether ``register`` or the extension registered it."""

from __future__ import annotations

from typing import Any

import pytest

from harness.session import SPARK
from rapids_udfs import list_functions


@pytest.fixture(scope="module")
def report(run_script) -> Any:
    return run_script("same_behaviour")


@pytest.fixture(scope="module")
def outcomes(report) -> dict[str, Any]:
    assert report["routes"] == ["java"]
    assert report["extension_routes"] == ["extension"]
    return report["registered"]


def test_every_outcome_is_the_same(report, outcomes) -> None:
    assert len(outcomes) > len(list_functions()) + 60
    different = {
        sql: (outcome, report["extended"][sql])
        for sql, outcome in outcomes.items()
        if outcome != report["extended"][sql]
    }
    if SPARK.version < "4.2":
        assert different == {}
    else:
        # There, an extension's functions are builtins: not temporary, and not droppable.
        assert set(different) == {
            "CREATE VIEW kept AS SELECT word_count('a b') AS n",
            "SELECT * FROM kept",
            "DROP TEMPORARY FUNCTION word_count",
            "SELECT word_count('a')",
            "SELECT * FROM words",
        }


@pytest.mark.parametrize(
    ("call", "answer"),
    [
        ("ascii_lower(17)", "'17'"),
        ("word_count(17)", "1"),
        ("fiscal_year('2024-11-05', 10)", "2025"),
        ("haversine_km('1', 2, 3, 4)", "314.4033852954768"),
        ("money_gross(100, '0.19')", "Decimal('119.00')"),
        ("count_nulls(1, NULL, array())", "1"),
        ("url_decode_form(text => 'a%20b')", "'a b'"),
        (
            "haversine_km(longitude2 => 4, latitude2 => 3, longitude1 => 2, latitude1 => '1')",
            "314.4033852954768",
        ),
        ("haversine_km(1, 2, longitude2 => 4, latitude2 => 3)", "314.4033852954768"),
        ("ip_in_cidr(block => '10.0.0.0/8', address => '10.1.2.3')", "True"),
        ("identity(value => array(1))", "[1]"),
    ],
)
def test_result(outcomes, call: str, answer: str) -> None:
    outcome = outcomes[f"SELECT {call}"]
    assert isinstance(outcome, list), outcome
    (row,) = outcome[1]
    assert row.partition("=")[2] == f"{answer})" or row.endswith(f"={answer})"), row


@pytest.mark.parametrize(
    ("call", "condition"),
    [
        ("url_decode_form(array('a'))", "DATATYPE_MISMATCH.UNEXPECTED_INPUT_TYPE"),
        ("strip_html(array(1))", "DATATYPE_MISMATCH.UNEXPECTED_INPUT_TYPE"),
        ("ascii_lower('a', 'b')", "WRONG_NUM_ARGS.WITHOUT_SUGGESTION"),
        ("haversine_km(1)", "WRONG_NUM_ARGS.WITHOUT_SUGGESTION"),
        ("url_decode_form(txt => 'a')", "UNRECOGNIZED_PARAMETER_NAME"),
        (
            "url_decode_form(text => 'a', text => 'b')",
            "DUPLICATE_ROUTINE_PARAMETER_ASSIGNMENT.DOUBLE_NAMED_ARGUMENT_REFERENCE",
        ),
        (
            "url_decode_form('a', text => 'b')",
            "DUPLICATE_ROUTINE_PARAMETER_ASSIGNMENT.BOTH_POSITIONAL_AND_NAMED",
        ),
        (
            "haversine_km(latitude1 => 1, longitude1 => 2, latitude2 => 3)",
            "REQUIRED_PARAMETER_NOT_FOUND",
        ),
        ("haversine_km(latitude1 => 1, 2, 3, 4)", "UNEXPECTED_POSITIONAL_ARGUMENT"),
        ("count_nulls(values => 1)", "NAMED_PARAMETERS_NOT_SUPPORTED"),
    ],
)
def test_error(outcomes, call: str, condition: str) -> None:
    outcome = outcomes[f"SELECT {call}"]
    assert outcome["error"] == "AnalysisException"
    assert outcome["condition"] == condition
    named = {str(value).strip("`").partition("(")[0] for value in outcome["parameters"].values()}
    assert call.partition("(")[0] in {name.strip('"') for name in named}


@pytest.mark.parametrize(
    ("sql", "rows"),
    [
        ("SELECT * FROM words ORDER BY n", ["Row(n=3)", "Row(n=3)"]),
        ("SELECT * FROM global_temp.everywhere", ["Row(n=1)"]),
        ("SHOW USER FUNCTIONS LIKE 'word*'", ["Row(function='word_count')"]),
    ],
)
def test_statement(outcomes, sql: str, rows: list[str]) -> None:
    assert outcomes[sql][1][: len(rows)] == rows


def test_permanent_views_reject_temporary_functions(outcomes) -> None:
    """Spark's rule for functions that only a session has, including the extension's."""
    outcome = outcomes["CREATE VIEW kept AS SELECT word_count('a b') AS n"]
    assert outcome["condition"] == "INVALID_TEMP_OBJ_REFERENCE"


def test_described(outcomes) -> None:
    lines = outcomes["DESCRIBE FUNCTION EXTENDED word_count"][1]
    assert "Row(function_desc='Function: word_count')" in lines
    assert any("functions.text.WordCount" in line for line in lines)
    assert any("Usage: word_count(text string) -> int - " in line for line in lines)
    assert any("> SELECT word_count(" in line for line in lines)


def test_dropped(outcomes) -> None:
    assert outcomes["SELECT word_count('a')"]["condition"] == "UNRESOLVED_ROUTINE"
    assert outcomes["SELECT * FROM words"]["condition"] == "UNRESOLVED_ROUTINE"
