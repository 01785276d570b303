"""The supported line (Spark, Scala, plugin) of a Spark or a Scala version."""

from __future__ import annotations

from rapids_udfs._versions import LINES, Line
from rapids_udfs.errors import UnsupportedSparkError


def line_of_scala(scala: str) -> Line:
    """The line built for a Scala binary version such as ``2.13``."""
    for line in LINES:
        if line.scala == scala:
            return line
    raise UnsupportedSparkError("Scala", scala, [line.scala for line in LINES])


def line_of_spark(version: str) -> Line:
    """The line that supports a Spark version such as ``4.1.3``."""
    for line in LINES:
        if version in line.spark:
            return line
    raise UnsupportedSparkError("Spark", version, [v for line in LINES for v in line.spark])
