"""An archive cut into parts, each with its hash: what goes through a narrow door in pieces."""

from __future__ import annotations

import hashlib
import io
import lzma
import tarfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, NamedTuple, cast

# A higher one makes the archive a few per cent smaller and takes many times as long.
_PRESET = 1


class Part(NamedTuple):
    """One file of the archive."""

    name: str
    size: int
    sha256: str


class PartWriter(io.RawIOBase):
    """Writes a stream into files of at most a given size, ``bundle.000`` and so on."""

    def __init__(self, folder: Path, part_bytes: int) -> None:
        self._folder = folder
        self._part_bytes = part_bytes
        self._sink: io.BufferedWriter | None = None
        self._hash = hashlib.sha256()
        self._size = 0
        self.parts: list[Part] = []

    def writable(self) -> bool:
        """Always."""
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        """Write all of it, into as many parts as it takes."""
        view = memoryview(data)
        while view:
            if self._sink is None:
                self._sink = self._file(len(self.parts)).open("wb")
            piece = view[: self._part_bytes - self._size]
            self._sink.write(piece)
            self._hash.update(piece)
            self._size += len(piece)
            view = view[len(piece) :]
            if self._size == self._part_bytes:
                self._end_part()
        return len(data)

    def close(self) -> None:
        """End the last part."""
        self._end_part()
        super().close()

    def remove(self) -> None:
        """Remove all parts that were written."""
        for index in range(len(self.parts) + 1):
            self._file(index).unlink(missing_ok=True)

    def _name(self) -> str:
        return self._file(len(self.parts)).name

    def _file(self, index: int) -> Path:
        return self._folder / f"bundle.{index:03}"

    def _end_part(self) -> None:
        if self._sink is not None:
            self._sink.close()
            self.parts.append(Part(self._name(), self._size, self._hash.hexdigest()))
        self._sink, self._hash, self._size = None, hashlib.sha256(), 0


def pack(
    content: Mapping[str, Path],
    folder: Path,
    part_bytes: int,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Part]:
    """Pack files and folders into the parts of one compressed tar archive."""
    files = [
        (f"{name}/{file.relative_to(source).as_posix()}" if source.is_dir() else name, file)
        for name, source in content.items()
        for file in (sorted(source.rglob("*")) if source.is_dir() else [source])
        if not file.is_dir() and "__pycache__" not in file.parts
    ]
    count = _Count(sum(file.stat().st_size for _, file in files), progress)
    writer = PartWriter(folder, part_bytes)
    try:
        _write(files, writer, count)
    except BaseException:
        # Half an archive is of no use, and a full disk needs its space.
        writer.remove()
        raise
    return writer.parts


def _write(files: Sequence[tuple[str, Path]], writer: PartWriter, count: _Count) -> None:
    with (
        writer,
        lzma.LZMAFile(cast("IO[bytes]", writer), "w", preset=_PRESET) as packed,
        tarfile.open(fileobj=packed, mode="w|", dereference=True) as archive,
    ):
        for name, file in files:
            with file.open("rb") as source:
                entry = _plain(archive.gettarinfo(arcname=name, fileobj=source))
                archive.addfile(entry, _Counted(source, count))


class _Count:
    """The packed bytes, and the total."""

    def __init__(self, total: int, progress: Callable[[int, int], None]) -> None:
        self._done, self._total, self._progress = 0, total, progress

    def add(self, size: int) -> None:
        self._done += size
        self._progress(self._done, self._total)


class _Counted(io.RawIOBase):
    """A file that reports the bytes read: one file makes up most of an archive."""

    def __init__(self, source: IO[bytes], count: _Count) -> None:
        self._source, self._count = source, count

    def read(self, size: int = -1) -> bytes:
        data = self._source.read(size)
        self._count.add(len(data))
        return data


def _plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """Without what differs from one user to the next."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry
