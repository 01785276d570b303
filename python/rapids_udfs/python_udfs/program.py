# SPDX-License-Identifier: Apache-2.0

"""A function as a program for the JVM: itself and those that it calls, as far as translated."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from rapids_udfs.python_udfs.refusal import Refusal
from rapids_udfs.python_udfs.scopes import Scope
from rapids_udfs.python_udfs.source import Source, source_of

VERSION: Final = 1
_MOST: Final = 200


class Program:
    """The functions of one UDF: itself first, then those that it calls.

    Args:
        refusals: where refusals are put, for all of them; by default the first one is raised.
    """

    def __init__(self, refusals: list[Refusal] | None = None) -> None:
        self.refusals = refusals
        self.translated: list[dict[str, Any]] = []
        self.captures: dict[int, dict[str, Scope]] = {}
        self.waiting: list[tuple[Source, int]] = []
        """Functions that have been named, with their numbers."""
        self._helpers: dict[int, tuple[object, int]] = {}

    def new_index(self) -> int:
        """The number of a function that is to be translated."""
        self.translated.append({})
        if len(self.translated) > _MOST:
            raise Refusal(0, 0, f"more than {_MOST} functions")
        return len(self.translated) - 1

    def helper(self, key: object, source: Source | None = None) -> int:
        """The number of a function object outside of the UDF, or of one with a source."""
        if id(key) not in self._helpers:
            source = source or source_of(key)
            self._helpers[id(key)] = key, self.new_index()
            self.waiting.append((source, self._helpers[id(key)][1]))
        return self._helpers[id(key)][1]

    @contextmanager
    def refusing(self, source: Source, node: ast.AST | None = None) -> Iterator[None]:
        """Complete a refusal of the block by its file and its place; keep it if all are wanted."""
        try:
            yield
        except Refusal as e:
            if node and not e.line:
                e.line, e.column = getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
            e.file = e.file or source.file
            if self.refusals is None:
                raise
            self.refusals.append(e)

    def json(self, source: Source) -> dict[str, Any]:
        """The program of a UDF of a source, in JSON's types."""
        return {
            "v": VERSION,
            "python": [*sys.version_info[:2]],
            "name": source.name,
            "file": source.file,
            "line": source.node.lineno,
            "functions": self.translated,
        }
