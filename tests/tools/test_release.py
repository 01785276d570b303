# SPDX-License-Identifier: Apache-2.0

"""A new version, and a version's release notes."""

from __future__ import annotations

from pathlib import Path

import pytest

from devtools import matrix, release
from devtools.paths import VERSIONS_JSON
from devtools.process import DevError

LOG = """# Changelog

## [Unreleased]

### Added

- Wings.

## [0.1.0] - 2020-01-01

- Wheels.
"""


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """A copy of versions.json with version 0.1.0, and a changelog."""
    versions, log = tmp_path / "versions.json", tmp_path / "CHANGELOG.md"
    text = VERSIONS_JSON.read_text(encoding="utf-8")
    present = f'"version": "{matrix.load().version}"'
    versions.write_text(text.replace(present, '"version": "0.1.0"'), encoding="utf-8")
    log.write_text(LOG, encoding="utf-8")
    return versions, log


def test_a_new_version(files: tuple[Path, Path]) -> None:
    versions, log = files
    release.bump("0.10.0", versions=versions, changelog=log, day="2026-11-23")
    assert matrix.load(versions).version == "0.10.0"
    assert matrix.load(versions).lines == matrix.load().lines
    text = log.read_text(encoding="utf-8")
    assert "## [Unreleased]\n\n## [0.10.0] - 2026-11-23\n\n### Added\n\n- Wings." in text
    assert release.notes("0.10.0", text) == "### Added\n\n- Wings."
    assert release.notes("0.1.0", text) == "- Wheels."
    with pytest.raises(DevError, match=r"nothing under \[Unreleased\]"):
        release.bump("0.11.0", versions=versions, changelog=log)


@pytest.mark.parametrize(
    ("version", "says"),
    [
        ("0.1.0", r"0\.1\.0 is not higher than the current version, 0\.1\.0"),
        ("0.0.9", "is not higher"),
        ("1.2", "is not a version"),
        ("v1.2.0", "is not a version"),
        ("1.2.0rc1", "is not a version"),
        ("01.2.0", "is not a version"),
        ("", "is not a version"),
    ],
)
def test_invalid_versions(files: tuple[Path, Path], version: str, says: str) -> None:
    before = [file.read_text(encoding="utf-8") for file in files]
    with pytest.raises(DevError, match=says):
        release.bump(version, versions=files[0], changelog=files[1])
    assert [file.read_text(encoding="utf-8") for file in files] == before


def test_notes_of_an_unknown_version() -> None:
    with pytest.raises(DevError, match=r"no section \[9\.9\.9\]; it has Unreleased, 0\.1\.0"):
        release.notes("9.9.9", LOG)


def test_the_changelog_has_changes() -> None:
    """Under [Unreleased], or in the current version's section right after a bump."""
    text = release.notes("Unreleased") or release.notes(matrix.load().version)
    assert "### " in text
