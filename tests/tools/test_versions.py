# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import generate_versions
import rapids_udfs._versions as generated
from devtools import matrix
from devtools.paths import VERSIONS_JSON


def test_generated_module_matches_the_file() -> None:
    data = matrix.load()
    assert generated.__version__ == data.version
    assert data.java == generated.JAVA
    assert [line.spark for line in generated.LINES] == [line.spark for line in data.lines]
    assert data.plugin == generated.PLUGIN


def test_generated_module_round_trips(tmp_path: Path) -> None:
    names: dict[str, Any] = {"__name__": "made"}
    exec(generate_versions.text(matrix.load()), names)
    assert names["LINES"] == generated.LINES


def test_check_fails_with_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stale = tmp_path / "_versions.py"
    stale.write_text("old")
    monkeypatch.setattr(generate_versions, "TARGET", stale)
    monkeypatch.setattr(generate_versions, "ROOT", tmp_path)
    assert generate_versions.main(["--check"]) == 1
    assert "run: make generate" in capsys.readouterr().out
    assert stale.read_text() == "old"
    assert generate_versions.main([]) == 0
    assert generate_versions.main(["--check"]) == 0


def change(tmp_path: Path, edit: Any) -> Path:
    data = json.loads(VERSIONS_JSON.read_text())
    edit(data)
    file = tmp_path / "versions.json"
    file.write_text(json.dumps(data))
    return file


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda d: d.pop("java"), "the top level lacks 'java'"),
        (lambda d: d["lines"][1].pop("pip"), r"spark-3\.5_2\.12 lacks 'pip'"),
        (lambda d: d.pop("pluginSha256"), "the top level lacks 'pluginSha256'"),
        (lambda d: d["lines"].clear(), "'lines' is empty"),
        (lambda d: d["lines"][0].update(main="9.9.9"), r"main 9\.9\.9 of spark-4 is not in"),
    ],
)
def test_faults_in_the_file_are_named(tmp_path: Path, edit: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        matrix.load(change(tmp_path, edit))
