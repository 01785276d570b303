# SPDX-License-Identifier: Apache-2.0

"""Detects that a UDF has ended a session's JVM, which errors of the connection do not say."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rapids_udfs._py4j import Py4JError
from rapids_udfs.testing.errors import JvmEndedError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_LAST_BREATH_S = 2.0


@contextmanager
def watched(spark: SparkSession, function: str) -> Iterator[None]:
    """In the block, raise ``JvmEndedError`` for an error of a connection whose JVM has ended."""
    try:
        yield
    except (OSError, Py4JError) as e:
        status = ended(spark)
        if status is None:
            raise
        raise JvmEndedError(function, status) from e


def ended(spark: SparkSession) -> int | None:
    """The exit status of a session's JVM; None if it runs, or was started by another process."""
    context: Any = getattr(spark, "sparkContext", None)
    process = getattr(getattr(context, "_gateway", None), "proc", None)
    try:
        return None if process is None else int(process.wait(_LAST_BREATH_S))
    except subprocess.TimeoutExpired:
        return None
