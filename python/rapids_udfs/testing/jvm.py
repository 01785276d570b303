# SPDX-License-Identifier: Apache-2.0

"""Tells of a session's JVM that a UDF has ended, which errors of the connection to it do not."""

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
    """Within it an error of a connection whose JVM has ended is a ``JvmEndedError``."""
    try:
        yield
    except (OSError, Py4JError) as e:
        status = ended(spark)
        if status is None:
            raise
        raise JvmEndedError(function, status) from e


def ended(spark: SparkSession) -> int | None:
    """The exit status of a session's JVM; None where it lives, or was started by another."""
    context: Any = getattr(spark, "sparkContext", None)
    process = getattr(getattr(context, "_gateway", None), "proc", None)
    try:
        return None if process is None else int(process.wait(_LAST_BREATH_S))
    except subprocess.TimeoutExpired:
        return None
