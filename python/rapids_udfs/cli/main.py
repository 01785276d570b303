# SPDX-License-Identifier: Apache-2.0

"""The command line's parser, its small commands and its exit statuses."""

from __future__ import annotations

import argparse
import errno
import json
import logging
import os
import sys
import textwrap
import traceback
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from importlib import import_module, util
from itertools import groupby
from pathlib import Path

from rapids_udfs._versions import LINES, __version__
from rapids_udfs.catalogue.builtins import PLACES, BuiltinInfo, builtin_lists, builtins
from rapids_udfs.catalogue.function_info import FunctionInfo, by_name
from rapids_udfs.catalogue.listing import BUILTINS, BuiltinList, describe, list_functions
from rapids_udfs.cli import (
    conf_command,
    conform_command,
    doctor_command,
    new_command,
    survey_command,
)
from rapids_udfs.console.terminal import bold, encode_anything, interrupted, line_width, say
from rapids_udfs.console.text_table import render
from rapids_udfs.errors import RapidsUdfsError
from rapids_udfs.runtime.plugin import CLASSIFIERS, default_classifier

EXIT_STATUSES = """\
exit status:
  0    done
  1    something went wrong; standard error says what, and how to fix it
  2    the command line is wrong
  130  interrupted
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name; return the exit status."""
    encode_anything()
    # What it logs it raises, too: without a handler, tracebacks would come before the message.
    logging.getLogger("py4j").addHandler(logging.NullHandler())
    parser = make_parser()
    if util.find_spec("argcomplete") is not None:
        import_module("argcomplete").autocomplete(parser)
    options = parser.parse_args(arguments)
    error_status: int = getattr(options, "error_status", 1)
    try:
        status: int = options.work(options) or 0
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return _interrupted()
    except RapidsUdfsError as e:
        if interrupted(e):
            return _interrupted()
        print(f"error: {e}", file=sys.stderr)
        return error_status
    except BrokenPipeError:
        # The reader (head, less) has closed the pipe. Write nothing at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as e:
        if e.errno == errno.ENOSPC:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        elif not e.filename:
            raise
        print(f"error: {e.strerror}{f': {e.filename}' if e.filename else ''}", file=sys.stderr)
        return error_status
    except Exception as e:
        # An interrupted start makes Spark and Py4J fail with errors of their own.
        if interrupted(e):
            return _interrupted()
        traceback.print_exc()
        return error_status


def _interrupted() -> int:
    print("interrupted", file=sys.stderr)
    return 130


def make_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="rapids-udfs",
        description="Dual CPU/GPU functions for Spark with the cuDF plugin.",
        epilog=EXIT_STATUSES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"rapids-udfs {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_demo(commands)
    listing = commands.add_parser("list", help="list the functions by category")
    listing.add_argument("category", nargs="?", help="only this category, or 'builtins': Spark's")
    listing.add_argument("--json", action="store_true", help="print JSON")
    listing.set_defaults(work=_list)
    show = commands.add_parser(
        "show", help="show everything about a function, or where a builtin of Spark runs"
    )
    name = show.add_argument("name", nargs="+", metavar="NAME", help="a function's name")
    # Read by argcomplete, if installed.
    name.completer = lambda **_: [*by_name(), *builtins()]  # type: ignore[attr-defined]
    show.add_argument("--json", action="store_true", help="print JSON")
    show.set_defaults(work=_show)
    fetch = commands.add_parser(
        "fetch-plugin", help="fetch the cuDF plugin's jar (about 1 GB) into the cache"
    )
    fetch.add_argument(
        "--scala",
        choices=sorted({line.scala for line in LINES}),
        help="for Spark built with this Scala version (default: that of the installed PySpark)",
    )
    fetch.add_argument(
        "--classifier",
        choices=CLASSIFIERS,
        help="NVIDIA's build for a CUDA version and a processor (default: %(default)s)",
        default=default_classifier(),
    )
    fetch.set_defaults(work=_fetch)
    conform_command.add(commands)
    doctor_command.add(commands)
    conf_command.add(commands)
    new_command.add(commands)
    survey_command.add(commands)
    return parser


