"""Starts the Spark of a command, and leaves nothing running where that fails or is interrupted."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rapids_udfs.errors import SparkStartError
from rapids_udfs.session.jvm_output import standard_error_to, tail

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def start(builder: SparkSession.Builder, log: Path) -> SparkSession:
    """The session of a builder; what its JVM says on standard error goes to a file."""
    from pyspark.errors import PySparkException

    before = children()
    try:
        with standard_error_to(log):
            return builder.getOrCreate()
    except (PySparkException, OSError, RuntimeError) as e:
        _end(children() - before)
        raise SparkStartError(str(e).partition("\n")[0], log, tail(log)) from e
    except BaseException:
        _end(children() - before)
        raise


def children() -> frozenset[int]:
    """The live processes that this one has started; empty where Linux does not list them."""
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
