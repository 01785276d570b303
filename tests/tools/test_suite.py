# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from devtools import suite
from devtools.junit import Counts
from devtools.suite import Result, Stage, choose, run, selected, summary

# A fake of nox: a stage's name decides what it does.
NOX = """
import json, sys, time
from pathlib import Path
report, name = Path(sys.argv[2]), sys.argv[4]
def case(inner): return f'<testsuite><testcase name="t">{inner}</testcase></testsuite>'
def write(result, reason=None):
    report.write_text(json.dumps({"sessions": [{"result": result, "reason": reason}]}))
print("this is", name)
with open(report.parents[2] / "order", "a") as order: order.write(f"{name} begins\\n")
if "slow" in name: time.sleep(1)
if "tests" in name: (report.parent / "a.xml").write_text(case(""))
if "red" in name: (report.parent / "a.xml").write_text(case("<failure/>"))
if "half" in name: (report.parent / "a.xml").write_text("<testsuite>")
if "skipped" in name: write("skipped", "no Python 3.9")
elif "broken" in name: write("failed", "no network"); sys.exit(1)
elif "red" in name or "crash" in name: sys.exit(7)
else: write("success")
with open(report.parents[2] / "order", "a") as order: order.write(f"{name} ends\\n")
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(suite, "ROOT", tmp_path)
    monkeypatch.setattr(suite, "TARGET", tmp_path)
    monkeypatch.setattr(suite, "REPORTS", tmp_path / "reports")
    monkeypatch.setattr(suite, "SUMMARY", tmp_path / "summary.txt")
    # At its end, the run kills the descendants of its process, which here is the test's own.
    monkeypatch.setattr(suite.job, "adopt_orphans", lambda: None)
    monkeypatch.setattr(suite.job, "reap_orphans", lambda _: None)
    below = suite.job.descendants
    monkeypatch.setattr(
        suite.job,
        "descendants",
        lambda pid, **options: [] if pid == os.getpid() else below(pid, **options),
    )
    monkeypatch.setattr(suite.signal, "signal", lambda *_: None)
    return tmp_path


def go(*stages: Stage | str, minutes: float = 60) -> int:
    every = [s if isinstance(s, Stage) else Stage(s) for s in stages]
    return run(every, [sys.executable, "-c", NOX], minutes)


def last_line(root: Path) -> str:
    return (root / "summary.txt").read_text().splitlines()[-1]


def order(root: Path) -> list[str]:
    return (root / "order").read_text().splitlines()


def test_all_stages_pass(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert go("lint", "tests", "skipped") == 0
    text = (root / "summary.txt").read_text()
    assert text.splitlines()[1].split()[:2] == ["lint", "ok"]
    assert text.splitlines()[2].split()[:4] == ["tests", "1", "0", "0"]
    assert "skipped 1: skipped: no Python 3.9\n" in text
    assert last_line(root) == "1 passed, 0 failed, 1 skipped"
    assert capsys.readouterr().out.endswith(text)


@pytest.mark.parametrize(
    ("name", "line", "note"),
    [
        ("red", "0 passed, 1 failed, 0 skipped", "FAILED red"),
        ("broken", "0 passed, 1 failed, 0 skipped", "FAILED broken: no network"),
        ("crash", "0 passed, 1 failed, 0 skipped", "FAILED crash: exit status 7"),
        ("tests-crash", "1 passed, 1 failed, 0 skipped", "FAILED tests-crash: exit status 7"),
        ("half", "0 passed, 1 failed, 0 skipped", "FAILED half"),
    ],
)
def test_other_stages_run_after_a_failure(
    root: Path, name: str, line: str, note: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert go(name, "lint") == 1
    assert last_line(root) == line
    assert note in (root / "summary.txt").read_text().splitlines()
    printed = capsys.readouterr().out
    assert f"this is {name}" in printed
    assert "this is lint" not in printed


def test_stages_after_a_failed_one_are_not_run(root: Path) -> None:
    assert go("broken", Stage("tests", after=("broken",)), Stage("more", after=("tests",))) == 1
    text = (root / "summary.txt").read_text()
    assert "FAILED tests: not run: broken failed" in text
    assert "FAILED more: not run: tests failed" in text
    assert order(root) == ["broken begins"]


def test_stages_that_can_wait_do_not_begin_late(root: Path) -> None:
    assert go("lint", Stage("tests", can_wait=True), minutes=0) == 0
    assert order(root) == ["lint begins", "lint ends"]
    reason = "no stage of nightly begins after 0 minutes"
    assert f"skipped 1: {reason}\n" in (root / "summary.txt").read_text()
    assert last_line(root) == "0 passed, 0 failed, 1 skipped"


def test_stages_run_concurrently_unless_they_use_the_same(root: Path) -> None:
    go(Stage("slow-1", uses="sbt"), Stage("slow-2", uses="sbt"), Stage("slow-3"))
    seen = order(root)
    assert set(seen[:2]) == {"slow-1 begins", "slow-3 begins"}
    assert seen.index("slow-1 ends") < seen.index("slow-2 begins")


@pytest.mark.parametrize(
    ("cores", "gib", "at_once"), [(2, 16, 3), (2, 8, 2), (1, 4, 2), (None, 64, 2), (16, 64, 12)]
)
def test_number_of_concurrent_stages(
    monkeypatch: pytest.MonkeyPatch, cores: int | None, gib: int, at_once: int
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    memory = SimpleNamespace(total=gib << 30)
    monkeypatch.setattr(suite.psutil, "virtual_memory", lambda: memory)
    assert suite.side_by_side() == at_once


def test_reports_of_the_last_run_do_not_count(root: Path) -> None:
    go("tests")
    (root / "reports" / "tests" / "old.xml").write_text("<testsuite><testcase/></testsuite>")
    go("tests")
    assert last_line(root) == "1 passed, 0 failed, 0 skipped"


def test_a_stalled_stage_is_named(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suite.job, "STALLED_AFTER_S", 1.0)
    monkeypatch.setattr(suite.job, "_LOOK_EVERY_S", 0.1)
    begun = time.monotonic()
    assert run([Stage("one")], ["sh", "-c", "sleep 60"]) == 1
    assert time.monotonic() - begun < 30
    assert "FAILED one: ended: for 1 s it neither wrote nor computed" in (
        (root / "summary.txt").read_text()
    )


def test_stages_are_chosen_by_prefix_with_the_stages_they_need() -> None:
    stages = [
        Stage("jars"),
        Stage("lint"),
        Stage("smoke-1", ("jars",)),
        Stage("smoke-2", ("jars",)),
    ]
    assert choose(stages, []) == stages
    assert [s.name for s in choose(stages, ["smoke-2", "nothing"])] == ["jars", "smoke-2"]
    assert choose(stages, ["nothing"]) == []


def test_words_select_stages_of_the_tier_first() -> None:
    tier = ["pytest-4", "smoke-4.0.0", "smoke-4.3.0"]
    assert selected(tier, []) == tier
    assert selected(tier, ["smoke", "pytest"]) == ["smoke-4.0.0", "smoke-4.3.0", "pytest-4"]
    assert selected(tier, ["smoke-4.0.1"]) == ["smoke-4.0.1"]


def test_summary_adds_up() -> None:
    one = Counts(3, 1)
    one.skipped["no GPU"] += 2
    text = summary([Result("a", one, seconds=2.4), Result("b", Counts(), True, 61.0)], 62.0)
    assert text.splitlines() == [
        "stage   passed   failed  skipped  seconds",
        "a            3        1        2        2",
        "b           ok                         61",
        "total        3        1        2       62",
        "skipped 2: no GPU",
        "FAILED a",
        "3 passed, 1 failed, 2 skipped",
    ]


def test_a_foreign_spark_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    from devtools.process import environment

    monkeypatch.setenv("SPARK_HOME", "/foreign")
    monkeypatch.setenv("KEPT", "yes")
    env = environment({"MORE": "too"})
    assert "SPARK_HOME" not in env
    assert (env["KEPT"], env["MORE"]) == ("yes", "too")
    assert os.environ["SPARK_HOME"] == "/foreign"
