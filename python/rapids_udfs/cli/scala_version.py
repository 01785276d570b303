"""The Scala version to fetch the plugin's jar for."""

from __future__ import annotations

from importlib import metadata

from rapids_udfs._versions import LINES
from rapids_udfs.runtime.lines import line_of_spark


def default_scala() -> str:
    """The Scala version of the installed PySpark; without PySpark, of the newest line."""
    try:
        return line_of_spark(metadata.version("pyspark")).scala
    except metadata.PackageNotFoundError:
        return LINES[0].scala
