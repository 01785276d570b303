# SPDX-License-Identifier: Apache-2.0

"""Checks of the jars in a session's settings: missing, twice, or where they are not seen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rapids_udfs.diagnosis.finding import Facts
from rapids_udfs.diagnosis.setup import Setup
from rapids_udfs.runtime.jars import name_of
from rapids_udfs.session import iceberg as iceberg_in_session
from rapids_udfs.session.modes import EXTENSION, MODE_SETTING, SPARK_PLUGIN
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
_GROUP: Final = "io.github.rapidsudfs"
# Ivy puts the group before a jar's name, and Maven the version behind it.
_LINE: Final = r"(?:-spark-[\d.]+)?_[\d.]+"
_LIBRARY_JAR: Final = re.compile(rf"({_GROUP}_)?(rapids-udfs{_LINE})(-.*)?\.jar")
_HIVE_JAR: Final = re.compile(rf"({_GROUP}_)?(rapids-udfs-hive{_LINE})(-.*)?\.jar")
_NAMES_JAR: Final = re.compile(rf"({_GROUP}_)?(rapids-udfs-)?cudf-names(-.*)?\.jar")
_PLUGIN_JAR: Final = re.compile(rf"(com\.nvidia_)?{NAME}.*\.jar")
_LISTS: Final = ("spark.jars", DRIVER)


def files(setup: Setup) -> Iterator[Facts]:
    """Jars that are not there."""
    for key, path in _jars(setup):
        empty = key != "spark.jars" and path.endswith("*")  # a folder's jars, of which none is here
        if not is_remote(path) and not empty and not Path(path).exists():
            pattern = key == "spark.jars" and NO_PATTERN.search(path)
            yield (
                f"{key} names {path}, which is not there",
                "Spark knows no pattern but * there: a ? ends the path, and with brackets the"
                " session does not start"
                if pattern
                else "the JVM silently ignores it",
                f"correct {key} ({setup.settings.origin(key)})",
            )


def extension(setup: Setup) -> Iterator[Facts]:
    """The extension without this library's jar."""
    if EXTENSION in setup.settings.items("spark.sql.extensions") and not (
        _named(setup, _LIBRARY_JAR)
        or _packages(setup, f"rapids-udfs{_LINE}")
        or unknown_jars(setup)
    ):
        yield (
            f"spark.sql.extensions names {EXTENSION}, but spark.jars has no rapids-udfs jar",
            "Spark logs a warning and starts without the functions",
            f"add to spark.jars: {_LIBRARY}" + (f",{_NAMES}" if _lacks_names(setup) else ""),
        )


def names_missing(setup: Setup) -> Iterator[Facts]:
    """This library's jar, and nothing that its classes load with."""
    packages = _packages(setup, f"rapids-udfs{_LINE}")
    above = _above(setup, _LIBRARY_JAR)
    ours = [*above, *_named(setup, _LIBRARY_JAR), *packages]
    if not (ours and _lacks_names(setup)):
        return
    found = f"{ours[0]} is without the plugin's jar, and without cudf-names.jar in its place"
    fix = f"add to {CLASS_PATHS if above else 'spark.jars'}: {_NAMES}"
    if above and (hidden := _named(setup, _NAMES_JAR)):
        found = f"{ours[0]} is on the JVM's class path, and does not see {hidden[0]} in spark.jars"
    elif packages and not above:
        version = packages[0].rpartition(":")[2]
        fix = f"add to spark.jars.packages: {_GROUP}:rapids-udfs-cudf-names:{version}"
    yield (
        found,
        "the functions implement the plugin's interface, and load with neither: Spark starts"
        " without them",
        fix,
    )


def _lacks_names(setup: Setup) -> bool:
    """Return whether the session has no plugin, and is to have none, nor the names in its place."""
    wants_plugin = setup.gpu or SPARK_PLUGIN in setup.settings.items("spark.plugins")
    if wants_plugin or find_plugin(setup.settings, setup.spark.jars):
        return False
    if _above(setup, _LIBRARY_JAR):
        return not _above(setup, _NAMES_JAR)
    there = _named(setup, _NAMES_JAR) or _packages(setup, "rapids-udfs-cudf-names")
    return not (there or unknown_jars(setup))


def _packages(setup: Setup, artifact: str) -> list[str]:
    """This library's packages of Maven in the settings, by a pattern of their names."""
    package = re.compile(f"{_GROUP}:{artifact}:.*")
    return [*filter(package.fullmatch, setup.settings.items("spark.jars.packages"))]


