# SPDX-License-Identifier: Apache-2.0

"""The test kit over the corpus of compiled Python UDFs in columns, as over any dual function."""

from __future__ import annotations

from pathlib import Path

from harness.in_columns import IN_COLUMNS

FAILING = (
    *("parsing.to_bool", "money.german_price", "numbers.ordinal"),
    *("numbers.safe_ratio", "dates.age_in_years", "text.initials", "web.status_class"),
)
"""Those into every step of which failures are injected, half a minute each."""


def test_bodies_agree_and_survive_failures(run_script) -> None:
    tests = str(Path(__file__).parents[1])
    found = run_script("python_udf_kit", tests, ",".join(IN_COLUMNS), ",".join(FAILING))
    assert set(found) == set(IN_COLUMNS)
    assert {name: text for name, text in found.items() if text} == {}
