# SPDX-License-Identifier: Apache-2.0

"""The commands as a user types them: make, the noxfile's sessions and .ci/run."""

from __future__ import annotations

import dataclasses
import math
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import noxfile
import pytest
from nox import registry

import suite
from conftest import APART
from devtools import bootstrap, matrix, stages
from devtools.paths import ROOT

SESSIONS = registry.get()
KINDS = ("pytest", "emulator", "conformance")

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def test_makefile_and_help_name_all_targets_and_only_these() -> None:
    (named,) = re.findall(r"^SESSIONS = (.+)$", MAKEFILE, re.MULTILINE)
    tiers = {*suite.TAGS, suite.EVERYTHING}
    targets = {*named.split(), *tiers, "docs", "lint", "release-notes", "clean"}
    assert set(named.split()) <= set(SESSIONS)
    done = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    described = set(re.findall(r"^make ([a-z-]+)", done.stdout, re.MULTILINE))
    assert described == targets - {"bench-emulator", "bench-python"}
    assert "also bench-emulator, bench-python" in done.stdout


def test_every_session_has_a_description() -> None:
    said = {name: func.__doc__ or "" for name, func in SESSIONS.items()}
    assert [name for name, text in said.items() if not text.endswith(".")] == []
    assert said["jvm-spark-3.5_2.13"] == "Run the JVM tests of a line."


def tagged(tag: str) -> set[str]:
    return {name for name, func in SESSIONS.items() if tag in func.tags}


def test_every_supported_version_is_tested() -> None:
    always, tested = tagged("test-all"), tagged("test-all") | tagged("nightly")
    for line in matrix.load().lines:
        for spark in (*line.spark, *line.without_plugin):
            assert any(re.search(rf"-{re.escape(spark)}(_|$)", name) for name in tested), spark
        assert f"jars-{line.name}" in always
    assert {f"python-{python}" for python in matrix.load().main.python} <= tested


def test_the_short_run_is_the_main_lines_part_of_the_long_one() -> None:
    main = matrix.load().main
    assert tagged("test") < tagged("test-all")
    assert tagged("test") == {
        *("lint-python", "lint-jvm", "check-generated", "docs", "class-archive"),
        *(
            f"jars-{main.name}",
            f"links-{main.name}",
            f"jvm-{main.name}",
            *(f"{kind}-{main.main}" for kind in KINDS),
        ),
    }


def test_another_stage_runs_what_a_stage_leaves_out() -> None:
    """Except tests that do not depend on Spark; guide, release and smoke have separate stages."""
    for line in matrix.load().lines[:2]:
        asked = stages.folders(line)
        everywhere, *options = asked.pop("pytest")
        left_out = {option.removeprefix("--ignore=") for option in options}
        left_out |= {str(path.relative_to(ROOT)) for path in APART}
        once = set() if line == matrix.load().main else {*stages.ONCE_IS_ENOUGH}
        assert everywhere == "tests"
        of_213 = {f"tests/{name}" for name in ("acceptance", "builtins", "emulator")}
        in_columns = set() if line == matrix.load().main else of_213
        elsewhere = {"tests/guide", "tests/release", "tests/smoke", "tests/tables"}
        assert left_out - once - in_columns - elsewhere == {
            f if f in left_out else "/".join(f.split("/")[:2])
            for words in asked.values()
            for f in words
            if not f.startswith("--")
        }
        assert all((ROOT / path).exists() for path in left_out)


def test_no_file_is_both_long_and_of_every_night() -> None:
    night = {file for files in stages.EVERY_NIGHT.values() for file in files}
    assert {file for files in stages.LONG.values() for file in files} & night == set()


def test_stages_need_only_stages() -> None:
    for run in (tagged("test"), tagged("test-all"), tagged("test-all") | tagged("nightly")):
        assert {need for name in run for need in SESSIONS[name].requires} <= run


def test_the_suite_needs_a_tier(capsys: pytest.CaptureFixture[str]) -> None:
    assert suite.main("--help") == 2
    assert (
        "error: name one of check, test, test-all, nightly, everything" in capsys.readouterr().out
    )


@pytest.mark.parametrize("minutes", ["soon", "1 h", "nan", "-1"])
def test_minutes_are_a_number(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, minutes: str
) -> None:
    monkeypatch.setenv("MINUTES", minutes)
    assert suite.main("everything") == 2
    said = f"error: MINUTES is a number of at least 0, not {minutes!r}\n"
    assert capsys.readouterr().out == said


