"""The commands as a user types them: make, tools/dev.py and .ci/run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from devtools import cli
from devtools.paths import ROOT
from devtools.process import DevError

DEV = ROOT / "tools" / "dev.py"


def test_makefile_has_every_command() -> None:
    text = (ROOT / "Makefile").read_text()
    (targets,) = re.findall(r"^COMMANDS = (.+)$", text, re.MULTILINE)
    assert {"help", *targets.split()} == set(cli.COMMANDS)


def test_help_lists_every_command() -> None:
    done = subprocess.run([sys.executable, DEV, "help"], capture_output=True, text=True, check=True)
    listed = re.findall(r"^  ([a-z-]+) ", done.stdout, re.MULTILINE)
    assert listed == list(cli.COMMANDS)


def test_unknown_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["nothing"]) == 2
    assert "no command 'nothing'; there are: help, setup" in capsys.readouterr().out


def test_old_python_gets_a_clear_answer() -> None:
    source = DEV.read_text().replace("import sys\n", "import sys\nsys.version_info = (3, 9, 1)\n")
    done = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("error: Python >= 3.10 is needed, this is ")
    assert "make PYTHON=python3.11" in done.stderr


def test_entry_file_has_no_syntax_that_old_pythons_lack() -> None:
    code = DEV.read_text().partition("from devtools")[0]
    assert not re.search(r"\bf[\"']|:=|->|\bmatch\b", code)


def test_error_is_a_sentence_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: list[str]) -> None:
        raise DevError("do this")

    monkeypatch.setitem(cli.COMMANDS, "help", cli.Command("", False, fail))
    assert cli.main(["help"]) == 1
    assert capsys.readouterr().err == "error: do this\n"


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
