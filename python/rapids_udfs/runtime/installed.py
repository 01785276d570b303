# SPDX-License-Identifier: Apache-2.0

"""The installed Spark, on which a session started here would run."""

from __future__ import annotations

import logging
import os
import re
import zipfile
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from rapids_udfs._log import log_once
from rapids_udfs._version_text import minor_of, numbers_of
from rapids_udfs._versions import LINES, Line
from rapids_udfs.errors import InstallationError, UnsupportedError


class InstalledSpark(NamedTuple):
    """A Spark installation."""

    version: str
    scala: str  # the binary version: 2.13
    jars: Path  # the folder

    @property
    def line(self) -> Line:
        """The line that supports it; else UnsupportedError."""
        return supported_line(self.version, self.scala)


def installed_spark() -> InstalledSpark:
    """The Spark of ``SPARK_HOME``, else of the installed PySpark, as PySpark itself chooses.

    Its versions are those in its jars. InstallationError if there is no Spark with jars.
    """
    if home := os.environ.get("SPARK_HOME"):
        places = [home]  # PySpark looks no further
    else:
        spec = find_spec("pyspark")
        places = list(spec.submodule_search_locations or ()) if spec else []
    folders = [Path(place) / "jars" for place in places]

    def value(folder: Path, jars: str, entry: str, key: str) -> str | None:
        values = (read_property(jar, entry, key) for jar in sorted(folder.glob(jars)))
        return next(filter(None, values), None)

    for folder in folders:
        scala = value(folder, "scala-library*.jar", "library.properties", "version.number")
        version = value(folder, "spark-co*.jar", "spark-version-info.properties", "version")
        if scala and version:
            return InstalledSpark(version, minor_of(scala), folder)
    searched = ", ".join(map(str, folders)) or "no pyspark package, no SPARK_HOME"
    raise InstallationError(
        f"no Spark with jars was found ({searched}). Install one: pip install "
        f"pyspark=={LINES[0].main} (pyspark-client has no jars: with it, configure the server and "
        "use register)"
    )


def supported_line(spark: str, scala: str | None = None) -> Line:
    """The line for a Spark version and the Scala version that it is built for.

    Every patch of a supported minor version is accepted, with or without a vendor's suffix
    (``3.5.1-amzn-1``); one that is not tested is logged once.

    Args:
        spark: the version as Spark reports it.
        scala: the Scala binary version; None for that of Spark's own distribution.

    Raises:
        UnsupportedError: another minor version, or another Scala.
    """
    tested = {
        line: sorted((*line.spark, *line.without_plugin), key=numbers_of, reverse=True)
        for line in LINES
    }
    lines = [line for line in LINES if minor_of(spark) in map(minor_of, tested[line])]
    if not lines:
        minors = ", ".join(dict.fromkeys(minor_of(v) for line in LINES for v in tested[line]))
        raise UnsupportedError(
            f"Spark {spark} is not supported; supported: {minors}, with every patch of each"
        )
    line = next((line for line in lines if scala in (None, line.scala)), None)
    if line is None:
        scalas = ", ".join(line.scala for line in lines)
        raise UnsupportedError(
            f"Scala {scala} with Spark {spark} is not supported; supported: {scalas}"
        )
    patches = [version for version in tested[line] if minor_of(version) == minor_of(spark)]
    if spark not in patches:
        text = f"Spark {spark} is not one of the tested versions: {', '.join(patches)}"
        log_once(logging.WARNING, text)
    return line


def read_property(jar: Path, entry: str, key: str) -> str | None:
    """A value in a properties file of a jar; None if it does not exist."""
    match = re.search(rf"^{re.escape(key)}=(.+)$", read_entry(jar, entry) or "", re.MULTILINE)
    return match[1].strip() if match else None


def read_entry(jar: Path, entry: str) -> str | None:
    """The text of a jar's entry; None if the jar has no such entry or is not a jar."""
    try:
        with zipfile.ZipFile(jar) as archive:
            return archive.read(entry).decode("utf-8", errors="replace")
    except (OSError, KeyError, zipfile.BadZipFile):
        return None


def default_scala() -> str:
    """The Scala version of the installed Spark, else of the newest line."""
    try:
        return installed_spark().scala
    except InstallationError:
        return LINES[0].scala
