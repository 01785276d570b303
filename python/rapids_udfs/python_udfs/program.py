# SPDX-License-Identifier: Apache-2.0

"""A UDF as a program for the JVM: its functions, as far as they are translated."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from rapids_udfs.python_udfs.constants import constant
from rapids_udfs.python_udfs.refusal import Refusal
from rapids_udfs.python_udfs.scopes import Scope
from rapids_udfs.python_udfs.source import Source, source_of

VERSION: Final = 1
_MOST: Final = 200


class Program:
    """The functions of one UDF: itself first, then those that it calls.

    Args:
        file: the file of the UDF's function.
        refusals: collects all refusals; by default the first one is raised.
    """

    def __init__(self, file: str, refusals: list[Refusal] | None = None) -> None:
        self.file, self.refusals = file, refusals
        self.functions: list[dict[str, Any]] = []
        self.captures: dict[int, dict[str, Scope]] = {}
        self.waiting: list[tuple[Source, int]] = []
        """The sources of functions in use, with their numbers."""
        self._helpers: dict[int, tuple[object, int]] = {}
        self._constants: dict[int, tuple[object, dict[str, Any]]] = {}

    def new_index(self) -> int:
        """Return the number of a function that will be translated."""
        self.functions.append({})
        if len(self.functions) > _MOST:
            raise Refusal(f"more than {_MOST} functions")
        return len(self.functions) - 1

    def helper(self, key: object, source: Source | None = None) -> int:
        """Return the number of a function object outside of the UDF, or of one with a source."""
        if id(key) not in self._helpers:
            source = source or source_of(key)
            self._helpers[id(key)] = key, self.new_index()
            self.waiting.append((source, self._helpers[id(key)][1]))
        return self._helpers[id(key)][1]

    def constant(self, value: object) -> dict[str, Any]:
        """Return a plain value in the program's form; a large table is converted once."""
        if id(value) not in self._constants:
            self._constants[id(value)] = value, constant(value)
        return self._constants[id(value)][1]

    @contextmanager
    def refusing(self, source: Source, node: ast.AST | None = None) -> Iterator[None]:
        """Complete a refusal in the block by its file and place; collect it if all are wanted."""
        try:
            yield
        except Refusal as e:
            if node and not e.line:
                e.line, e.column = getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
            e.file = e.file or source.file
            if self.refusals is None:
                raise
            self.refusals.append(e)
