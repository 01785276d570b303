# SPDX-License-Identifier: Apache-2.0

"""Starts the Spark of a command, and leaves nothing running if that fails or is interrupted."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rapids_udfs.errors import SparkStartError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def start(builder: SparkSession.Builder, log: Path) -> SparkSession:
    """Start the session of a builder, its JVM's standard error redirected to a file."""
    from pyspark.errors import PySparkException

    before = children()
    try:
        with _standard_error_to(log):
            return builder.getOrCreate()
    except (PySparkException, OSError, RuntimeError) as e:
        _end(children() - before)
        raise SparkStartError(str(e).partition("\n")[0], log, _tail(log)) from e
    except BaseException:
        _end(children() - before)
        raise


def children() -> frozenset[int]:
    """The live processes that this one has started; empty if the system does not list them."""
    found: set[int] = set()
    for thread in Path("/proc/self/task").glob("*/children"):
        with suppress(OSError):
            found |= {int(pid) for pid in thread.read_text().split()}
    return frozenset(found)


def _end(processes: frozenset[int]) -> None:
    """End a JVM that PySpark has begun to start; without a Python process it waits for ever."""
    for process in processes:
        with suppress(OSError):
            os.kill(process, signal.SIGTERM)


@contextmanager
def _standard_error_to(file: Path) -> Iterator[None]:
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


def _tail(file: Path, lines: int = 15) -> str:
    """The last lines of a text file, indented; empty if it cannot be read."""
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return "\n".join("  " + line for line in text.splitlines()[-lines:])
