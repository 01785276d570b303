# SPDX-License-Identifier: Apache-2.0

"""This library's classes in a running classic session, added if they are missing."""

from __future__ import annotations

import functools
import threading
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from rapids_udfs._entry_point import ENTRY_POINT
from rapids_udfs._version_text import minor_of
from rapids_udfs._versions import Line, __version__
from rapids_udfs.errors import ArgumentTypeError, SessionError, UnsupportedError, other_version
from rapids_udfs.runtime import jars
from rapids_udfs.runtime.installed import supported_line
from rapids_udfs.session.settings import CLASS_PATHS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pyspark import SparkContext
    from pyspark.sql import DataFrame, SparkSession

PLUGIN_INTERFACE = "com.nvidia.spark.RapidsUDF"
# Spark's classes of UDF calls in which the plugin looks for a columnar body.
UDF_EXPRESSIONS = ("ScalaUDF", "HiveSimpleUDF", "HiveGenericUDF")
# Held while a jar is looked up and added, so that two threads do not both add it.
_ADDING: Final = threading.Lock()


def once_per_context(make: Callable[[SparkSession], Any]) -> Callable[[SparkSession], Any]:
    """Cache the result of a function of a classic session, per Spark context."""
    results: WeakKeyDictionary[SparkContext, Any] = WeakKeyDictionary()

    @functools.wraps(make)
    def cached(spark: SparkSession) -> Any:
        context = spark.sparkContext
        if context not in results:
            results[context] = make(spark)
        return results[context]

    return cached


def is_connect(spark: SparkSession) -> bool:
    """Return whether a session is a Spark Connect client, without a JVM of its own."""
    return not hasattr(spark, "_jsparkSession")


def require_session(spark: object, call: str) -> None:
    """Raise ArgumentTypeError if the argument is not a session."""
    # The attributes of its class: a Column itself has every attribute.
    if not (hasattr(type(spark), "sql") and hasattr(type(spark), "conf")):
        raise ArgumentTypeError(call, spark, "a SparkSession")


def require_running(spark: SparkSession, call: str) -> None:
    """Raise if the argument is not a session, or is a stopped classic one."""
    require_session(spark, call)
    if not is_connect(spark) and spark.sparkContext._jsc is None:
        raise SessionError(
            f"{call} needs a session that runs, and this one has been stopped. Start another: "
            "SparkSession.builder.getOrCreate()"
        )


def require_classic(spark: SparkSession, call: str, *, running: bool = True) -> None:
    """Raise if the argument is not a session, is a Connect client, or has been stopped."""
    (require_running if running else require_session)(spark, call)
    if is_connect(spark):
        raise UnsupportedError(
            f"{call} is not available over Spark Connect: it needs the driver's JVM, which a "
            "client cannot reach. Use a classic session for it."
        )


def active_session(
    call: str,
    without: str = "needs a JVM, and there is no active Spark session. Start one "
    "(SparkSession.builder.getOrCreate()) or pass it: spark=...",
) -> SparkSession:
    """The active session; else SessionError, with the call and a text on what it needs."""
    from pyspark.sql import SparkSession

    spark = SparkSession.getActiveSession()
    if spark is None:
        raise SessionError(f"{call} {without}")
    return spark


def classic_session_of(df: DataFrame, call: str) -> SparkSession:
    """The session of a DataFrame, classic and running; raises as ``require_classic`` does."""
    if not hasattr(type(df), "sparkSession"):
        raise ArgumentTypeError(call, df, "a DataFrame")
    require_classic(df.sparkSession, call)
    return df.sparkSession


def executor_cores(context: SparkContext, *, driver: bool = False) -> list[int]:
    """The cores of each live executor; in local mode ``driver`` includes the only one."""
    executors = context._jsc.sc().statusStore().executorList(True)
    listed = map(executors.apply, range(executors.size()))
    return [int(e.totalCores()) for e in listed if driver or e.id() != "driver"]


def scala_version(spark: SparkSession) -> str:
    """The Scala binary version of a classic session's JVM."""
    return minor_of(jvm_class(spark, "scala.util.Properties").versionNumberString())


def line_of(spark: SparkSession) -> Line:
    """The line that supports a classic session's Spark; else UnsupportedError."""
    return supported_line(spark.version, scala_version(spark))


