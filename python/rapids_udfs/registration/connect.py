# SPDX-License-Identifier: Apache-2.0

"""This library on a Spark Connect server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rapids_udfs._entry_point import ENTRY_POINT, call_static, run_static
from rapids_udfs._version_text import minor_of
from rapids_udfs._versions import __version__
from rapids_udfs.errors import other_version
from rapids_udfs.runtime import jars
from rapids_udfs.runtime.installed import supported_line
from rapids_udfs.session.plugin_in_session import NAME

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def send_library(spark: SparkSession) -> None:
    """Send this library's jar to the server, unless it has the jar.

    Raises:
        InstallationError: the server has another version, or the jar is missing here.
        UnsupportedError: the server's Spark or Scala is not supported.
    """
    version = call_static(spark, ENTRY_POINT, "version")
    if version is not None:
        require_version(version)
        return
    scala, class_path = run_static(
        spark,
        ("scala.util.Properties", "versionNumberString"),
        ("java.lang.System", "getProperty", "java.class.path"),
    )
    line = supported_line(spark.version, minor_of(scala) if scala else None)
    places = [class_path or ""]
    places += [spark.conf.get(key, "") or "" for key in ("spark.jars", "spark.jars.packages")]
    # Before the library, whose classes do not load without these types.
    names = [] if any(NAME in place for place in places) else [jars.names_jar()]
    spark.addArtifacts(*map(str, [*names, jars.library_jar(line)]))


def require_version(version: str) -> None:
    """Raise InstallationError if a server's library is not of this package's version."""
    if version != __version__:
        raise other_version("this library's jar on the server", version, __version__)
