# SPDX-License-Identifier: Apache-2.0

"""The commands ``rapids-udfs list`` and ``show``: the catalogue, and Spark's builtins."""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Iterable
from dataclasses import asdict
from itertools import groupby

from rapids_udfs.catalogue.builtins import PLACES, BuiltinInfo, builtin_lists, builtins
from rapids_udfs.catalogue.function_info import FunctionInfo, by_name
from rapids_udfs.catalogue.listing import BUILTINS, BuiltinList, describe, list_functions
from rapids_udfs.cli.command import Option, command
from rapids_udfs.console.terminal import bold, line_width, say
from rapids_udfs.console.text_table import render


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
