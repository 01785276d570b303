# SPDX-License-Identifier: Apache-2.0

"""The commands ``rapids-udfs new``, which creates a project of UDFs, and ``jar``, for its build."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from rapids_udfs.console.terminal import program, say

JARS = ("library", "names", "hive", "testkit", "emulator", "plugin", "slim", "spark")


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands."""
    new = commands.add_parser(
        "new",
        help="create a library of your own functions, with its tests",
        description=(
            "Writes a small project of sbt and pytest: two functions with a row-wise and a "
            "columnar body, their tests, which need no GPU, a wheel that holds the jar, and "
            "a file for CI."
        ),
    )
    new.add_argument("folder", type=Path, help="a new folder; its name is the project's")
    new.add_argument(
        "--package", default="com.example", help="of the Java classes (default: com.example)"
    )
    new.add_argument("--spark", metavar="VERSION", help="the Spark version (default: the newest)")
    new.set_defaults(work=_new)
    jar = commands.add_parser(
        "jar",
        help="print where a jar is, for builds",
        description=(
            "Prints the path of a jar: 'library' this library's, 'names' the one with cuDF's names "
            "alone, 'hive' the functions as Hive UDFs, 'testkit' the test kit for the JVM, "
            "'emulator' the agent of mode emulate, 'plugin' the cuDF plugin's, 'slim' the "
            "same without its native libraries (to compile against, and for mode emulate), 'spark' "
            "the folder with Spark's. All are of the installed PySpark's versions."
        ),
    )
    jar.add_argument("name", choices=JARS)
    jar.set_defaults(work=_jar)


def _new(options: argparse.Namespace) -> None:
    from rapids_udfs.testing import new_project

    made = new_project.create(options.folder, options.package, options.spark)
    for path in made:
        say(str(path))
    say(f"\nNext: cd {options.folder} && sbt package && pytest && pip wheel . --no-deps -w dist")
    say(f"(the plugin's jar, once: {program()} fetch-plugin)")


def _jar(options: argparse.Namespace) -> None:
    from rapids_udfs.runtime import jars, plugin
    from rapids_udfs.runtime.installed import installed_spark

    spark = installed_spark()
    where: dict[str, Callable[[], Path]] = {
        "library": lambda: jars.library_jar(spark.line),
        "names": jars.names_jar,
        "hive": lambda: jars.hive_jar(spark.line),
        "testkit": lambda: jars.testkit_jar(spark.line),
        "emulator": jars.emulator_jar,
        "plugin": lambda: plugin.locate(spark.scala),
        "slim": lambda: plugin.slim(plugin.locate(spark.scala), spark.version),
        "spark": lambda: spark.jars,
    }
    say(str(where[options.name]()))
