# SPDX-License-Identifier: Apache-2.0

"""The reason why a Python function is not compiled."""

from __future__ import annotations

import ast


class Refusal(Exception):  # noqa: N818 - no error: the function runs as before, in Python
    """A construct that the front end does not compile, at its place in the user's file.

    Args:
        line: its line, from 1; 0 if there is no source.
        column: its column, from 0, in bytes of UTF-8 as ``ast`` has it.
        reason: the construct, in the words of Python.
        unknown: whether the construct may compile: without running the file nobody can say.
    """

    def __init__(self, line: int, column: int, reason: str, unknown: bool = False) -> None:
        self.line, self.column, self.reason, self.unknown = line, column, reason, unknown
        self.file = ""
        """The file, where it is not the UDF's own."""
        super().__init__(line, column, reason)

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}" if self.line else self.reason


def at(node: ast.AST, reason: str, *, unknown: bool = False) -> Refusal:
    """The refusal of a node of the syntax tree."""
    line, column = getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
    return Refusal(line, column, reason, unknown=unknown)
