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
    sha256: str = ""  # empty: the jar is checked by the SHA-1 that the repository serves
    classifier: str = ""

    @property
    def file_name(self) -> str:
        """The jar's file name in a Maven repository."""
        tail = f"-{self.classifier}" if self.classifier else ""
        return f"{self.name}-{self.version}{tail}.jar"

    @property
    def url(self) -> str:
        """The jar's address, in the repository of ``RAPIDS_UDFS_MAVEN`` or Maven Central."""
        base = os.environ.get(REPOSITORY_VARIABLE) or _CENTRAL
        folder = "/".join([*self.group.split("."), self.name, self.version])
        return f"{base.rstrip('/')}/{folder}/{self.file_name}"

    def __str__(self) -> str:
        tail = f":{self.classifier}" if self.classifier else ""
        return f"{self.group}:{self.name}:{self.version}{tail}"


def fetch(artifact: Artifact, folder: str, progress: Progress | None = None) -> Path:
    """Return the jar in a folder of the cache, downloaded unless the right file is there.

    The file appears under its name only when it is complete. The next call resumes an interrupted
    download. Of two processes that call this at once, one downloads and the other waits.
    """
    name = artifact.file_name
    jar = cache_dir() / folder / name
    if _is_verified(jar, artifact):
        return jar
    directory = writable_dir(folder)
    note = f"{name}: another process is fetching it, waiting"
    with locked(directory / f".{name}.lock", waiting=lambda: print(note, file=sys.stderr)):
        # It may have been placed by hand, or fetched by the process that held the lock.
        if not _is_verified(jar, artifact):
            expected = _Checksum.of(artifact)
            if not jar.is_file() or expected.of_file(jar) != expected.value:
                part = directory / f".{name}.part"
                progress = progress or ProgressLine(f"fetching {name}")
                _download(artifact, expected, part, jar, progress)
                part.replace(jar)
            _marker(jar).write_text(_marker_text(jar, artifact), encoding="utf-8")
    return jar


class _Checksum(NamedTuple):
    """A jar's checksum: its pinned SHA-256, else the SHA-1 that the repository serves."""

    algorithm: str
    value: str

    @classmethod
    def of(cls, artifact: Artifact) -> _Checksum:
        if artifact.sha256:
            return cls("SHA-256", artifact.sha256)
        url = f"{artifact.url}.sha1"
        try:
            with urllib.request.urlopen(url, timeout=_STALLED_AFTER_S) as response:
                served = response.read(_CHUNK).decode("ascii", errors="replace").split()
        except (OSError, http.client.HTTPException) as e:
            raise DownloadError(str(artifact), cache_dir(), f"{url}: {e}") from e
        if not served or not re.fullmatch("[0-9a-fA-F]{40}", served[0]):
            raise DownloadError(str(artifact), cache_dir(), f"{url} is not a SHA-1")
        return cls("SHA-1", served[0].lower())

    def of_file(self, file: Path) -> str:
        digest = hashlib.new(self.algorithm.replace("-", ""))
        with file.open("rb") as stream:
            while chunk := stream.read(_CHUNK):
                digest.update(chunk)
        return digest.hexdigest()


def _download(
    artifact: Artifact, expected: _Checksum, part: Path, destination: Path, progress: Progress
) -> None:
    """Download into a partial file, and verify it; DownloadError names the destination."""
    url = artifact.url

    def failed(why: str) -> DownloadError:
        return DownloadError(str(artifact), destination, why)

    resumed = part.exists()
    tries = 0
    while True:
        before = _size(part)
        try:
            _transfer(url, part, progress)
        except urllib.error.HTTPError as e:
            why = f"{url}: {e.code} {e.reason}"
            if e.code == http.client.REQUESTED_RANGE_NOT_SATISFIABLE:
                if part.is_file() and expected.of_file(part) == expected.value:
                    return  # it was interrupted after the last byte
                part.unlink(missing_ok=True)
            elif e.code < http.client.INTERNAL_SERVER_ERROR:
                raise failed(why) from e
        except (OSError, http.client.HTTPException) as e:
            if isinstance(e, OSError) and e.errno in _DISK:
                raise failed(f"{part}: {e.strerror}") from e
            why = f"{url}: {getattr(e, 'reason', None) or e or type(e).__name__}"
        else:
            actual = expected.of_file(part)
            if actual == expected.value:
                return
            part.unlink()
            why = f"it came with the {expected.algorithm} {actual} instead of {expected.value}"
            if not resumed:
                raise failed(why)
            # The partial file may have been of another version.
            resumed = False
        # Only attempts without progress count: a transfer that is often interrupted completes.
        tries = 1 if _size(part) > before else tries + 1
        if tries >= _ATTEMPTS:
            raise failed(why)
        time.sleep(_PAUSE_S * tries)


def _transfer(url: str, part: Path, progress: Progress) -> None:
    done = _size(part)
    request = urllib.request.Request(url, headers={"Range": f"bytes={done}-"} if done else {})
    with urllib.request.urlopen(request, timeout=_STALLED_AFTER_S) as response:
        if response.status != http.client.PARTIAL_CONTENT:
            done = 0
        length = response.headers.get("Content-Length")
        total = done + int(length) if length else None
        with part.open("ab" if done else "wb") as sink:
            while chunk := response.read(_CHUNK):
                sink.write(chunk)
                done += len(chunk)
                progress(done, total)
    if total is not None and done < total:
        raise OSError(f"the connection ended after {done:,} of {total:,} bytes")


def _marker(file: Path) -> Path:
    """The marker next to a file whose checksum has been verified, so that it is not read again."""
    return file.with_name(f".{file.name}.verified")


def _marker_text(file: Path, artifact: Artifact) -> str:
    status = file.stat()
    return f"{artifact.sha256} {status.st_size} {status.st_mtime_ns}"


def _is_verified(file: Path, artifact: Artifact) -> bool:
    try:
        return _marker(file).read_text(encoding="utf-8") == _marker_text(file, artifact)
    except OSError:
        return False


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0
