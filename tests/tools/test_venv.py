from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from devtools import jdk, matrix, venv
from devtools.process import DevError

LINE = matrix.load().lines[1]
HERE = Path(sys.executable)


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that would be run; making an environment makes its folder."""
    seen: list[list[str]] = []

    def run(command: Sequence[str | Path], **_: Any) -> int:
        seen.append([str(word) for word in command])
        if "venv" in seen[-1]:
            Path(seen[-1][-1]).mkdir(parents=True, exist_ok=True)
        return 0

    monkeypatch.setattr(venv, "run", run)
    return seen


def test_requirements_follow_the_matrix() -> None:
    assert venv.spark_requirements("3.5.2", LINE, full=False) == ["pyspark==3.5.2"]
    assert venv.spark_requirements("3.5.5", LINE, full=True) == [
        "pyspark[connect]==3.5.5",
        *LINE.pip,
    ]


def test_environment_is_made_once_and_again_for_other_requirements(
    cache: Path, commands: list[list[str]]
) -> None:
    python = venv.ensure_spark("3.5.2", LINE, HERE, full=False)
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    assert python == cache / "venvs" / f"spark-3.5.2-py{version}" / "bin" / "python"
    assert [c[2] for c in commands] == ["venv", "pip"]
    assert commands[1][-2:] == ["pytest>=8", "pyspark==3.5.2"]
    venv.ensure_spark("3.5.2", LINE, HERE, full=False)
    assert len(commands) == 2
    venv.ensure_spark("3.5.2", LINE, HERE, full=True)
    assert [c[2] for c in commands] == ["venv", "pip", "pip"]


def test_broken_off_installation_is_done_again(
    cache: Path, commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    working = venv.run

    def failing(command: Sequence[str | Path], **kwargs: Any) -> int:
        working(command, **kwargs)
        return 1 if "pip" in [str(word) for word in command] else 0

    with monkeypatch.context() as patch:
        patch.setattr(venv, "run", failing)
        with pytest.raises(DevError, match=r"pip could not install .*PIP_INDEX_URL"):
            venv.ensure_spark("3.5.2", LINE, HERE, full=False)
    venv.ensure_spark("3.5.2", LINE, HERE, full=False)
    assert [c[2] for c in commands] == ["venv", "pip", "venv", "pip"]


def test_without_ensurepip_the_package_is_named(
    tmp_path: Path, commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(venv, "_has_ensurepip", lambda _: False)
    monkeypatch.setattr(jdk, "apt_get", lambda: None)
    with pytest.raises(DevError, match=r"apt-get install python3\.\d+-venv"):
        venv._create(tmp_path / "venv", HERE)
    assert commands == []


def test_other_python_is_looked_for_and_tried(
    program: Callable[[str, str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = dataclasses.replace(LINE, python=("3.4", "3.5"))
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert venv.python_for(old) is None
    program("bin/python3.5", "echo 'a shim that leads nowhere' >&2; exit 127")
    assert venv.python_for(old) is None
    good = program("bin/python3.4", "echo 3.4")
    assert venv.python_for(old) == good
    better = program(".pyenv/versions/3.5.9/bin/python3.5", "echo 3.5")
    assert venv.python_for(old) == better
