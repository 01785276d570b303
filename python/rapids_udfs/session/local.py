# SPDX-License-Identifier: Apache-2.0

"""Local sessions without console output, for tests, benchmarks and the command line."""

from __future__ import annotations

import logging
import os
import signal
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rapids_udfs.console.terminal import interrupted, say
from rapids_udfs.errors import SessionError
from rapids_udfs.session.query_errors import reason

if TYPE_CHECKING:
    from types import FrameType

    from pyspark.sql import SparkSession


def local_builder(
    app_name: str, *, cores: int | str = 2, memory: str = "2g"
) -> SparkSession.Builder:
    """Return a builder for local mode in UTC, without Spark's web UI and progress bar."""
    from pyspark.sql import SparkSession

    return (
        SparkSession.builder.master(f"local[{cores}]")
        .appName(app_name)
        .config("spark.driver.memory", memory)
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
    )


def quiet_start(builder: SparkSession.Builder, log: Path) -> SparkSession:
    """Start a command's session, with its JVM's standard error in a file.

    If that fails or is interrupted, no process is left running. Afterwards an interrupt only raises
    KeyboardInterrupt.
    """
    from pyspark.errors import PySparkException

    from rapids_udfs._py4j import Py4JError

    before = children()
    try:
        with _standard_error_to(log):
            spark = builder.getOrCreate()
    except BaseException as e:
        for process in children() - before:
            with suppress(OSError):
                os.kill(process, signal.SIGTERM)  # a half-started JVM would hang
        if not isinstance(e, PySparkException | Py4JError | OSError | RuntimeError):
            raise
        lines = []
        with suppress(OSError):
            lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
        tail = "\n".join("  " + line for line in lines[-15:])
        raise SessionError(
            f"Spark did not start: {reason(e)}\n"
            f"The last lines of its log ({log}):\n{tail or '  (empty)'}"
        ) from e
    quiet_interrupts()
    return spark


def timed_start(builder: SparkSession.Builder, log: Path) -> SparkSession:
    """Start a session as ``quiet_start`` does, and print how long it took."""
    begin = time.monotonic()
    spark = quiet_start(builder, log)
    say(f"Started in {time.monotonic() - begin:.1f} s.\n")
    return spark


def quiet_interrupts() -> None:
    """Let an interrupt only raise KeyboardInterrupt, once Spark has started.

    PySpark's own handler calls the JVM within the interrupted call, whose error then looks like one
    of the query.
    """

    def interrupt(number: int, frame: FrameType | None) -> None:
        # A terminal's interrupt ends the JVM, too; PySpark warns of that as it stops the session.
        warnings.filterwarnings("ignore", "Unable to cleanly shutdown Spark JVM", RuntimeWarning)
        signal.default_int_handler(number, frame)

    def no_interrupt(record: logging.LogRecord) -> bool:
        return not (record.exc_info and interrupted(record.exc_info[1]))

    signal.signal(signal.SIGINT, interrupt)
    # Py4J logs the traces of interrupted calls, and of closing their connections. A filter applies
    # to the records of one logger only; the first is the root logger.
    for name in (None, "py4j.clientserver", "py4j.java_gateway"):
        logging.getLogger(name).addFilter(no_interrupt)


def children() -> frozenset[int]:
    """The live child processes of this one; empty if the system does not list them."""
    pids: set[int] = set()
    for thread in Path("/proc/self/task").glob("*/children"):
        with suppress(OSError):
            pids |= {int(pid) for pid in thread.read_text().split()}
    return frozenset(pids)


@contextmanager
def _standard_error_to(file: Path) -> Iterator[None]:
    """Send the standard error of processes started in the block to a file, until they end."""
    sys.stderr.flush()
    original = os.dup(2)
    try:
        with file.open("wb") as log:
            os.dup2(log.fileno(), 2)
        yield
    finally:
        sys.stderr.flush()
        os.dup2(original, 2)
        os.close(original)
