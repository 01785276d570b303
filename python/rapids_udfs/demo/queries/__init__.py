# SPDX-License-Identifier: Apache-2.0

"""The demonstration's queries: SQL files, in the order of their names.

A file begins with comment lines: the first is the query's title, the others say what it is about.
"""

from __future__ import annotations

from importlib import resources
from typing import NamedTuple


class Query(NamedTuple):
    """A query and what it is about."""

    name: str
    title: str
    about: str
    sql: str


def load() -> list[Query]:
    """All queries, in order."""
    files = resources.files(__name__).iterdir()
    named = {file.name: file for file in files if file.name.endswith(".sql")}
    return [parse(name, named[name].read_text(encoding="utf-8")) for name in sorted(named)]


def parse(file_name: str, text: str) -> Query:
    """The query in the text of a file."""
    lines = text.splitlines()
    count = next(i for i, line in enumerate(lines) if not line.startswith("-- "))
    title, *about = (line.removeprefix("-- ") for line in lines[:count])
    name = file_name.removesuffix(".sql").partition("_")[2]
    return Query(name, title, " ".join(about), "\n".join(lines[count:]).strip())
