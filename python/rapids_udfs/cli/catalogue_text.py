# SPDX-License-Identifier: Apache-2.0

"""The catalogue as text: the list by category, and a page for a function. Needs no session."""

from __future__ import annotations

import difflib
import textwrap
from itertools import groupby

from rapids_udfs import RapidsUdfsError, catalogue, describe
from rapids_udfs.console.terminal import bold, line_width


class UnknownCategoryError(RapidsUdfsError):
    """A category that the catalogue does not have."""

    def __init__(self, name: str, categories: list[str]) -> None:
        close = difflib.get_close_matches(name, categories, n=1)
        near = f"; did you mean {close[0]}?" if close else "."
        super().__init__(f"there is no category {name!r}{near} There are: {', '.join(categories)}")


def names() -> list[str]:
    """All functions' names."""
    return [function.name for function in catalogue()]


def listing(category: str | None = None) -> str:
    """The functions by category: how to call each, and its summary."""
    groups = {key: list(group) for key, group in groupby(catalogue(), lambda f: f.category)}
    if category is not None and category not in groups:
        raise UnknownCategoryError(category, list(groups))
    column = max(len(f.name) for f in catalogue()) + 2
    lines: list[str] = []
    for key, functions in groups.items():
        if category in (None, key):
            lines += ["", bold(key)]
            lines += [_fit(f"  {f.name:<{column}}{f.summary}", column + 2) for f in functions]
    shown = len(groups[category]) if category else sum(map(len, groups.values()))
    lines += ["", f"{shown} functions. All about one: rapids-udfs show NAME"]
    return "\n".join(lines[1:])


def page(name: str) -> str:
    """Everything that the catalogue says about a function."""
    function = describe(name)
    title, *lines = str(function).split("\n")
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
        drop_whitespace=True,
        replace_whitespace=False,
        break_long_words=False,
        break_on_hyphens=False,
    )
