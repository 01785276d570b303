# SPDX-License-Identifier: Apache-2.0

"""Download of one jar from a Maven repository, checked by its SHA-256 or the repository's SHA-1."""

from __future__ import annotations

import errno
import hashlib
import http.client
import os
import re
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import NamedTuple

from rapids_udfs.console.progress import Progress, ProgressLine
from rapids_udfs.errors import DownloadError
from rapids_udfs.runtime.cache import cache_dir, locked, writable_dir

REPOSITORY_VARIABLE = "RAPIDS_UDFS_MAVEN"
_CENTRAL = "https://repo1.maven.org/maven2"
_CHUNK = 1 << 20
_STALLED_AFTER_S = 60.0
_ATTEMPTS = 4
_PAUSE_S = 1.0
_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO)


class Artifact(NamedTuple):
    """A jar in a Maven repository."""

    group: str
    name: str
    version: str
    sha256: str = ""
    """Empty: the jar is checked by the SHA-1 that the repository serves beside it."""
    classifier: str = ""

    @property
    def file_name(self) -> str:
        """The name that the jar has in a Maven repository."""
        tail = f"-{self.classifier}" if self.classifier else ""
        return f"{self.name}-{self.version}{tail}.jar"

    @property
    def url(self) -> str:
        """Its address: in the repository that ``RAPIDS_UDFS_MAVEN`` names, else Maven Central."""
        base = os.environ.get(REPOSITORY_VARIABLE) or _CENTRAL
        folder = "/".join([*self.group.split("."), self.name, self.version])
        return f"{base.rstrip('/')}/{folder}/{self.file_name}"

    def __str__(self) -> str:
        tail = f":{self.classifier}" if self.classifier else ""
        return f"{self.group}:{self.name}:{self.version}{tail}"


def fetch(what: Artifact, folder: str, progress: Progress | None = None) -> Path:
    """Return the jar in a folder of the cache, downloaded unless the right file is there.

    The file appears under its name only when it is whole. An interrupted download is resumed by the
    next call. Of two processes that call this at once, one downloads and the other waits.
    """
    wanted = cache_dir() / folder / what.file_name
    if _is_verified(wanted, what):
        return wanted
    directory = writable_dir(folder)
    with locked(
        directory / f".{what.file_name}.lock",
        waiting=lambda: print(
            f"{what.file_name}: another process is fetching it, waiting", file=sys.stderr
        ),
    ):
        # It may have been placed by hand, or fetched by the process that held the lock.
        if not _is_verified(wanted, what):
            expected = _Checksum.of(what)
            if not wanted.is_file() or expected.of_file(wanted) != expected.value:
                part = directory / f".{what.file_name}.part"
                line = progress or ProgressLine(f"fetching {what.file_name}")
                _download(what, expected, part, wanted, line)
                part.replace(wanted)
            _mark_of(wanted).write_text(_mark_text(wanted, what), encoding="utf-8")
    return wanted


class _Checksum(NamedTuple):
    """A jar's checksum: its pinned SHA-256, else the SHA-1 that the repository serves."""

    algorithm: str
    value: str

    @classmethod
    def of(cls, what: Artifact) -> _Checksum:
        if what.sha256:
            return cls("SHA-256", what.sha256)
        url = f"{what.url}.sha1"
        try:
            with urllib.request.urlopen(url, timeout=_STALLED_AFTER_S) as answer:
                served = answer.read(_CHUNK).decode("ascii", errors="replace").split()
        except (OSError, http.client.HTTPException) as e:
            raise DownloadError(str(what), cache_dir(), f"{url}: {e}") from e
        if not served or not re.fullmatch("[0-9a-fA-F]{40}", served[0]):
            raise DownloadError(str(what), cache_dir(), f"{url} is not a SHA-1")
        return cls("SHA-1", served[0].lower())

    def of_file(self, file: Path) -> str:
        digest = hashlib.new(self.algorithm.replace("-", ""))
        with file.open("rb") as source:
            while chunk := source.read(_CHUNK):
                digest.update(chunk)
        return digest.hexdigest()


def _download(
    what: Artifact, expected: _Checksum, part: Path, wanted: Path, progress: Progress
) -> None:
    resumed = part.exists()
    tries = 0
    while True:
        before = _size(part)
        try:
            _transfer(what.url, part, progress)
        except urllib.error.HTTPError as e:
            if e.code == http.client.REQUESTED_RANGE_NOT_SATISFIABLE:
                if part.is_file() and expected.of_file(part) == expected.value:
                    return  # it was interrupted after the last byte
                part.unlink(missing_ok=True)
            elif e.code < http.client.INTERNAL_SERVER_ERROR:
                raise DownloadError(str(what), wanted, f"{what.url}: {e.code} {e.reason}") from e
            why = f"{what.url}: {e.code} {e.reason}"
        except (OSError, http.client.HTTPException) as e:
            if isinstance(e, OSError) and e.errno in _DISK:
                raise DownloadError(str(what), wanted, f"{part}: {e.strerror}") from e
            why = f"{what.url}: {getattr(e, 'reason', None) or e or type(e).__name__}"
        else:
            found = expected.of_file(part)
            if found == expected.value:
                return
            part.unlink()
            why = f"it came with the {expected.algorithm} {found} instead of {expected.value}"
            if not resumed:
                raise DownloadError(str(what), wanted, why)
            # The partial file may have been of another version.
            resumed = False
        # Only attempts without progress count: an unsteady transfer still completes.
        tries = 1 if _size(part) > before else tries + 1
        if tries >= _ATTEMPTS:
            raise DownloadError(str(what), wanted, why)
        time.sleep(_PAUSE_S * tries)


def _transfer(url: str, part: Path, progress: Progress) -> None:
    done = _size(part)
    request = urllib.request.Request(url, headers={"Range": f"bytes={done}-"} if done else {})
    with urllib.request.urlopen(request, timeout=_STALLED_AFTER_S) as answer:
        if answer.status != http.client.PARTIAL_CONTENT:
            done = 0
        length = answer.headers.get("Content-Length")
        total = done + int(length) if length else None
        with part.open("ab" if done else "wb") as sink:
            while chunk := answer.read(_CHUNK):
                sink.write(chunk)
                done += len(chunk)
                progress(done, total)
    if total is not None and done < total:
        raise OSError(f"the connection ended after {done:,} of {total:,} bytes")


def _mark_of(file: Path) -> Path:
    """The marker beside a file whose checksum has been verified, which is done once."""
    return file.with_name(f".{file.name}.verified")


def _mark_text(file: Path, what: Artifact) -> str:
    status = file.stat()
    return f"{what.sha256} {status.st_size} {status.st_mtime_ns}"


def _is_verified(file: Path, what: Artifact) -> bool:
    try:
        return _mark_of(file).read_text(encoding="utf-8") == _mark_text(file, what)
    except OSError:
        return False


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0
