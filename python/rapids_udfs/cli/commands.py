# SPDX-License-Identifier: Apache-2.0

"""The commands of ``rapids-udfs`` except ``conf`` and ``conform``."""

from __future__ import annotations

import argparse
import json
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from rapids_udfs._numbers import counted
from rapids_udfs._versions import LINES
from rapids_udfs.catalogue.builtins import PLACES, BuiltinInfo, builtin_lists, builtins
from rapids_udfs.catalogue.function_info import FunctionInfo, by_name
from rapids_udfs.catalogue.listing import BUILTINS, BuiltinList, describe, list_functions
from rapids_udfs.cli.command import Option, command, number, settings_of
from rapids_udfs.console.terminal import bold, line_width, program, say
from rapids_udfs.console.text_table import render
from rapids_udfs.runtime.plugin import CLASSIFIERS, default_classifier

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from rapids_udfs.diagnosis.setup import Setup

_DOCTOR_EPILOG = """\
exit status:
  0    there is no error; there may be warnings and notes
  1    there are errors
  2    the command line is wrong
  3    the checks could not be run; standard error has the reason
"""


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


def _list_options(option: Option) -> None:
    option("category", "only this category, or 'builtins': Spark's", nargs="?")
    option("--json", "print JSON")


@command("list", "list the functions by category", _list_options)
def list_(options: argparse.Namespace) -> None:
    """List the functions by category, or Spark's builtins and where they run with the plugin."""
    functions = list_functions(options.category)
    if options.json:
        _say_json(functions)
    elif isinstance(functions, BuiltinList):
        minors = builtin_lists()
        rows = [[b.name, *(", ".join(b.of(minor)) for minor in minors)] for b in functions]
        say(render(["builtin", *(f"Spark {minor}" for minor in minors)], rows, line=line_width()))
        legend = "; ".join(f"{place}: {text}" for place, text in PLACES.items())
        say(f"\n{_fit(legend, 0)}\n{len(rows)} builtins. All about one: rapids-udfs show NAME")
    else:
        column = max(len(name) for name in by_name()) + 2
        for category, members in groupby(functions, lambda f: f.category):
            say(bold(category))
            lines = [_fit(f"  {f.name:<{column}}{f.summary}", column + 2) for f in members]
            say("\n".join([*lines, ""]))
        say(f"{len(functions)} functions. All about one: rapids-udfs show NAME")
        say(f"Where Spark's own run: rapids-udfs list {BUILTINS}")


def _show_options(option: Option) -> None:
    name = option("name", "a function's name", nargs="+", metavar="NAME")
    # Read by argcomplete, if installed.
    name.completer = lambda **_: [*by_name(), *builtins()]  # type: ignore[attr-defined]
    option("--json", "print JSON")


@command(
    "show", "show everything about a function, or where a builtin of Spark runs", _show_options
)
def show(options: argparse.Namespace) -> None:
    """Show everything about a function, or where a builtin of Spark runs."""
    functions = [describe(name) for name in options.name]
    if options.json:
        _say_json(functions)
        return
    pages = []
    for function in functions:
        title, *lines = str(function).split("\n")
        fitted = (_fit(line, 15 if line.startswith("  ") else 0) for line in lines)
        pages.append("\n".join([bold(title), *fitted]))
    say("\n\n".join(pages))


def _say_json(functions: Iterable[FunctionInfo | BuiltinInfo]) -> None:
    say(json.dumps([asdict(f) for f in functions], indent=2, ensure_ascii=False))


def _fit(line: str, indent: int) -> str:
    """The line, broken where it is wider than the terminal; further lines are indented."""
    width = line_width()
    if len(line) <= width:
        return line
    return textwrap.fill(
        line,
        width,
        subsequent_indent=" " * indent,
        replace_whitespace=False,
        break_long_words=False,
        break_on_hyphens=False,
    )


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
        f"{counted(len(result.udfs), 'UDF')}: "
        f"{yes} compile{'s' if yes == 1 else ''}, {counts['perhaps']} perhaps, "
        f"{no} do{'es' if no == 1 else ''} not"
    )
    say("\n\n".join(parts))
    return status


def _doctor_options(option: Option) -> None:
    option("--conf KEY=VALUE", "a setting, as Spark's", action="append", default=[])
    option("--properties-file FILE", "settings, as Spark's", type=Path)
    option("--master URL", "the same as --conf spark.master=URL")
    option("--gpu", "it is to run on a GPU")
    option("--python-udfs", "it is to run Python UDFs in Python workers")
    option("--start", "start the session and check it")
    option("--json", "print JSON")


@command(
    "doctor",
    "check this machine and the settings of a session, and list the fixes",
    _doctor_options,
    epilog=_DOCTOR_EPILOG,
    error_status=3,
)
def doctor(options: argparse.Namespace) -> int:
    """Check this machine, and the settings that a session would start with.

    The machine: Spark, Java, Python, jars, the GPU, folders and limits. The settings: those of
    spark-defaults.conf, PYSPARK_SUBMIT_ARGS, --properties-file and --conf. With --start, start that
    session and check its executors' Python workers too. With SPARK_REMOTE, or with only PySpark's
    client, it is the session of a Spark Connect client, which needs no Java. In a running session:
    rapids_udfs.doctor(spark).
    """
    from rapids_udfs.diagnosis import doctor as checks
    from rapids_udfs.diagnosis.setup import Setup

    settings = settings_of(options)
    if options.master:
        settings["spark.master"] = options.master
    setup = Setup.to_start(settings, gpu=options.gpu, python_udfs=options.python_udfs)
    diagnosis = checks.before_start(setup)
    if start := options.start and diagnosis.healthy:
        spark = _start(setup, settings)
        try:
            diagnosis = checks.check_session(spark, python_udfs=setup.python_udfs)
        finally:
            spark.stop()
    say(diagnosis.to_json() if options.json else str(diagnosis))
    if options.start and not start and not options.json:
        say("The session was not started: fix the errors first.")
    return 0 if diagnosis.healthy else 1


def _start(setup: Setup, settings: dict[str, str]) -> SparkSession:
    """Start the session that was checked; its log is in the cache, if that can be written."""
    import tempfile

    from pyspark.sql import SparkSession

    from rapids_udfs.errors import InstallationError
    from rapids_udfs.runtime.cache import writable_dir
    from rapids_udfs.session.builder import configure
    from rapids_udfs.session.local import local_builder, quiet_start

    is_client = setup.server is not None
    builder = SparkSession.builder
    if not is_client:
        builder = local_builder("rapids-udfs doctor", cores="*").master(setup.master)
    for key, value in settings.items():
        builder = builder.config(key, value)
    if is_client:
        return builder.getOrCreate()
    try:
        folder = writable_dir("logs")
    except InstallationError:
        folder = Path(tempfile.mkdtemp(prefix="rapids-udfs-"))
    builder = configure(builder, mode="gpu" if setup.gpu else "auto")
    return quiet_start(builder, folder / "doctor-spark.log")
