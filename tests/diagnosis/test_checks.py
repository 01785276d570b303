# SPDX-License-Identifier: Apache-2.0

"""The table of checks: each once for a set-up, and in the documentation."""

from __future__ import annotations

import re

import pytest

from harness.documents import ROOT
from rapids_udfs.diagnosis import doctor
from rapids_udfs.diagnosis.finding import Check

TABLES = (
    doctor.BEFORE_START,
    doctor.SESSION,
    doctor.CLIENT_BEFORE_START,
    doctor.CLIENT_SESSION,
)


@pytest.mark.parametrize("table", TABLES, ids=range(len(TABLES)))
def test_each_is_there_once(table: tuple[Check, ...]) -> None:
    names = [check.name for check in table]
    assert sorted(names) == sorted(set(names))


def test_the_page_has_every_check_with_its_severities() -> None:
    text = (ROOT / "docs" / "troubleshooting.md").read_text(encoding="utf-8")
    text = text.partition("\n| check | finds | as |\n")[2]
    rows = re.findall(r"^\| ((?:`[\w-]+`(?:, )?)+) \| .* \| (.+) \|$", text, re.M)
    said = {name: severities for names, severities in rows for name in re.findall("[a-z-]+", names)}
    every = {check.name: check for table in TABLES for check in table}
    assert said.keys() == every.keys()
    for name, check in every.items():
        assert check.severity in said[name], name
