# SPDX-License-Identifier: Apache-2.0

"""The commands ``rapids-udfs demo``, ``fetch-plugin``, ``new``, ``jar`` and ``survey``."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from rapids_udfs._versions import LINES
from rapids_udfs.cli.command import Option, command, number
from rapids_udfs.console.terminal import line_width, program, say
from rapids_udfs.console.text_table import render
from rapids_udfs.runtime.plugin import CLASSIFIERS, default_classifier


def _demo_options(option: Option) -> None:
    option("--data FILE", "a Parquet, CSV or JSON file: the view 'data'", type=Path)
    option("--sql QUERY", "the query to run instead of the demonstration's own")
    option(
        "--mode",
        "auto: gpu where there is one, else explain (default: auto); emulate: the columnar bodies "
        "on the CPU",
        choices=("auto", "gpu", "emulate", "explain", "cpu"),
        default="auto",
    )
    no_plugin = "do without the plugin's jar and its verdict: the same as --mode cpu"
    option("--no-plugin", no_plugin, dest="mode", action="store_const", const="cpu")
    option("--explain", "print the plugin's full explanation of each plan")
    positive = number(int, "positive number", lambda n: n > 0)
    option("--rows N", "rows shown at most (default: 20)", type=positive, default=20)


@command("demo", "run SQL over real data and show where each function ran", _demo_options)
def demo(options: argparse.Namespace) -> int:
    """Run SQL over real data, or your own SQL over your own file.

    It shows the results, and for each function of the catalogue where it ran and the plugin's
    verdict.
    """
    from rapids_udfs.demo.command import main

    return main(options)


def _fetch_options(option: Option) -> None:
    option(
        "--scala",
        "for Spark built with this Scala version (default: that of the installed PySpark)",
        choices=sorted({line.scala for line in LINES}),
    )
    option(
        "--classifier",
        "NVIDIA's build for a CUDA version and a processor (default: %(default)s)",
        choices=CLASSIFIERS,
        default=default_classifier(),
    )


@command("fetch-plugin", "fetch the cuDF plugin's jar (about 1 GB) into the cache", _fetch_options)
def fetch_plugin(options: argparse.Namespace) -> None:
    """Fetch the cuDF plugin's jar (about 1 GB) into the cache."""
    from rapids_udfs.runtime import plugin
    from rapids_udfs.runtime.installed import default_scala

    say(str(plugin.fetch(options.scala or default_scala(), options.classifier)))


def _new_options(option: Option) -> None:
    option("folder", "a new folder; its name is the project's", type=Path)
    option("--package NAME", "of the Java classes (default: com.example)", default="com.example")
    option("--spark VERSION", "the Spark version (default: the newest)")


@command("new", "create a library of your own functions, with its tests", _new_options)
def new(options: argparse.Namespace) -> None:
    """Write a small sbt and pytest project.

    It has two functions with a row-wise and a columnar body, their tests, which need no GPU, a
    wheel that contains the jar, and a file for CI.
    """
    from rapids_udfs.testing import new_project

    for path in new_project.create(options.folder, options.package, options.spark):
        say(str(path))
    say(f"\nNext: cd {options.folder} && sbt package && pytest && pip wheel . --no-deps -w dist")
    say(f"(the plugin's jar, once: {program()} fetch-plugin)")


def _jar_options(option: Option) -> None:
    names = ("library", "names", "hive", "testkit", "emulator", "plugin", "slim", "spark")
    option("name", "", choices=names)


@command("jar", "print where a jar is, for builds", _jar_options)
def jar(options: argparse.Namespace) -> None:
    """Print the path of a jar for the installed PySpark's versions.

    library   this library's
    names     cuDF's names only, for class paths without the plugin
    hive      the functions as Hive UDFs
    testkit   the test kit for the JVM
    emulator  the agent of mode emulate
    plugin    the cuDF plugin's
    slim      the same without its native libraries: to compile against, and for mode emulate
    spark     the folder of Spark's jars
    """
    from rapids_udfs.runtime import jars, plugin
    from rapids_udfs.runtime.installed import installed_spark

    spark = installed_spark()
    paths: dict[str, Callable[[], Path]] = {
        "library": lambda: jars.library_jar(spark.line),
        "names": jars.names_jar,
        "hive": lambda: jars.hive_jar(spark.line),
        "testkit": lambda: jars.testkit_jar(spark.line),
        "emulator": jars.emulator_jar,
        "plugin": lambda: plugin.locate(spark.scala),
        "slim": lambda: plugin.slim(plugin.locate(spark.scala), spark.version),
        "spark": lambda: spark.jars,
    }
    say(str(paths[options.name]()))


def _survey_options(option: Option) -> None:
    option("path", "a file or a folder", nargs="+", type=_path, metavar="PATH")
    option("--json", "print JSON")


def _path(text: str) -> Path:
    if not text:  # an unset variable of a script; Path("") is the current folder
        raise argparse.ArgumentTypeError(
            "an empty path. Name a file or a folder, or . for this one"
        )
    return Path(text)


@command("survey", "list the Python UDFs of files that can be compiled", _survey_options)
def survey(options: argparse.Namespace) -> int:
    """Find the functions of Python files that become UDFs, without running the files.

    For every UDF (@udf, udf(...), spark.udf.register) it prints whether it can be compiled, so that
    no Python worker runs it, and what prevents that. "perhaps" is a UDF that uses a value or a
    function that only a run of the program can name. The argument types of a query may prevent it
    too. The exit status is 1 if no file could be read.
    """
    from rapids_udfs.survey.udfs import survey

    result = survey(options.path)
    unlocks = result.unlocks()
    status = 0 if result.files else 1
    if options.json:
        udfs = [asdict(udf) | {"compiles": udf.compiles} for udf in result.udfs]
        keys = ("reason", "alone", "udfs")
        reasons = [dict(zip(keys, unlock, strict=True)) for unlock in unlocks]
        document = {"udfs": udfs, "unlocks": reasons, "unreadable": result.unreadable}
        say(json.dumps(document, indent=2, ensure_ascii=False))
        return status
    parts, rows = [], []
    for udf in result.udfs:
        obstacles = [f"{o.reason} (line {o.line})" for o in udf.obstacles] or [""]
        rows.append([f"{udf.file}:{udf.line}", udf.name, udf.compiles, obstacles[0]])
        rows += [["", "", "", obstacle] for obstacle in obstacles[1:]]
    if rows:
        headers = ["UDF", "name", "compiles", "what stands in the way"]
        parts.append(render(headers, rows, line=line_width()))
    if unlocks:
        headers = ["what stands in the way", "alone", "in all"]
        parts.append(render(headers, unlocks, line=line_width()))
    parts += [f"{file} was not read: {reason}" for file, reason in result.unreadable.items()]
    if not result.files and not result.unreadable:
        parts.append(f"There are no Python files in {', '.join(map(str, options.path))}.")
    counts = Counter(udf.compiles for udf in result.udfs)
    yes, no = counts["yes"], counts["no"]
    parts.append(
        f"{len(result.udfs)} UDF{'' if len(result.udfs) == 1 else 's'}: "
        f"{yes} compile{'s' if yes == 1 else ''}, {counts['perhaps']} perhaps, "
        f"{no} do{'es' if no == 1 else ''} not"
    )
    say("\n\n".join(parts))
    return status
