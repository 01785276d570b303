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
# The output of a worker, which Spark indents.
_WORKER_OUTPUT = re.compile(r"^Error from python worker:\n((?:  .*\n)*)", re.MULTILINE)
# The message, after the task, its executor and the exception's class.
_TASK_ERROR = re.compile(r"^: (?:.* executor \S+\): )?(?:[\w.$]+: *\n?)?(.+)", re.MULTILINE)
# The line below the frames and their source, which are indented.
_PYTHON_ERROR = re.compile(r"Traceback \(most recent call last\):\n(?:[ \t].*\n)+(\S.*)")
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


def python_reason(error: Exception) -> str:
    """The line of a failed job's error that says why: Python's own error, if it has one."""
    text = str(error) or repr(error)
    match = _WORKER_OUTPUT.search(text)
    output = re.sub("(?m)^  ", "", match[1]).strip() if match else ""
    if raised_in_python := _PYTHON_ERROR.findall(output or text):
        return str(raised_in_python[-1])
    if output:
        lines = output.splitlines()
        return next((line for line in lines if "error" in line.lower()), lines[0])
    if "reading the port number" in text:
        return "it ends without output"
    task = _TASK_ERROR.search(text)
    return task[1] if task else text.strip().splitlines()[0]


def quiet_query_logger() -> None:
    """Keep PySpark 4 from writing each failed query, with its trace, to standard error."""
    query_logger().setLevel(logging.CRITICAL)
