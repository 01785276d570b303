# SPDX-License-Identifier: Apache-2.0

"""The count of mutants: PIT's reports, the surviving mutants, and the table."""

from __future__ import annotations

import subprocess
import xml.etree.ElementTree as ElementTree
from types import SimpleNamespace

import pytest

import mutants
from devtools.mutant_groups import Group
from devtools.process import DevError

FIELDS = ("a.B", "f", "()I", "7", "MathMutator", "12", "Replaced")
REPORT = """<mutation status='NO_COVERAGE'><sourceFile>B.java</sourceFile>
<mutatedClass>a.B</mutatedClass><mutatedMethod>f</mutatedMethod>
<methodDescription>()I</methodDescription><lineNumber>12</lineNumber>
<mutator>org.pitest.MathMutator</mutator><indexes><index>7</index></indexes>
<description>Replaced</description></mutation>"""


@pytest.fixture
def page(tmp_path, monkeypatch):
    known = tmp_path / "equivalent.tsv"
    known.write_text("# a comment\n" + "\t".join((*FIELDS[:5], "a larger buffer")) + "\n")
    table = tmp_path / "page.md"
    table.write_text("text\n\n| package |\n|---|\n| `rows` | old |\n| `python` | old |\n\nend\n")
    monkeypatch.setattr(mutants, "EQUIVALENT", known)
    monkeypatch.setattr(mutants, "PAGE", table)
    return table


def test_a_mutant_of_pit_has_the_fields_of_one_of_pytest() -> None:
    assert mutants._of_pit(ElementTree.fromstring(REPORT)) == ("\t".join(FIELDS), "no coverage")


def test_surviving_mutants_are_neither_noticed_nor_equivalent(page) -> None:
    other = "\t".join((*FIELDS[:3], "8", *FIELDS[4:]))
    third = "\t".join((*FIELDS[:3], "9", *FIELDS[4:]))
    status = {"\t".join(FIELDS): "survived", other: "not covered", third: "timed out"}
    assert mutants.alive(status) == ["\t".join(FIELDS), other]
    assert mutants.row("rows", status) == "| `rows` | 3 | 1 | 1 | 50 % |"


def test_rows_of_the_table_are_replaced_in_order(page) -> None:
    mutants.update({"python": "| `python` | new |", "builtins": "| `builtins` | new |"})
    lines = page.read_text().splitlines()
    assert lines[3:7] == ["|---|", "| `rows` | old |", "| `builtins` | new |", "| `python` | new |"]
    assert lines[7:] == ["", "end"]


def test_an_unknown_package_is_rejected_with_a_list(capsys, monkeypatch) -> None:
    monkeypatch.setattr("sys.argv", ["mutants", "rowz"])
    with pytest.raises(SystemExit):
        mutants.main()
    assert "no such package; there are: functions.arrays" in capsys.readouterr().err


def test_mutants_without_time_do_not_count(monkeypatch) -> None:
    monkeypatch.setattr(mutants, "listed", lambda classes: ["x.A", "x.B"])
    monkeypatch.setattr(mutants, "by_pytest", lambda *_: {"x.A": "survived"})
    group = Group(("python",), (), (("tests/a.py", "tests/b.py"),))
    limits = mutants.Limits(sample=0, most=1, until=0.0)
    assert mutants.measure(group, {"python": ["x"]}, limits) == {"python": {"x.A": "survived"}}
    assert limits.seconds_left() == 1


def test_mutants_that_only_some_tests_ran_on_do_not_count(monkeypatch) -> None:
    by_suites = {"rows": {"x.A": "killed", "x.B": "survived", "x.C": "no coverage"}}
    sessions = [{"x.B": "survived", "x.C": "not covered"}, {"x.B": "survived"}]
    asked = []

    def by_pytest(name, packages, files, left, limits):
        asked.append((name, left))
        return sessions[len(asked) - 1]

    monkeypatch.setattr(mutants, "by_suites", lambda *_: by_suites)
    monkeypatch.setattr(mutants, "by_pytest", by_pytest)
    group = Group(("rows",), ("rows.*",), (("tests/a.py",), ("tests/b.py",)))
    limits = mutants.Limits(sample=0, most=1, until=None)
    found = mutants.measure(group, {"rows": ["x"]}, limits)
    assert found == {"rows": {"x.A": "killed", "x.B": "survived"}}
    assert asked == [("rows-0", ["x.B", "x.C"]), ("rows-1", ["x.B", "x.C"])]


def test_a_sample_is_of_classes_that_have_mutants(monkeypatch) -> None:
    lines = [f"{name}\t{at}" for name, many in (("a.A", 9), ("a.B", 2)) for at in range(many)]
    monkeypatch.setattr(mutants, "listed", lambda classes: lines)
    classes = {"a": ["a.A", "a.B", "a.WithoutMutants"]}
    assert mutants.sampled(classes, 11) in ({"a": ["a.A", "a.B"]}, {"a": ["a.B", "a.A"]})
    assert mutants.sampled(classes, 1) in ({"a": ["a.A"]}, {"a": ["a.B"]})
    monkeypatch.setattr(mutants, "listed", lambda classes: [])
    assert mutants.sampled(classes, 11) == {}


@pytest.mark.parametrize(("status", "records"), [(4, 0), (3, 1)])
def test_pytest_that_cannot_start_is_an_error(
    monkeypatch, tmp_path, capsys, status: int, records: int
) -> None:
    def run(*_: object, **__: object) -> subprocess.CompletedProcess[str]:
        done = tmp_path / "rows-0" / "done.jsonl"
        done.write_text('{"mutant": "x.A", "status": "killed", "by": "t"}\n' * records)
        return subprocess.CompletedProcess([], status)

    monkeypatch.setattr(mutants, "WORK", tmp_path)
    monkeypatch.setattr(mutants, "jdk", lambda: SimpleNamespace(home="java"))
    monkeypatch.setattr(subprocess, "run", run)
    limits = mutants.Limits(sample=0, most=1, until=None)
    if records:
        found = mutants.by_pytest("rows-0", ("rows",), (), ["x.A", "x.B"], limits)
        assert found == {"x.A": "killed"}
        assert "pytest ended with 3: the other mutants do not count" in capsys.readouterr().out
    else:
        with pytest.raises(DevError, match="pytest ended with 4 before the first mutant"):
            mutants.by_pytest("rows-0", ("rows",), (), ["x.A"], limits)
