# SPDX-License-Identifier: Apache-2.0

"""The functions of a session by name: their owners, and changes to them; over Connect, too."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from rapids_udfs._entry_point import ENTRY_POINT, call_static, run_static
from rapids_udfs._version_text import minor_of
from rapids_udfs._versions import __version__
from rapids_udfs.errors import RegistrationError, other_version
from rapids_udfs.runtime import jars
from rapids_udfs.runtime.installed import supported_line
from rapids_udfs.session.library import entry_point, is_connect
from rapids_udfs.session.modes import EXTENSION
from rapids_udfs.session.plugin_in_session import NAME

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

REGISTERED_SETTING: Final = "spark.rapidsUdfs.registered"
"""Lists the functions that this package registered in a session: ``sql_name=name``, by commas.

A session setting, because Spark does not record where a temporary function came from, and because
a new session, with other functions, has its own value.
"""
RESOLUTION_ORDER: Final = "spark.sql.functionResolution.sessionOrder"
"""The setting of Spark 4.2 for the order in which functions are looked up."""
_JVM_SIDE: Final = "io.github.rapidsudfs.SessionFunctions"
_OUR_CLASSES: Final = "io.github.rapidsudfs.functions."


def quoted(name: str) -> str:
    """A name as an SQL identifier."""
    return "`" + name.replace("`", "``") + "`"


def is_extended(spark: SparkSession) -> bool:
    """Return whether a session was started with this library's extension."""
    return _has_extension(spark.conf.get("spark.sql.extensions", "") or "")


def _has_extension(extensions: str) -> bool:
    return EXTENSION in map(str.strip, extensions.split(","))


def builtins_come_first(spark: SparkSession) -> bool:
    """Return whether a call finds a builtin before a temporary function, as in Spark 4.2."""
    try:
        return str(spark.conf.get(RESOLUTION_ORDER)).lower() != "first"
    except Exception:
        return False  # earlier versions have no such setting


def registered_names(spark: SparkSession) -> dict[str, str]:
    """The functions that this package registered in a session: SQL name to catalogue name."""
    entries = (spark.conf.get(REGISTERED_SETTING, "") or "").split(",")
    return dict(entry.split("=", 1) for entry in entries if entry)


class SessionFunctions:
    """The functions of some names in a session, and changes to them.

    Each lookup or change is one call of the JVM, however many names there are: over Spark Connect a
    call takes about 20 ms, on a busy server more.

    Attributes:
        registered: what this package registered: SQL name, in lower case, to catalogue name.
    """

    def __init__(self, spark: SparkSession, names: Iterable[str]) -> None:
        """Look up the names; the server gets this library's jar if it lacks it."""
        self._spark = spark
        self._library = None if is_connect(spark) else entry_point(spark).sessionFunctions()
        described = self._describe(",".join(dict.fromkeys(map(str.lower, names))))
        self._functions: dict[str, dict[str, Any]] = described["functions"]
        self._is_extended = _has_extension(described["extensions"])
        self.registered = registered_names(spark)

    def is_builtin(self, name: str) -> bool:
        """Return whether Spark itself has a function of this name."""
        return bool(self._functions.get(name.lower(), {}).get("builtin"))

    def class_of(self, name: str) -> str | None:
        """The class of the function of this name that is not Spark's own; None without one."""
        return self._functions.get(name.lower(), {}).get("class")

    def is_foreign(self, name: str) -> bool:
        """Return whether a function that is neither Spark's nor this library's has the name."""
        return self.class_of(name) is not None and not self._is_ours(name)

    def is_from_extension(self, name: str) -> bool:
        """Return whether the name is of a function that this library's extension registered."""
        return self._is_extended and self._is_ours(name) and name.lower() not in self.registered

    def register(self, classes: Mapping[str, str]) -> str:
        """Register classes by SQL name as temporary functions: all or, if one fails, none.

        Return the name that failed and, on a second line, the reason; empty if none did.
        """
        new = [f"{name}={of}" for name, of in classes.items() if self.class_of(name) != of]
        return self._call("register", ",".join(new)) if new else ""

    def drop(self, names: Iterable[str]) -> None:
        """Drop temporary functions; a builtin of Spark has its name again."""
        self._call("drop", ",".join(names))

    def remember(self, registered: Mapping[str, str]) -> None:
        """Record what this package registered: SQL name to catalogue name."""
        now = {sql_name.lower(): name for sql_name, name in registered.items()}
        if now != self.registered:
            text = ",".join(f"{sql_name}={name}" for sql_name, name in now.items())
            self._spark.conf.set(REGISTERED_SETTING, text)
            self.registered = now

    def _is_ours(self, name: str) -> bool:
        return (self.class_of(name) or "").startswith(_OUR_CLASSES)

    def _call(self, method: str, argument: str) -> str:
        if self._library is not None:
            return str(getattr(self._library, method)(self._spark._jsparkSession, argument))
        return run_static(self._spark, (_JVM_SIDE, method, argument))[0] or ""

    def _describe(self, names: str) -> Any:
        if self._library is not None:
            return json.loads(self._call("describe", names))
        answer = call_static(self._spark, _JVM_SIDE, "describe", names)
        if answer is None:
            send_library(self._spark)
            answer = call_static(self._spark, _JVM_SIDE, "describe", names)
        if answer is None:
            raise RegistrationError(
                "the Spark Connect server does not run this library's methods in its driver. They "
                "need the optimizer's rule ConvertToLocalRelation: take it out of "
                "spark.sql.optimizer.excludedRules"
            )
        described = json.loads(answer)
        require_version(described["version"])
        return described


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
