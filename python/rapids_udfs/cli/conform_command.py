# SPDX-License-Identifier: Apache-2.0

"""The command ``rapids-udfs conform``: checks a UDF in a jar, without any test code."""

from __future__ import annotations

import argparse
from itertools import combinations
from pathlib import Path
from typing import Final

from rapids_udfs.cli.command import Command, Option, UsageError, number

_DESCRIPTION: Final = """\
Checks a UDF that implements com.nvidia.spark.RapidsUDF: whether its columnar body returns the same
results as its row-wise body wherever SQL may call it, leaks nothing, and survives out-of-memory
errors. No GPU is needed: by default the plugin runs it on this machine's CPU (mode emulate). It
needs PySpark, Java 17 and the plugin's jar (rapids-udfs fetch-plugin).

  rapids-udfs conform --jar my.jar --class com.acme.MyUdf --types "string,decimal(18,2)"

With --type-mapping it checks the type mapping instead: values of every type pass through a UDF
unchanged, in mode cpu row by row and in the other modes in columns.

  rapids-udfs conform --type-mapping --mode emulate

With --python it checks a conversion of a Python UDF, by hand or by a tool: a class (--jar, --class)
in rows and in columns, or a SQL expression over columns named like the function's parameters. Rows
for which the Python function raises are left out.

  rapids-udfs conform --python jobs.py:celsius --types double --returns double \\
    --sql "(f - 32) * 5 / 9"
"""
_EPILOG: Final = """\
exit status:
  0    it conforms, or is the same as the Python function
  1    it does not conform; standard output has the smallest input that shows it
  2    the command line is wrong
  3    it could not be checked; standard error says why
  130  interrupted
"""
_COUNT: Final = number(int, "number of rows", lambda n: n >= 0)
_POINTS: Final = number(
    lambda text: text if text == "all" else int(text),
    "number from 1 on",
    lambda n: n == "all" or n > 0,
)
_TOLERANCE: Final = number(float, "number from 0 on, below 1:", lambda x: 0 <= x < 1)


def _options(option: Option) -> None:
    option("--jar FILE", "a jar; any number", dest="jars", type=Path, action="append", default=[])
    name = "the UDF's class in full, or the name of a function of the catalogue"
    option("--class CLASS", name, dest="function")
    option("--types TYPES", "the arguments' types, such as 'string,array<int>'; '' for none")
    option("--type-mapping", "check values of every type, instead of a UDF")
    option(
        "--python FILE:FUNCTION",
        "the Python function that the class, or --sql, is a conversion of",
    )
    option("--sql EXPRESSION", "with --python: the conversion, in SQL")
    option(
        "--time-zone ZONE",
        "with --python: of the session and of Python (default: America/St_Johns if there are "
        "timestamps, else this machine's)",
    )
    option("--returns TYPE", "the result's type (default: inferred, except with --python)")
    option("--rows N", "rows to generate (default: 200; with --python 1000)", type=_COUNT)
    option("--seed N", "a different seed generates different rows", type=int, default=0)
    tolerance = "relative difference allowed in floating-point results (default: none)"
    option("--tolerance X", tolerance, type=_TOLERANCE)
    option(
        "--mode",
        "what runs the columnar body (default: emulate; cpu with --sql); cpu, with --type-mapping "
        "or --python only, has none",
        choices=("emulate", "gpu", "cpu"),
    )
    option("--master URL", "Spark's master (default: local[2])", default="local[2]")
    option("--no-faults", "skip the out-of-memory errors", dest="faults", action="store_false")
    points = "inject failures at only N of a call's operations, if it is long (default: at all)"
    option("--fault-points N", points, dest="points", type=_POINTS, default="all")
    option("--junit-xml FILE", "write JUnit's XML as well", type=Path)
    option("--html FILE", "write a page as well", type=Path)
    option("--json FILE", "write JSON as well", type=Path)
    option(
        "--costs", "print cuDF's operations, estimated launches and bytes of a call (mode emulate)"
    )
    option("--plugin-jar JAR", "the plugin's jar (default: the cache's)", type=Path)


def _conform(options: argparse.Namespace) -> int:
    from rapids_udfs.testing import command

    if options.mode is None:
        options.mode = "cpu" if options.sql is not None else "emulate"
    if options.rows is None:
        options.rows = 200 if options.python is None else 1000
    if problem := _problem(options):
        raise UsageError(problem)
    return command.main(options)


CONFORM = Command(
    "conform",
    "check a UDF in a jar: same results, no leaks, survives out-of-memory errors",
    _options,
    _conform,
    _DESCRIPTION,
    _EPILOG,
    error_status=3,
)


def _problem(options: argparse.Namespace) -> str:
    """The first rule that the options break; empty if they go together."""
    files = {"--junit-xml": options.junit_xml, "--html": options.html, "--json": options.json}
    for (one, file), (other, same) in combinations(files.items(), 2):
        if file is not None and file == same:
            return f"{one} and {other} name the same file"
    if options.costs and (options.type_mapping or options.mode != "emulate"):
        return "--costs counts what one UDF does on the emulator: it needs mode emulate"
    if options.type_mapping:
        of_udf = (options.function, options.types, options.returns, options.python, options.sql)
        if any(value is not None for value in of_udf):
            return "--type-mapping takes neither --class nor --types, --returns or --python"
    elif options.python is not None:
        if (options.function is None) == (options.sql is None):
            both = ", not both" if options.sql is not None else ""
            return f"--python needs a conversion: pass --class or --sql{both}"
        if options.types is None or options.returns is None:
            return "--python needs --types and --returns"
        if options.costs:
            return "--costs does not go with --python"
    elif options.sql is not None or options.time_zone is not None:
        return "--sql and --time-zone go with --python FILE:FUNCTION"
    elif options.function is None or options.types is None:
        return "--class and --types are required, or --type-mapping"
    elif options.mode == "cpu":
        return "--mode cpu runs no columnar body: it is for --type-mapping or --python"
    return ""