def _add_demo(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    demo = commands.add_parser(
        "demo",
        help="run SQL over real data and show where each function ran",
        description=(
            "Runs SQL over real data, or your own SQL over your own file, shows the results, and "
            "for each function of the catalogue where it ran and what the plugin says of it."
        ),
    )
    option = demo.add_argument
    option("--data", type=Path, metavar="FILE", help="a Parquet, CSV or JSON file: the view 'data'")
    option("--sql", help="the query to run instead of the demonstration's own")
    option(
        "--mode",
        choices=("auto", "gpu", "emulate", "explain", "cpu"),
        default="auto",
        help="auto: gpu where there is one, else explain (default: auto); emulate: the columnar "
        "bodies on the CPU",
    )
    option(
        "--no-plugin",
        dest="mode",
        action="store_const",
        const="cpu",
        help="do without the plugin's jar and its verdict: the same as --mode cpu",
    )
    option(
        "--explain", action="store_true", help="print the plugin's full explanation of each plan"
    )
    option(
        "--rows", type=_positive, default=20, metavar="N", help="rows shown at most (default: 20)"
    )
    demo.set_defaults(work=_demo)


def _demo(options: argparse.Namespace) -> int:
    from rapids_udfs.demo import command

    fields = command.Options._fields
    return command.main(command.Options(*(getattr(options, field) for field in fields)))


def _fetch(options: argparse.Namespace) -> None:
    from rapids_udfs.console.progress import ProgressLine
    from rapids_udfs.runtime import plugin
    from rapids_udfs.runtime.installed import default_scala

    scala = options.scala or default_scala()
    say(str(plugin.fetch(scala, options.classifier, progress=ProgressLine("fetching the plugin"))))


def _positive(text: str) -> int:
    if (number := int(text)) < 1:
        raise ValueError(text)
    return number


_positive.__name__ = "positive number"  # what argparse calls a wrong value


def _list(options: argparse.Namespace) -> None:
    """Print the functions by category: how to call each, and its summary."""
    found = list_functions(options.category)
    if options.json:
        _say_json(found)
        return
    if isinstance(found, BuiltinList):
        _list_builtins(found)
        return
    column = max(len(name) for name in by_name()) + 2
    lines: list[str] = []
    for category, functions in groupby(found, lambda f: f.category):
        lines += ["", bold(category)]
        lines += [_fit(f"  {f.name:<{column}}{f.summary}", column + 2) for f in functions]
    lines += ["", f"{len(found)} functions. All about one: rapids-udfs show NAME"]
    lines.append(f"Where Spark's own run: rapids-udfs list {BUILTINS}")
    say("\n".join(lines[1:]))


def _list_builtins(found: BuiltinList) -> None:
    """Print Spark's builtins and where they run with the plugin, by Spark's minor version."""
    minors = builtin_lists()
    rows = [[b.name, *(", ".join(b.of(minor)) for minor in minors)] for b in found]
    say(render(["builtin", *(f"Spark {minor}" for minor in minors)], rows, line=line_width()))
    legend = "; ".join(f"{place}: {text}" for place, text in PLACES.items())
    say(f"\n{_fit(legend, 0)}\n{len(rows)} builtins. All about one: rapids-udfs show NAME")


def _show(options: argparse.Namespace) -> None:
    found = [describe(name) for name in options.name]
    if options.json:
        _say_json(found)
    else:
        say("\n\n".join(map(_page, found)))


def _say_json(found: Iterable[FunctionInfo | BuiltinInfo]) -> None:
    say(json.dumps([asdict(each) for each in found], indent=2, ensure_ascii=False))


def _page(of: FunctionInfo | BuiltinInfo) -> str:
    title, *lines = str(of).split("\n")
    return "\n".join([bold(title), *(_fit(line, 15 if line[:2] == "  " else 0) for line in lines)])


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
