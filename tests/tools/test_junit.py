# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

from pathlib import Path

from devtools import junit
from devtools.junit import Counts

PYTEST = """<?xml version="1.0"?><testsuites><testsuite name="pytest" tests="5" failures="1">
<testcase classname="a" name="passes"/>
<testcase classname="a" name="fails"><failure message="no">assert</failure></testcase>
<testcase classname="a" name="setup"><error message="no">boom</error></testcase>
<testcase classname="a" name="skip"><skipped type="s" message="no GPU">x</skipped></testcase>
<testcase classname="a" name="skip2"><skipped message="no GPU"/></testcase>
</testsuite></testsuites>"""

SBT = """<?xml version="1.0"?><testsuite name="S" tests="3" errors="0" failures="0" skipped="1">
<properties><property name="a" value="b"/></properties>
<testcase classname="S" name="one" time="0.1"/><testcase classname="S" name="two"/>
<testcase classname="S" name="three"><skipped/></testcase>
<system-out><![CDATA[]]></system-out></testsuite>"""


def write(folder: Path, name: str, text: str) -> Path:
    (folder / name).write_text(text)
    return folder / name


def test_adds_pytest_and_sbt_reports(tmp_path: Path) -> None:
    counts = junit.read([write(tmp_path, "p.xml", PYTEST), write(tmp_path, "s.xml", SBT)])
    assert (counts.passed, counts.failed) == (3, 2)
    assert counts.skipped == {
        "no GPU": 2,
        "S / three (its report gives no reason)": 1,
    }
    assert counts.total == 8
    assert str(counts) == "3 passed, 2 failed, 3 skipped"


def test_broken_report_is_a_failure(tmp_path: Path) -> None:
    counts = junit.read([write(tmp_path, "p.xml", PYTEST[:200]), tmp_path / "none.xml"])
    assert counts == Counts(failed=2)


def test_adding() -> None:
    a = Counts(1, 2)
    a.skipped["x"] += 1
    b = Counts(3, 4)
    b.skipped.update({"x": 2, "y": 1})
    a.add(b)
    assert (a.passed, a.failed, a.skipped) == (4, 6, {"x": 3, "y": 1})
