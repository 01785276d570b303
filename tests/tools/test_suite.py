from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from devtools import matrix, suite, venv
from devtools.junit import Counts
from devtools.stages import SkipStageError, Stage

GOOD = '<testsuite><testcase classname="a" name="b"/></testsuite>'
EMPTY = "<testsuite/>"


@pytest.mark.parametrize(
    ("report", "status", "expected"),
    [
        (GOOD, 0, Counts(passed=1)),
        (GOOD, 1, Counts(passed=1, failed=1)),  # died after its last report
        (EMPTY, 0, Counts(failed=1)),  # nothing ran
        (None, 0, Counts(failed=1)),  # no report at all
    ],
)
def test_a_run_that_does_not_add_up_is_a_failure(
    tmp_path: Path, report: str | None, status: int, expected: Counts
) -> None:
    file = tmp_path / "report.xml"
    if report:
        file.write_text(report)
    assert suite._counted([file], status, "it") == expected


def test_every_supported_spark_version_is_tested_once() -> None:
    data = matrix.load()
    names = [stage.name for stage in suite.stages(data)]
    for line in data.lines:
        assert f"jvm-{line.name}" in names
        assert f"pytest-{line.main}" in names
        assert f"host-{line.main}" in names
        for version in line.spark:
            others = [n for n in names if not n.startswith("host-")]
            stages = [n for n in others if version in n.partition("-")[2].split("+")]
            assert len(stages) == 1, version
    assert {"lint-ruff", "lint-mypy", "lint-scalafmt", "lint-generated", "wheel"} <= set(names)


@pytest.fixture
def target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(suite, "TARGET", tmp_path)
    monkeypatch.setattr(suite, "SUMMARY", tmp_path / "summary.txt")
    monkeypatch.setattr(suite, "_REPORTS", tmp_path / "reports")
    return tmp_path


def test_summary_file_and_status(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = [Stage("good", lambda: Counts(2)), Stage("bad", lambda: Counts(1, 1))]
    monkeypatch.setattr(suite, "stages", lambda _: made)
    assert suite.run_suite([]) == 1
    assert (target / "summary.txt").read_text().endswith("\n3 passed, 1 failed, 0 skipped\n")
    assert suite.run_suite(["go"]) == 0
    assert (target / "summary.txt").read_text().endswith("\n2 passed, 0 failed, 0 skipped\n")
    with pytest.raises(suite.DevError, match="no such stage; there are: good, bad"):
        suite.run_suite(["nothing"])


def test_ended_from_outside_it_still_sums_up(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def ended() -> Counts:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(20)
        return Counts(passed=1000)

    made = [Stage("good", lambda: Counts(2)), Stage("ended", ended), Stage("never", ended)]
    monkeypatch.setattr(suite, "stages", lambda _: made)
    before = signal.getsignal(signal.SIGTERM)
    try:
        with pytest.raises(SystemExit) as end:
            suite.run_suite([])
    finally:
        signal.signal(signal.SIGTERM, before)
    assert end.value.code == 143
    lines = (target / "summary.txt").read_text().splitlines()
    assert lines[-1] == "2 passed, 2 failed, 0 skipped"
    assert "FAILED never: did not run to its end: ended from outside" in lines


def test_line_without_its_python_is_skipped_with_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    line = matrix.load().lines[1]
    monkeypatch.setattr(venv, "python_for", lambda _: None)
    with pytest.raises(SkipStageError, match=r"PySpark 3\.5\.\d needs Python 3\.10 or 3\.11; this"):
        suite._full(line)


def test_pytest_gets_its_own_spark_and_java(
    target: Path,
    program: Callable[[str, str], Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SPARK_HOME", "/foreign")
    monkeypatch.setenv("PYTHONPATH", "/foreign")
    fake = program(
        "bin/python",
        f'env > {target}/env; for a in "$@"; do case $a in --junitxml=*) '
        f"echo '{GOOD}' > ${{a#--junitxml=}} ;; esac; done",
    )
    counts = suite._pytest("4.0.0", fake, ["tests/smoke"], PYTHONPATH=Path("/package"))
    assert counts == Counts(passed=1)
    env = dict(line.split("=", 1) for line in (target / "env").read_text().splitlines())
    assert env["PYSPARK_PYTHON"] == str(fake)
    assert env["PATH"].startswith(f"{fake.parent}:")
    assert env["PYTHONPATH"] == "/package"
    assert (Path(env["JAVA_HOME"]) / "bin" / "javac").exists()
    assert "SPARK_HOME" not in env


def test_this_python_is_taken_if_it_is_supported() -> None:
    main = matrix.load().main
    assert venv.python_for(main) == Path(sys.executable)
