# SPDX-License-Identifier: Apache-2.0

"""The command to type for the program, by its place and the activated environment."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rapids_udfs.console.terminal import program


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The program's path in an environment that is not activated."""
    script = tmp_path / ".venv" / "bin" / "rapids-udfs"
    monkeypatch.setattr(sys, "argv", [str(script)])
    monkeypatch.setattr(sys, "prefix", str(tmp_path / ".venv"))
    monkeypatch.setattr(sys, "base_prefix", "/usr")
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    return script


def test_its_path_from_here(
    installed: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert program() == ".venv/bin/rapids-udfs"


def test_its_whole_path_from_elsewhere(installed: Path) -> None:
    assert program() == str(installed)


def test_its_name_where_the_environment_is_activated(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VIRTUAL_ENV", sys.prefix)
    assert program() == "rapids-udfs"


def test_its_name_outside_of_environments(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "base_prefix", sys.prefix)
    assert program() == "rapids-udfs"


def test_its_name_where_another_program_calls_it(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["/usr/bin/pytest"])
    assert program() == "rapids-udfs"
