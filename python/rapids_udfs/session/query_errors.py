# SPDX-License-Identifier: Apache-2.0

"""Spark's errors without their Java traces."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager

from rapids_udfs._entry_point import query_logger
from rapids_udfs.errors import QueryError

# What follows is for debugging Spark: traces, and the plan of a rejected query.
_TRACE = re.compile(r"\n+(?:JVM stacktrace|Driver stacktrace|\s+at [\w.$/]+\()|;\n'")
_STAGE = re.compile(r"(?:[\w.$]+: )?Job aborted due to stage failure")
_CAUSE = re.compile(r"^Caused by: (?:[\w.$]+: )?(.+)$", re.MULTILINE)
# Classes that add nothing to the message.
_GENERAL = re.compile(r"^(?:org\.apache\.spark\.[\w.$]+|java\.lang\.IllegalArgumentException): ")


def spark_errors() -> tuple[type[Exception], ...]:
    """The classes of Spark's errors: PySpark 3.5 converts few of Java's."""
    from pyspark.errors import PySparkException

    from rapids_udfs._py4j import Py4JJavaError

    return PySparkException, Py4JJavaError


@contextmanager
def readable_errors() -> Iterator[None]:
    """Turn Spark's errors in the block into QueryError, with only Spark's message."""
    try:
        yield
    except spark_errors() as e:
        raise QueryError(message(e)) from e


def message(error: BaseException) -> str:
    """The message of a Spark error, and that of its root cause if it differs."""
    java = getattr(error, "java_exception", None)
    text = str(error) if java is None else _GENERAL.sub("", str(java.toString()))
    own = _TRACE.split(text, maxsplit=1)[0].strip()
    cause: str = next(reversed(_CAUSE.findall(str(error))), "").strip()
    if cause in own:
        return own
    return cause if _STAGE.match(own) else f"{own}\nThe cause: {cause}"


def reason(error: BaseException) -> str:
    """The message's first paragraph, without the query and its plan."""
    return message(error).partition("\n\n")[0] or type(error).__name__


def quiet_query_logger() -> None:
    """Keep PySpark 4 from writing each failed query, with its trace, to standard error."""
    query_logger().setLevel(logging.CRITICAL)
