# SPDX-License-Identifier: Apache-2.0

"""An archive cut into parts, each with its hash, to copy where the size of a file is limited."""

from __future__ import annotations

import hashlib
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

# A higher level makes the archive a few per cent smaller and takes many times as long.
_PRESET: Final = 1


class Part(NamedTuple):
    name: str
    size: int
    sha256: str


def files_of(content: Mapping[str, Path]) -> dict[str, Path]:
    """The files, including those in folders, by their names in the archive."""
    return {
        f"{name}/{file.relative_to(source).as_posix()}" if source.is_dir() else name: file
        for name, source in content.items()
        for file in (sorted(source.rglob("*")) if source.is_dir() else [source])
        if not file.is_dir() and "__pycache__" not in file.parts
    }


def pack(files: Mapping[str, Path], folder: Path, part_bytes: int) -> list[Part]:
    """Pack files into the parts of one compressed tar archive, ``bundle.000`` and so on."""
    parts: list[Part] = []
    with tempfile.TemporaryFile(dir=folder) as whole:
        with tarfile.open(fileobj=whole, mode="w:xz", preset=_PRESET, dereference=True) as archive:
            for name, file in files.items():
                archive.add(file, name, filter=_plain)
        whole.seek(0)
        try:
            while data := whole.read(part_bytes):
                name = f"bundle.{len(parts):03}"
                parts.append(Part(name, len(data), hashlib.sha256(data).hexdigest()))
                (folder / name).write_bytes(data)
        except BaseException:
            # A partial archive is of no use, and a full disk needs its space.
            for part in parts:
                (folder / part.name).unlink(missing_ok=True)
            raise
    return parts


def _plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """Remove the fields that differ from one user to the next."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry
