# SPDX-License-Identifier: Apache-2.0

"""Checks of a session's settings, of the jars that they name, and of the library in its JVM."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rapids_udfs._entry_point import ENTRY_POINT, call_static
from rapids_udfs._versions import __version__
from rapids_udfs.diagnosis.finding import Facts, NotCheckedError, raised
from rapids_udfs.diagnosis.setup import Setup
from rapids_udfs.errors import RapidsUdfsError
from rapids_udfs.registration.function_names import is_extended
from rapids_udfs.runtime.jars import name_of
from rapids_udfs.session import iceberg as iceberg_in_session
from rapids_udfs.session.library import PLUGIN_INTERFACE, UDF_EXPRESSIONS, entry_point, has_class
from rapids_udfs.session.modes import COMPILE_ROWS, EXTENSION, MODE_SETTING, SPARK_PLUGIN
from rapids_udfs.session.plugin_in_session import NAME, find_plugin, is_plugin
from rapids_udfs.session.settings import (
    CLASS_PATHS,
    DRIVER,
    EXECUTOR,
    NO_PATTERN,
    is_remote,
    plain_path,
)

_LIBRARY: Final = "$(rapids-udfs jar library)"
_NAMES: Final = "$(rapids-udfs jar names)"
_ONE_ALONE: Final = "remove all but one"
_UNLOADED: Final = "Spark logged a warning and started without the functions"
_SWITCHED_OFF: Final = {
    "spark.rapids.sql.enabled": "false",
    "spark.rapids.sql.mode": "explainonly",
}
_GROUP: Final = "io.github.rapidsudfs"
# Ivy puts the group before a jar's name, and Maven the version behind it.
_LINE: Final = r"(?:-spark-[\d.]+)?_[\d.]+"
_LIBRARY_JAR: Final = re.compile(rf"({_GROUP}_)?(rapids-udfs{_LINE})(-.*)?\.jar")
_HIVE_JAR: Final = re.compile(rf"({_GROUP}_)?(rapids-udfs-hive{_LINE})(-.*)?\.jar")
_NAMES_JAR: Final = re.compile(rf"({_GROUP}_)?(rapids-udfs-)?cudf-names(-.*)?\.jar")
_PLUGIN_JAR: Final = re.compile(rf"(com\.nvidia_)?{NAME}.*\.jar")


def files(setup: Setup) -> Iterator[Facts]:
    """Missing jars."""
    for key, path in _jars(setup):
        empty = key != "spark.jars" and path.endswith("*")  # a folder without jars
        if not is_remote(path) and not empty and not Path(path).exists():
            why = "the JVM silently ignores it"
            if key == "spark.jars" and NO_PATTERN.search(path):
                why = "Spark knows no pattern but * there: a ? ends the path, and with brackets the"
                why += " session does not start"
            fix = f"correct {key} ({setup.settings.origin(key)})"
            yield f"{key} names {path}, which does not exist", why, fix


def extension(setup: Setup) -> Iterator[Facts]:
    """The extension without this library's jar."""
    if EXTENSION in setup.settings.items("spark.sql.extensions") and not (
        _named(setup, _LIBRARY_JAR)
        or _packages(setup, f"rapids-udfs{_LINE}")
        or _unknown_jars(setup)
    ):
        found = f"spark.sql.extensions names {EXTENSION}, but spark.jars has no rapids-udfs jar"
        fix = f"add to spark.jars: {_LIBRARY}" + (f",{_NAMES}" if _lacks_names(setup) else "")
        yield found, "Spark logs a warning and starts without the functions", fix


def names_missing(setup: Setup) -> Iterator[Facts]:
    """This library's jar without the plugin and without the names of cuDF's types."""
    packages = _packages(setup, f"rapids-udfs{_LINE}")
    on_class_path = _named(setup, _LIBRARY_JAR, DRIVER)
    libraries = [*on_class_path, *_named(setup, _LIBRARY_JAR), *packages]
    if not (libraries and _lacks_names(setup)):
        return
    library = libraries[0]
    problem = f"{library} is without the plugin's jar, and without cudf-names.jar in its place"
    fix = f"add to {CLASS_PATHS if on_class_path else 'spark.jars'}: {_NAMES}"
    if on_class_path and (hidden := _named(setup, _NAMES_JAR)):
        problem = f"{library} is on the JVM's class path, and does not see {hidden[0]}"
        problem += " in spark.jars"
    elif packages and not on_class_path:
        version = packages[0].rpartition(":")[2]
        fix = f"add to spark.jars.packages: {_GROUP}:rapids-udfs-cudf-names:{version}"
    why = "the functions implement the plugin's interface, and load with neither: Spark starts"
    yield problem, f"{why} without them", fix


