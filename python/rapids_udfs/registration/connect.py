# SPDX-License-Identifier: Apache-2.0

"""Registration through Spark Connect, where the JVM is the server's and out of reach."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rapids_udfs._entry_point import ENTRY_POINT, call_static
from rapids_udfs._version_text import minor_of
from rapids_udfs._versions import __version__
from rapids_udfs.catalogue.function_info import FunctionInfo
from rapids_udfs.errors import VersionMismatchError
from rapids_udfs.registration.classic import register_class
from rapids_udfs.registration.function_names import quoted
from rapids_udfs.runtime import jars
from rapids_udfs.runtime.installed import supported_line
from rapids_udfs.session.plugin_in_session import NAME

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


class ConnectSession:
    """Registration in a Spark Connect session, by Spark's API alone."""

    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark
        send_library(spark)
        self._made: list[str] = []

    def create(self, function: FunctionInfo, sql_name: str) -> None:
        """Make a temporary function, whatever the name stood for before."""
        self._made.append(sql_name)
        register_class(self._spark, function, sql_name)

    def undo(self) -> None:
        """Drop what was created; a client cannot restore the earlier meaning of a name."""
        self.drop(reversed(self._made))
        self._made.clear()

    def drop(self, sql_names: Iterable[str]) -> None:
        """Drop temporary functions."""
        for name in sql_names:
            self._spark.sql(f"DROP TEMPORARY FUNCTION IF EXISTS {quoted(name)}").collect()


def why_not(function: FunctionInfo) -> str | None:
    """Return the reason why Spark's API cannot express a function; None if it can."""
    if function.dependent_result:
        return "its result type depends on its arguments, which only the extension can express"
    if function.varargs:
        return "it takes any number of arguments, which needs the extension"
    return None


def send_library(spark: SparkSession) -> None:
    """Send this library's jar to the server, unless it has it."""
    version = call_static(spark, "scala.util.Properties", "versionNumberString")
    line = supported_line(spark.version, minor_of(version) if version else None)
    found = call_static(spark, ENTRY_POINT, "version")
    if found is None:
        # Before the library, whose classes do not load without these types.
        places = [call_static(spark, "java.lang.System", "getProperty", "java.class.path") or ""]
        places += [spark.conf.get(key, "") or "" for key in ("spark.jars", "spark.jars.packages")]
        needed = [] if any(NAME in place for place in places) else [jars.names_jar()]
        # The same jar may be sent again.
        spark.addArtifacts(*map(str, [*needed, jars.library_jar(line)]))
        found = call_static(spark, ENTRY_POINT, "version")
    if found is not None and found != __version__:
        raise VersionMismatchError("this library's jar on the server", found, __version__)
