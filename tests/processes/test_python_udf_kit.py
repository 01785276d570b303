# SPDX-License-Identifier: Apache-2.0

"""The test kit over the corpus of compiled Python UDFs in columns, as over any dual function."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.in_columns import IN_COLUMNS

FAILING = (
    *("parsing.to_bool", "money.german_price", "numbers.ordinal"),
    *("numbers.safe_ratio", "dates.age_in_years", "text.initials", "web.status_class"),
    *("collections_.summary", "collections_.jaccard", "web.hashtags", "codes.ean_check_digit"),
    *("structs.quotient", "text.is_palindrome", "numbers.permission_names"),
)
"""UDFs with failures injected into every step, which takes half a minute per UDF."""
PARTS = 12


@pytest.mark.parametrize("part", range(PARTS))
def test_bodies_agree_and_survive_failures(run_script, part) -> None:
    tests = str(Path(__file__).parents[1])
    names = sorted(set(IN_COLUMNS) - set(FAILING))[part::PARTS] + list(FAILING[part::PARTS])
    failures = run_script("python_udf_kit", tests, ",".join(names), ",".join(FAILING))
    assert set(failures) == set(names)
    assert {name: text for name, text in failures.items() if text} == {}
