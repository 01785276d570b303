# SPDX-License-Identifier: Apache-2.0

"""Reports: as text, as JUnit's XML and as a page."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from rapids_udfs.testing import report as reports
from rapids_udfs.testing.report import (
    FAILED,
    PASSED,
    SKIPPED,
    Check,
    Report,
    write_html,
    write_junit,
)


@pytest.fixture
def two_reports(monkeypatch: pytest.MonkeyPatch) -> list[Report]:
    monkeypatch.setattr(reports, "REPORTS", [])
    right = Report("f(int) -> int", "conforms", [Check("one", PASSED)], rows=3, batches=2, jobs=1)
    checks = [
        Check("a", PASSED, "", 0.5),
        Check("b <&>", FAILED, "it's \x00 wrong & <bad>\nmore", 0.25),
        Check("c", SKIPPED, "why"),
    ]
    return [right, Report("g() -> string", "survives faults", checks, notes=["a remark"])]


def test_as_text(two_reports: list[Report]) -> None:
    right, wrong = map(str, two_reports)
    assert right.splitlines()[0] == "f(int) -> int conforms"
    assert right.endswith("1 passed, 0 failed, 0 skipped; 3 rows in 2 batches, 1 queries, 0.0 s")
    assert wrong.splitlines()[0] == "g() -> string: survives faults? no"
    assert "  FAILED  b <&>: it's \x00 wrong & <bad>\n          more" in wrong
    assert "  note    a remark" in wrong
    assert [two_reports[0].ok, two_reports[1].ok] == [True, False]


def test_without_a_passed_check_it_is_not_ok(two_reports: list[Report]) -> None:
    assert not Report("f()", "conforms", [Check("one", SKIPPED)]).ok


def test_every_report_of_a_test_is_kept_for_the_summary(
    two_reports: list[Report], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert two_reports == reports.REPORTS
    monkeypatch.delenv("PYTEST_CURRENT_TEST")
    Report("h()", "conforms")
    assert two_reports == reports.REPORTS


def test_as_junit(two_reports: list[Report], tmp_path: Path) -> None:
    path = tmp_path / "new" / "r.xml"
    write_junit(path, two_reports)
    suites = ElementTree.parse(path).getroot()
    assert [s.get("name") for s in suites] == [
        "f(int) -> int conforms",
        "g() -> string survives faults",
    ]
    assert [(s.get("tests"), s.get("failures"), s.get("skipped")) for s in suites] == [
        ("1", "0", "0"),
        ("3", "1", "1"),
    ]
    failure = suites[1][1].find("failure")
    assert failure is not None
    assert failure.get("message") == "it's \ufffd wrong & <bad>"
    assert failure.text == "it's \ufffd wrong & <bad>\nmore"
    assert suites[1][2].find("skipped") is not None


def test_as_a_page(two_reports: list[Report], tmp_path: Path) -> None:
    path = tmp_path / "r.html"
    write_html(path, two_reports, "mode emulate, seed 1")
    text = path.read_text(encoding="utf-8")
    assert "does not conform" in text
    assert "<bad>" not in text
    assert "wrong &amp; &lt;bad&gt;" in text
    assert "mode emulate, seed 1" in text
    write_html(path, two_reports[:1], "mode emulate")
    assert "does not" not in path.read_text(encoding="utf-8")
