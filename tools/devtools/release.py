# SPDX-License-Identifier: Apache-2.0

"""The version in development, and the changelog's sections."""

from __future__ import annotations

import datetime
import re
from pathlib import Path

from devtools.paths import ROOT, VERSIONS_JSON
from devtools.process import DevError

CHANGELOG = ROOT / "CHANGELOG.md"
_UNRELEASED = "## [Unreleased]\n"


def bump(
    version: str, *, versions: Path = VERSIONS_JSON, changelog: Path = CHANGELOG, day: str = ""
) -> None:
    """Make ``version`` the current version in ``versions.json`` and in the changelog.

    The unreleased changes become the section of this version, which must be higher than the current
    one. If the function raises, no file has changed.
    """
    text = versions.read_text(encoding="utf-8")
    (present,) = re.findall(r'"version": "(.+?)"', text)
    if _numbers(version) <= _numbers(present):
        raise DevError(f"{version} is not higher than the current version, {present}")
    log = changelog.read_text(encoding="utf-8")
    if not notes("Unreleased", log):
        raise DevError(f"{changelog.name} has nothing under [Unreleased]: list the changes there")
    heading = f"## [{version}] - {day or datetime.date.today().isoformat()}\n"
    changelog.write_text(log.replace(_UNRELEASED, f"{_UNRELEASED}\n{heading}", 1), encoding="utf-8")
    versions.write_text(
        text.replace(f'"version": "{present}"', f'"version": "{version}"'), encoding="utf-8"
    )


def _numbers(version: str) -> tuple[int, ...]:
    if not re.fullmatch(r"(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}", version):
        raise DevError(f"{version!r} is not a version: three numbers with dots, such as 1.2.0")
    return tuple(map(int, version.split(".")))


def notes(version: str, log: str | None = None) -> str:
    """Return the changelog's section of a version, without its heading."""
    text = log if log is not None else CHANGELOG.read_text(encoding="utf-8")
    # A new line ends the last section, too.
    sections = re.findall(r"(?ms)^## \[(.+?)\].*?\n(.*?)(?=^## |\Z)", text)
    bodies = [body.strip() for name, body in sections if name == version]
    if not bodies:
        named = ", ".join(name for name, _ in sections)
        raise DevError(f"the changelog has no section [{version}]; it has {named}")
    return str(bodies[0])