def _lacks_names(setup: Setup) -> bool:
    """Return whether a session without the plugin lacks the names of cuDF's types."""
    if setup.gpu or setup.runs_plugin or _plugin(setup):
        return False
    if _named(setup, _LIBRARY_JAR, DRIVER):
        return not _named(setup, _NAMES_JAR, DRIVER)
    return not (
        _named(setup, _NAMES_JAR)
        or _packages(setup, "rapids-udfs-cudf-names")
        or _unknown_jars(setup)
    )


def library_twice(setup: Setup) -> Iterator[Facts]:
    """Several jars of this library, or one for another Spark or Scala."""
    libraries = _named(setup, _LIBRARY_JAR)
    if len(libraries) > 1:
        problem = f"several rapids-udfs jars: {', '.join(libraries)}"
        yield problem, "which classes are used depends on their order", _ONE_ALONE
    line = setup.line
    for jar in libraries if len(libraries) == 1 else ():
        name = _LIBRARY_JAR.fullmatch(_name(jar))
        if name and f"{name[2]}.jar" != name_of("", line.name, line.scala):
            found = f"{jar} is not for this Spark {setup.spark.version} on Scala {line.scala}"
            yield found, "its classes fail with NoSuchMethodError", f"replace it with: {_LIBRARY}"


def plugin_twice(setup: Setup) -> Iterator[Facts]:
    """Several jars of the plugin."""
    plugins = _named(setup, _PLUGIN_JAR)
    if len(plugins) > 1:
        why = "the plugin ends the session, or runs with the wrong one's classes"
        yield f"several plugin jars: {', '.join(plugins)}", why, _ONE_ALONE


def names_beside_plugin(setup: Setup) -> Iterator[Facts]:
    """The names of cuDF's types, which hide the plugin's."""
    names = _named(setup, _NAMES_JAR)
    if names and _plugin(setup):
        why = "it holds empty stand-ins for cuDF's classes, which hide the plugin's own"
        fix = f"remove {names[0]} from spark.jars: it is for sessions without the plugin"
        yield f"{names[0]} is next to the plugin's jar", why, fix


def plugin_missing(setup: Setup) -> Iterator[Facts]:
    """The plugin without its jar."""
    if setup.runs_plugin and not _plugin(setup) and not _unknown_jars(setup):
        found = f"spark.plugins={SPARK_PLUGIN}, but no setting names the plugin's jar"
        fix = f"{DRIVER}=$(rapids-udfs jar plugin), and for executors likewise"
        yield found, "the session ends at its start with ClassNotFoundException", fix


def plugin_switch(setup: Setup) -> Iterator[Facts]:
    """The plugin's jar, and settings by which it does nothing."""
    if setup.runs_plugin:
        why = "the plugin is present but runs nothing on the GPU"
        yield from _values(setup, _SWITCHED_OFF, why)
    elif (jar := _plugin(setup)) and setup.settings.get(MODE_SETTING) not in ("explain", "cpu"):
        found = f"{jar} is on the class path, but spark.plugins is not {SPARK_PLUGIN}"
        fix = f"spark.plugins={SPARK_PLUGIN}, or rapids_udfs.configure(builder, mode='gpu')"
        yield found, "without that the plugin does nothing", fix


def udf_switch(setup: Setup) -> Iterator[Facts]:
    """Calls of UDFs that are kept off the GPU."""
    off = {f"spark.rapids.sql.expression.{name}": "false" for name in UDF_EXPRESSIONS}
    why = "calls of UDFs of that kind stay on the CPU, whatever they implement"
    yield from _values(setup, off, why)


def _values(setup: Setup, values: dict[str, str], why: str) -> Iterator[Facts]:
    """The settings that have one of these values, in lower case."""
    for key, value in values.items():
        actual = setup.settings.get(key) or ""
        if actual.lower() == value:
            yield f"{key}={actual}", why, setup.remove(key)


def compiled_rows(setup: Setup) -> Iterator[Facts]:
    """A value that fails every query."""
    value = setup.settings.get(COMPILE_ROWS)
    if value is not None and value.lower() not in ("true", "false"):
        yield f"{COMPILE_ROWS}={value}", "every query with a function fails", f"{COMPILE_ROWS}=true"


def iceberg(setup: Setup) -> Iterator[Facts]:
    """Iceberg's jar where the plugin does not see it, or in a version that it does not know."""
    settings, runs = setup.settings, setup.runs_plugin
    if runs or settings.get(MODE_SETTING) == "explain":
        for problem in iceberg_in_session.problems(settings, setup.spark, runs=runs):
            yield problem.found, f"{problem.fails} fails", problem.fix


def queries_iceberg(setup: Setup) -> bool:
    """Return whether the plugin is to run queries of Iceberg tables."""
    return setup.runs_plugin and iceberg_in_session.has_tables(setup.settings)


