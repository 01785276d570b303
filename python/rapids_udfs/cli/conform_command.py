# SPDX-License-Identifier: Apache-2.0

"""The command ``rapids-udfs conform``: checks a UDF in a jar, without any test code."""

from __future__ import annotations

import argparse
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Literal

_DESCRIPTION = """\
Checks a UDF that implements com.nvidia.spark.RapidsUDF: whether its columnar body answers as its
row-wise one wherever SQL may call it, leaks nothing, and survives out-of-memory errors. No GPU is
needed: by default the plugin runs it on this machine's CPU (mode emulate). It needs PySpark,
Java 17 and the plugin's jar (rapids-udfs fetch-plugin).

  rapids-udfs conform --jar my.jar --class com.acme.MyUdf --types "string,decimal(18,2)"

With --type-mapping it checks the type mapping instead: values of every type pass through a UDF
unchanged, in mode cpu row by row and in the other modes in columns.

  rapids-udfs conform --type-mapping --mode emulate

With --python it says whether a conversion of a Python UDF, by hand or by a machine, is right: a
class (--jar, --class) in rows and in columns, or an expression of SQL over columns named like the
function's parameters. Rows for which the Python function raises are left out.

  rapids-udfs conform --python jobs.py:year --types string --returns int \\
    --sql "CAST(left(text, 4) AS INT)"
"""
_EPILOG = """\
exit status:
  0    it conforms, or answers as the Python function
  1    it does not conform; standard output has the smallest input that shows it
  2    the command line is wrong
  3    it could not be checked; standard error says why
  130  interrupted
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    conform = commands.add_parser(
        "conform",
        help="check a UDF in a jar: the same answers, no leaks, out-of-memory errors",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    option = conform.add_argument
    option(
        "--jar",
        dest="jars",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="a jar; any number",
    )
    option(
        "--class",
        dest="function",
        metavar="CLASS",
        help="the UDF's class in full, or the name of a function of the catalogue",
    )
    option(
        "--types",
        help="the arguments' types, such as 'string,array<int>'; '' for a UDF without any",
    )
    option(
        "--type-mapping", action="store_true", help="check values of every type, instead of a UDF"
    )
    option(
        "--python",
        metavar="FILE:FUNCTION",
        help="the Python function that the class, or --sql, is a conversion of",
    )
    option("--sql", metavar="EXPRESSION", help="with --python: the conversion, in SQL")
    option(
        "--time-zone",
        metavar="ZONE",
        help="with --python: of the session and of Python (default: America/St_Johns if there are "
        "timestamps, else this machine's)",
    )
    option("--returns", metavar="TYPE", help="the result's type (default: inferred)")
    option(
        "--rows",
        type=_count,
        metavar="N",
        help="rows to generate (default: 200; with --python 1000)",
    )
    option("--seed", type=int, default=0, help="another one gives other rows")
    option(
        "--tolerance",
        type=_tolerance,
        metavar="X",
        help="relative difference allowed in floating-point results (default: none)",
    )
    option(
        "--mode",
        choices=("emulate", "gpu", "cpu"),
        help="what runs the columnar body (default: emulate; cpu with --sql); cpu, with "
        "--type-mapping or --python only, has none",
    )
    option("--master", default="local[2]", metavar="URL", help="Spark's master (default: local[2])")
    option("--no-faults", dest="faults", action="store_false", help="skip the out-of-memory errors")
    option(
        "--fault-points",
        dest="points",
        type=_points,
        default="all",
        metavar="N",
        help="inject failures at only N of a call's operations, if it is long (default: at all)",
    )
    option("--junit-xml", type=Path, metavar="FILE", help="write JUnit's XML as well")
    option("--html", type=Path, metavar="FILE", help="write a page as well")
    option("--json", type=Path, metavar="FILE", help="write JSON as well")
    option(
        "--costs",
        action="store_true",
        help="print cuDF's operations, estimated launches and bytes of a call (mode emulate)",
    )
    option(
        "--plugin-jar", type=Path, metavar="JAR", help="the plugin's jar (default: in the cache)"
    )
    conform.set_defaults(work=partial(_conform, conform), error_status=3)


def _conform(conform: argparse.ArgumentParser, options: argparse.Namespace) -> int:
    from rapids_udfs.testing import command

    _default(options)
    files = {"--junit-xml": options.junit_xml, "--html": options.html, "--json": options.json}
    for (one, file), (other, same) in combinations(files.items(), 2):
        if file is not None and file == same:
            conform.error(f"{one} and {other} name the same file")
    if options.costs and (options.type_mapping or options.mode != "emulate"):
        conform.error("--costs counts what one UDF does on the emulator: it needs mode emulate")
    if options.type_mapping:
        others = ["function", "types", "returns", "python", "sql"]
        if any(getattr(options, name) is not None for name in others):
            conform.error("--type-mapping takes neither --class nor --types, --returns or --python")
    elif options.python is not None:
        if (options.function is None) == (options.sql is None):
            conform.error("--python needs its conversion: either --class or --sql")
        if options.types is None or options.returns is None:
            conform.error("--python needs --types and --returns")
        if options.costs:
            conform.error("--costs is of one UDF alone, without --python")
    elif options.sql is not None or options.time_zone is not None:
        conform.error("--sql and --time-zone go with --python FILE:FUNCTION")
    elif options.function is None or options.types is None:
        conform.error("--class and --types are required, or --type-mapping")
    elif options.mode == "cpu":
        conform.error("--mode cpu runs no columnar body: it is for --type-mapping or --python")
    return command.main(options)


def _default(options: argparse.Namespace) -> None:
    if options.mode is None:
        options.mode = "cpu" if options.sql is not None else "emulate"
    if options.rows is None:
        options.rows = 200 if options.python is None else 1000


def _count(text: str) -> int:
    if (number := int(text)) < 0:
        raise ValueError(text)
    return number


def _points(text: str) -> int | Literal["all"]:
    if text == "all":
        return "all"
    if (number := int(text)) < 1:
        raise ValueError(text)
    return number


def _tolerance(text: str) -> float:
    if not 0 <= (number := float(text)) < 1:
        raise ValueError(text)
    return number


# The names that argparse gives to a wrong value.
_count.__name__ = "number of rows"
_points.__name__ = "number from 1 on"
_tolerance.__name__ = "number from 0 on, below 1:"
