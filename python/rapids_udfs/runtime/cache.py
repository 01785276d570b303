# SPDX-License-Identifier: Apache-2.0

"""The cache folder for downloaded and generated files, and its lock between processes."""

from __future__ import annotations

import math
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rapids_udfs.errors import InstallationError


def cache_dir() -> Path:
    """The cache folder: ``$RAPIDS_UDFS_CACHE``, else ``rapids-udfs`` in the user's cache folder.

    It need not exist. InstallationError if no variable names it and this user has no home folder.
    """
    if folder := os.environ.get("RAPIDS_UDFS_CACHE"):
        return Path(folder).expanduser().absolute()
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(base) if base else Path.home() / ".cache").absolute() / "rapids-udfs"
    except RuntimeError as e:  # no HOME and no entry in the user database, as in containers
        raise _unusable("~/.cache/rapids-udfs", "this user has no home folder") from e


def writable_dir(*parts: str) -> Path:
    """Return a folder in the cache, created if needed and checked to be writable."""
    folder = cache_dir().joinpath(*parts)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # A unique name: several threads and processes may do this at once.
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".probe-"):
            pass
    except OSError as e:
        raise _unusable(folder, e.strerror or str(e)) from e
    return folder


def _unusable(folder: Path | str, why: str) -> InstallationError:
    return InstallationError(
        f"cannot write to the cache folder {folder}: {why}. "
        "Set RAPIDS_UDFS_CACHE to a folder that you may write to (it takes a few GB)."
    )


@contextmanager
def locked(
    path: Path, waiting: Callable[[], None] = lambda: None, limit_s: float = math.inf
) -> Iterator[None]:
    """Hold an exclusive lock on a file, created if needed; it ends with the process at the latest.

    If another process holds the lock, call ``waiting`` once; after ``limit_s`` seconds raise
    TimeoutError.
    """
    import fcntl  # absent on Windows, where nothing is fetched or built

    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        begin: float | None = None
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if begin is None:
                    begin = time.monotonic()
                    waiting()
                elif time.monotonic() - begin > limit_s:
                    raise TimeoutError(f"{path} has been locked for {limit_s:g} s") from None
                time.sleep(0.2)
        yield
    finally:
        os.close(descriptor)