def library_twice(setup: Setup) -> Iterator[Facts]:
    """Several jars of this library, or one for another Spark or Scala."""
    ours = _named(setup, _LIBRARY_JAR)
    if len(ours) > 1:
        yield (
            f"several rapids-udfs jars: {', '.join(ours)}",
            "which classes are used depends on their order",
            "leave all but one out",
        )
    line = setup.line
    for jar in ours:
        of = _LIBRARY_JAR.fullmatch(_name(jar))
        if len(ours) == 1 and of and f"{of[2]}.jar" != name_of("", line.name, line.scala):
            yield (
                f"{jar} is not for this Spark {setup.spark.version} on Scala {line.scala}",
                "its classes fail with NoSuchMethodError",
                f"in its place: {_LIBRARY}",
            )


def plugin_twice(setup: Setup) -> Iterator[Facts]:
    """Several jars of the plugin."""
    plugins = _named(setup, _PLUGIN_JAR)
    if len(plugins) > 1:
        yield (
            f"several plugin jars: {', '.join(plugins)}",
            "the plugin ends the session, or runs with the wrong one's classes",
            "leave all but one out",
        )


def names_beside_plugin(setup: Setup) -> Iterator[Facts]:
    """The names of cuDF's types, which hide the plugin's."""
    names = _named(setup, _NAMES_JAR)
    if names and find_plugin(setup.settings, setup.spark.jars):
        yield (
            f"{names[0]} is beside the plugin's jar",
            "it holds empty stand-ins for cuDF's classes, which hide the plugin's own",
            f"take {names[0]} out of spark.jars: it is for sessions without the plugin",
        )


def iceberg(setup: Setup) -> Iterator[Facts]:
    """Iceberg's jar where the plugin does not see it, or in a version that it does not know."""
    settings = setup.settings
    if runs_plugin(setup) or settings.get(MODE_SETTING) == "explain":
        found = iceberg_in_session.problems(settings, setup.spark, runs=runs_plugin(setup))
        for problem in found:
            yield problem.found, f"{problem.fails} fails", problem.fix


def queries_iceberg(setup: Setup) -> bool:
    """Return whether the plugin is to run queries of Iceberg tables."""
    return runs_plugin(setup) and iceberg_in_session.has_tables(setup.settings)


def runs_plugin(setup: Setup) -> bool:
    """Return whether the plugin is to run queries, on a GPU or in mode ``emulate``."""
    return SPARK_PLUGIN in setup.settings.items("spark.plugins")


def hive(setup: Setup) -> Iterator[Facts]:
    """Settings or a jar that need Hive, which this Spark does not have."""
    key = "spark.sql.catalogImplementation"
    jars = _named(setup, _HIVE_JAR)
    asks = [f"{key}=hive"] if setup.settings.get(key) == "hive" else []
    asks += [f"spark.jars has {jar}" for jar in jars]
    if asks and not list(setup.spark.jars.glob("spark-hive_*.jar")):
        yield (
            f"{asks[0]}, but {setup.spark.jars} has no Hive",
            "the session, or the first Hive UDF, fails with ClassNotFoundException",
            "install a Spark with Hive (PySpark from PyPI has it), or leave that out: the"
            " functions need Hive only for CREATE FUNCTION ... AS",
        )


def executor_class_path(setup: Setup) -> Iterator[Facts]:
    """The plugin on the driver's class path alone."""
    on_driver = any(map(is_plugin, setup.settings.jars(DRIVER)))
    # What is in a folder of other machines is not known here.
    named = setup.settings.items(EXECUTOR, ":")
    on_executors = any(is_plugin(item) or item.endswith("*") for item in named)
    if not setup.is_local and on_driver and not on_executors:
        yield (
            f"the plugin is in {DRIVER}, but not in {EXECUTOR}",
            "executors end at their start with ClassNotFoundException",
            f"{EXECUTOR}=the jar's path on the executors' machines",
        )


def _jars(setup: Setup) -> list[tuple[str, str]]:
    """The setting and the path or address of each jar on the driver's class path."""
    return [(key, plain_path(jar)) for key in _LISTS for jar in setup.settings.jars(key)]


def _named(setup: Setup, pattern: re.Pattern[str]) -> list[str]:
    """The distinct jars on the driver's class path whose names match a pattern."""
    return _matching(pattern, [jar for _, jar in _jars(setup)], setup)


def _above(setup: Setup, pattern: re.Pattern[str]) -> list[str]:
    """Those of them that the JVM starts with: their classes do not see those of ``spark.jars``."""
    return _matching(pattern, setup.settings.jars(DRIVER), setup)


def _matching(pattern: re.Pattern[str], jars: list[str], setup: Setup) -> list[str]:
    every = [*jars, *map(str, setup.spark.jars.glob("*.jar"))]
    return list(dict.fromkeys(jar for jar in every if pattern.fullmatch(_name(jar))))


def unknown_jars(setup: Setup) -> bool:
    """Return whether ``spark.jars`` has a pattern of another file system: it may match any jar."""
    return any("*" in jar and is_remote(jar) for _, jar in _jars(setup))


def _name(jar: str) -> str:
    """The name of a jar's file, without an address's query and fragment."""
    return re.sub("[?#].*", "", jar).rpartition("/")[2]