def test_only_everything_has_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[float] = []

    def run(_: object, __: object, minutes: float) -> int:
        limits.append(minutes)
        return 0

    monkeypatch.setenv("MINUTES", "7")
    monkeypatch.setattr(suite, "run", run)
    assert (suite.main("nightly"), suite.main("everything")) == (0, 0)
    assert limits == [math.inf, 7]


@pytest.mark.parametrize(
    ("versions", "spec"),
    [(("3.10", "3.11"), ">=3.10,<3.12"), (("3.10", "3.14"), ">=3.10,<3.15")],
)
def test_range_of_pythons(versions: tuple[str, ...], spec: str) -> None:
    line = dataclasses.replace(matrix.load().main, python=versions)
    assert noxfile.pythons(line) == spec


BOOTSTRAP = ROOT / "tools" / "bootstrap.py"


def test_old_python_gets_a_clear_error() -> None:
    source = BOOTSTRAP.read_text().replace(
        "import sys\n", "import sys\nsys.version_info = (3, 9, 1)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("error: Python >= 3.10 is needed, this is ")
    assert "make PYTHON=python3.11" in done.stderr


def test_the_entry_file_runs_on_old_pythons() -> None:
    code = BOOTSTRAP.read_text().partition("from devtools")[0]
    assert not re.search(r"\bf[\"']|:=|->|\bmatch\b", code)


def test_without_ensurepip_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "_has_ensurepip", lambda: False)
    monkeypatch.setattr(bootstrap.apt, "install", lambda _: False)
    with pytest.raises(SystemExit, match=r"no ensurepip module.*apt-get install python3\.\d+-venv"):
        bootstrap.main("folder", "requirements.txt")


def test_tools_that_cannot_be_installed(
    tmp_path: Path, program: Callable[[str, str], Path]
) -> None:
    (tmp_path / "requirements.txt").write_text("./nothing-here\n")
    with pytest.raises(SystemExit, match=r"could not be installed .*PIP_INDEX_URL"):
        bootstrap.main(str(tmp_path / "venv"), str(tmp_path / "requirements.txt"))


@pytest.mark.parametrize(
    ("make", "status", "last"),
    [
        (
            "mkdir -p target; printf 'table\\n7 passed, 0 failed, 1 skipped\\n' "
            "> target/test-summary.txt",
            0,
            "7 passed, 0 failed, 1 skipped",
        ),
        (
            "mkdir -p target; echo '7 passed, 2 failed, 0 skipped' > target/test-summary.txt; "
            "exit 2",
            2,
            "7 passed, 2 failed, 0 skipped",
        ),
        ("echo 'no network' >&2; exit 2", 2, "0 passed, 1 failed, 0 skipped"),
        ("exit 0", 1, "0 passed, 1 failed, 0 skipped"),
    ],
)
def test_ci_ends_with_the_counts(
    tmp_path: Path, program: Callable[[str, str], Path], make: str, status: int, last: str
) -> None:
    checkout = tmp_path / "checkout"
    (checkout / ".ci").mkdir(parents=True)
    (checkout / "target").mkdir()
    (checkout / "target" / "test-summary.txt").write_text("9 passed, 9 failed, 9 skipped\n")
    shutil.copy(ROOT / ".ci" / "run", checkout / ".ci" / "run")
    folder = program("bin/make", make).parent
    env = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
    done = subprocess.run(
        [checkout / ".ci" / "run"], capture_output=True, text=True, check=False, env=env
    )
    assert done.returncode == status
    assert done.stdout.splitlines()[-1] == last
    assert "9 passed, 9 failed" not in done.stdout


def test_a_signal_reaches_the_run_and_the_counts_are_reported(
    tmp_path: Path, program: Callable[[str, str], Path]
) -> None:
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "run", tmp_path / ".ci" / "run")
    counts = "mkdir -p target; echo '3 passed, 1 failed, 0 skipped' > target/test-summary.txt"
    body = f'trap "{counts}; exit 2" TERM; echo begun; while :; do sleep 0.1; done'
    env = {**os.environ, "PATH": f"{program('bin/make', body).parent}:{os.environ['PATH']}"}
    running = subprocess.Popen(
        [tmp_path / ".ci" / "run"], stdout=subprocess.PIPE, text=True, env=env
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "begun\n"
    running.terminate()
    printed, _ = running.communicate(timeout=30)
    assert printed.splitlines()[-1] == "3 passed, 1 failed, 0 skipped"
    assert running.returncode == 2
