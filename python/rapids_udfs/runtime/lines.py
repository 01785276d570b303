# SPDX-License-Identifier: Apache-2.0

"""The supported line (Spark, Scala, plugin) of a Spark or a Scala version."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import metadata

from rapids_udfs._versions import LINES, Line
from rapids_udfs.errors import UnsupportedSparkError


def line_of_scala(scala: str) -> Line:
    """The line built for a Scala binary version such as ``2.13``; else UnsupportedSparkError."""
    return _line("Scala", scala, lambda line: (line.scala,))


def line_of_spark(version: str) -> Line:
    """The line that supports a Spark version such as ``4.1.3``; else UnsupportedSparkError."""
    return _line("Spark", version, lambda line: line.spark)


def default_scala() -> str:
    """The Scala version of the installed PySpark; without PySpark, of the newest line."""
    try:
        return line_of_spark(metadata.version("pyspark")).scala
    except metadata.PackageNotFoundError:
        return LINES[0].scala


def _line(what: str, version: str, supported: Callable[[Line], Sequence[str]]) -> Line:
    for line in LINES:
        if version in supported(line):
            return line
    raise UnsupportedSparkError(what, version, [v for line in LINES for v in supported(line)])
