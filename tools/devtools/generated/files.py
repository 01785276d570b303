# SPDX-License-Identifier: Apache-2.0

"""Writes generated files, or reports which of them are stale."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from devtools.paths import ROOT
from devtools.process import say


def write_or_check(
    wanted: Mapping[Path, str], arguments: list[str], owned: Iterable[Path] = (), root: Path = ROOT
) -> int:
    """Write the files, or with ``--check`` only compare them; return the exit status.

    Owned files that are not wanted are removed.
    """
    stale = [path for path, text in wanted.items() if _read(path) != text]
    left_over = [path for path in owned if path not in wanted]
    if "--check" in arguments:
        for path in [*stale, *left_over]:
            say(f"{path.relative_to(root)} does not agree with its source; run: make generate")
        return 1 if stale or left_over else 0
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(wanted[path], encoding="utf-8")
        say(f"wrote {path.relative_to(root)}")
    for path in left_over:
        path.unlink()
        say(f"removed {path.relative_to(root)}")
    return 0


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
