"""Keeps what the JVM and Spark's log write to standard error out of a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def standard_error_to(file: Path) -> Iterator[None]:
    """Send the standard error of processes started in the block to a file, until they end."""
    sys.stderr.flush()
    kept = os.dup(2)
    try:
        with file.open("wb") as log:
            os.dup2(log.fileno(), 2)
        yield
    finally:
        sys.stderr.flush()
        os.dup2(kept, 2)
        os.close(kept)


def tail(file: Path, lines: int = 15) -> str:
    """The last lines of a text file, indented; empty if it cannot be read."""
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return "\n".join("  " + line for line in text.splitlines()[-lines:])
