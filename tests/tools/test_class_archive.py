# SPDX-License-Identifier: Apache-2.0

"""Archives of Spark's classes: without an archive, tests run as before."""

from __future__ import annotations

from pathlib import Path

import pytest

from devtools import class_archive
from harness import own_process


def program(tmp_path: Path, text: str) -> Path:
    submit = tmp_path / "spark-submit"
    submit.write_text(f"#!/bin/sh\n{text}\n")
    submit.chmod(0o755)
    return tmp_path / "python"


@pytest.fixture(autouse=True)
def _target(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(class_archive, "TARGET", tmp_path)


def test_it_is_written_once_and_completely(tmp_path: Path) -> None:
    name = '"${SPARK_SUBMIT_OPTS#*ArchiveClassesAtExit=}"'
    python = program(tmp_path, f'echo classes > "$(echo {name} | cut -d" " -f1)"')
    class_archive.make(python, "9.9")
    (archive,) = (tmp_path / "class-archives").iterdir()
    assert (archive.name, archive.read_text()) == ("spark-9.9.jsa", "classes\n")
    program(tmp_path, "exit 1")
    class_archive.make(python, "9.9")
    assert archive.read_text() == "classes\n"


@pytest.mark.parametrize("text", ["exit 3", "true", "sleep 30"])
def test_a_failure_is_only_reported(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(class_archive, "_MOST_SECONDS", 1)
    class_archive.make(program(tmp_path, text), "9.9")
    assert "the classes of Spark 9.9 are not archived: " in capsys.readouterr().out
    assert not list((tmp_path / "class-archives").iterdir())


def test_a_missing_archive_does_no_harm() -> None:
    assert f"spark-{own_process.version('pyspark')}.jsa" in own_process.jvm_options()
    assert "-Xlog:disable" in own_process.jvm_options()
