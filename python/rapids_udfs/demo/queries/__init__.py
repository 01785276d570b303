# SPDX-License-Identifier: Apache-2.0

"""The demonstration's queries: SQL files, in the order of their names.

A file begins with comment lines: the first is the query's title, the others say what it is about.
"""

from __future__ import annotations

from importlib import resources
from itertools import takewhile
from typing import NamedTuple


class Query(NamedTuple):
    """A query and what it is about."""

    name: str
    title: str
    about: str
    sql: str


def load() -> list[Query]:
    """All queries, in order."""
    queries = []
    for file in sorted(resources.files(__name__).iterdir(), key=lambda file: file.name):
        if file.name.endswith(".sql"):
            lines = file.read_text(encoding="utf-8").splitlines()
            comments = [*takewhile(lambda line: line.startswith("-- "), lines)]
            title, *about = (comment.removeprefix("-- ") for comment in comments)
            name = file.name.removesuffix(".sql").partition("_")[2]
            sql = "\n".join(lines[len(comments) :]).strip()
            queries.append(Query(name, title, " ".join(about), sql))
    return queries