def hive(setup: Setup) -> Iterator[Facts]:
    """Settings or a jar that need Hive, which this Spark does not have."""
    key = "spark.sql.catalogImplementation"
    needs = [f"{key}=hive"] if setup.settings.get(key) == "hive" else []
    needs += [f"spark.jars has {jar}" for jar in _named(setup, _HIVE_JAR)]
    if needs and not list(setup.spark.jars.glob("spark-hive_*.jar")):
        yield (
            f"{needs[0]}, but {setup.spark.jars} has no Hive",
            "the session, or the first Hive UDF, fails with ClassNotFoundException",
            "install a Spark with Hive (PySpark from PyPI has it), or leave that out: the"
            " functions need Hive only for CREATE FUNCTION ... AS",
        )


def executor_class_path(setup: Setup) -> Iterator[Facts]:
    """The plugin on the driver's class path only."""
    on_driver = any(map(is_plugin, setup.settings.jars(DRIVER)))
    # Folders of other machines cannot be inspected from here.
    items = setup.settings.items(EXECUTOR, ":")
    on_executors = any(is_plugin(item) or item.endswith("*") for item in items)
    if not setup.is_local and on_driver and not on_executors:
        why = "executors end at their start with ClassNotFoundException"
        fix = f"{EXECUTOR}=the jar's path on the executors' machines"
        yield f"the plugin is in {DRIVER}, but not in {EXECUTOR}", why, fix


def library(setup: Setup) -> Iterator[Facts]:
    """This library's classes in a session, missing or of another version."""
    spark = setup.session
    if has_class(spark, ENTRY_POINT):
        why = "without it there are no functions, and another version's functions differ"
        yield from raised(why, lambda: entry_point(spark))
    elif is_extended(spark):
        missing = _LIBRARY if has_class(spark, PLUGIN_INTERFACE) else f"{_LIBRARY},{_NAMES}"
        found = f"spark.sql.extensions names {EXTENSION}, which this session's JVM does not have"
        fix = f"rapids_udfs.register(spark), or add to spark.jars before the start: {missing}"
        yield found, _UNLOADED, fix


def server_library(setup: Setup) -> Iterator[Facts]:
    """This library on a Spark Connect server, as its client sees it."""
    version = call_static(setup.session, ENTRY_POINT, "version")
    if version is None and is_extended(setup.session):
        yield (
            f"spark.sql.extensions names {EXTENSION}, which the server's JVM does not have",
            _UNLOADED,
            "rapids_udfs.register(spark), or start the server with the settings that"
            " `rapids-udfs conf --for connect` writes",
        )
    elif version not in (None, __version__):
        found = f"this library's jar on the server is {version}, the package here {__version__}"
        fix = f"pip install rapids-udfs=={version}, or start the server with this version's jar"
        yield found, "the functions of the two versions differ", fix


def other_libraries(setup: Setup) -> Iterator[Facts]:
    """Functions of other libraries that the extension skipped."""
    spark = setup.session
    if not (is_extended(spark) and has_class(spark, ENTRY_POINT)):
        return
    try:
        skipped = entry_point(spark).skippedFunctions()
    except RapidsUdfsError as e:
        raise NotCheckedError("this library's jar cannot be used") from e
    for text in map(str, skipped):
        fix = "correct that library's jar, or remove it from spark.jars"
        yield text, "queries that call it fail with UNRESOLVED_ROUTINE", fix


def _plugin(setup: Setup) -> str | None:
    """The plugin in the settings or the installation, as a path or Maven coordinates."""
    return find_plugin(setup.settings, setup.spark.jars)


def _jars(setup: Setup) -> list[tuple[str, str]]:
    """The setting and the path or address of each jar on the driver's class path."""
    keys = ("spark.jars", DRIVER)
    return [(key, plain_path(jar)) for key in keys for jar in setup.settings.jars(key)]


def _named(setup: Setup, pattern: re.Pattern[str], *keys: str) -> list[str]:
    """The distinct jars on the driver's class path whose names match a pattern.

    ``DRIVER`` leaves out ``spark.jars``, which classes on the class path do not see.
    """
    jars = [jar for key, jar in _jars(setup) if key in (keys or ("spark.jars", DRIVER))]
    jars += map(str, setup.spark.jars.glob("*.jar"))
    return list(dict.fromkeys(jar for jar in jars if pattern.fullmatch(_name(jar))))


def _packages(setup: Setup, artifact: str) -> list[str]:
    """This library's Maven packages in the settings, by a pattern of their names."""
    package = re.compile(f"{_GROUP}:{artifact}:.*")
    return [*filter(package.fullmatch, setup.settings.items("spark.jars.packages"))]


def _unknown_jars(setup: Setup) -> bool:
    """Return whether ``spark.jars`` has a pattern of another file system: it may match any jar."""
    return any("*" in jar and is_remote(jar) for _, jar in _jars(setup))


def _name(jar: str) -> str:
    """The name of a jar's file, without an address's query and fragment."""
    return re.sub("[?#].*", "", jar).rpartition("/")[2]