def entry_point(spark: SparkSession) -> Any:
    """The JVM object ``RapidsUdfs`` of a classic session, whose jar is added if it is missing.

    UnsupportedError for a Spark Connect client or an unsupported Spark; SessionError for a stopped
    session, or a library that sees neither the plugin nor ``cudf-names.jar``; InstallationError
    for another version of this library, or a missing jar.
    """
    require_classic(spark, "rapids_udfs")
    loader, library = _library(spark)
    # registerJavaFunction and CREATE FUNCTION look classes up in the thread's class loader.
    thread(spark.sparkContext._jvm).setContextClassLoader(loader)
    return library


@once_per_context
def _library(spark: SparkSession) -> tuple[Any, Any]:
    """Return this library's class loader and its object ``RapidsUdfs``."""
    line = line_of(spark)

    def jar() -> Path:
        if not has_class(spark, PLUGIN_INTERFACE):
            _add_jar(spark, jars.names_jar())
        return jars.library_jar(line)

    loader = _loader_with_added(spark, ENTRY_POINT, jar)
    # A class does not see the classes of loaders below its own.
    own = loader.loadClass(ENTRY_POINT).getClassLoader()
    if not knows(own, PLUGIN_INTERFACE):
        # Adding the jar now would not help: a class that failed to load once fails again.
        system_loader = jvm_class(spark, "java.lang.ClassLoader").getSystemClassLoader()
        settings = CLASS_PATHS if own.equals(system_loader) else "spark.jars"
        raise SessionError(
            "the session has this library's jar, whose classes see neither the cuDF plugin nor "
            f"cudf-names.jar, so that no function loads. Add to {settings}, where the session is "
            "started: $(rapids-udfs jar names)"
        )
    library = loader.loadClass(f"{ENTRY_POINT}$").getField("MODULE$").get(None)
    if library.version() != __version__:
        raise other_version("this library's jar in the session", library.version(), __version__)
    return loader, library


def load_class(spark: SparkSession, name: str, jar: Path) -> Any:
    """Return a class of a classic session's JVM, whose jar is added if needed."""
    return _loader_with_added(spark, name, lambda: jar).loadClass(name)


def has_class(spark: SparkSession, name: str) -> bool:
    """Return whether a classic session's JVM has a class."""
    return _loader_with(spark, name) is not None


def _loader_with_added(spark: SparkSession, name: str, jar: Callable[[], Path]) -> Any:
    """The class loader that has a class, whose jar is added if needed."""
    with _ADDING:
        loader = _loader_with(spark, name)
        if loader is None:
            _add_jar(spark, jar())
            loader = _loader_with(spark, name)
            assert loader is not None, "a jar that was just added is not there"
        return loader


def _loader_with(spark: SparkSession, name: str) -> Any:
    """The class loader, of the thread or else of the session, that has a class; else None."""
    own = thread(spark.sparkContext._jvm).getContextClassLoader()
    loaders = (own, spark._jsparkSession.sharedState().jarClassLoader())
    return next((loader for loader in loaders if knows(loader, name)), None)


def knows(loader: Any, name: str) -> bool:
    """Return whether a class loader of the JVM finds a class."""
    from rapids_udfs._py4j import Py4JJavaError

    try:
        loader.loadClass(name)
    except Py4JJavaError:
        return False
    return True


def _add_jar(spark: SparkSession, jar: Path) -> None:
    """Add a jar to the driver and to all executors, present and future.

    It goes into the application's own class loader if that accepts jars, like the jars of
    ``spark.jars``: every session and thread, and in local mode the executor, then share its
    classes, and with them the counters.
    """
    loader = thread(spark.sparkContext._jvm).getContextClassLoader()
    mutable = "org.apache.spark.util.MutableURLClassLoader"
    while loader is not None and str(loader.getClass().getName()) != mutable:
        loader = loader.getParent()
    if loader is None:
        spark.sql(f"ADD JAR {jar}").collect()
        return
    loader.addURL(jvm_class(spark, "java.io.File")(str(jar)).toURI().toURL())
    spark.sparkContext._jsc.addJar(str(jar))


def thread(jvm: Any) -> Any:
    """Return the JVM's thread that serves this one."""
    from rapids_udfs._py4j import java_class

    return java_class(jvm, "java.lang.Thread").currentThread()


def jvm_class(spark: SparkSession, name: str) -> Any:
    """Return a class of a classic session's JVM by its full name, for its static members."""
    from rapids_udfs._py4j import java_class

    return java_class(spark.sparkContext._jvm, name)
