# SPDX-License-Identifier: Apache-2.0

"""The reason why a Python function is not compiled."""

from __future__ import annotations

import ast


class Refusal(Exception):  # noqa: N818 - not an error: the function still runs, in Python
    """A construct that the front end does not compile.

    Args:
        reason: the construct, in Python's terms.
        node: the construct in the syntax tree; None without a source.
        line: its line where there is no node.
        unknown: whether it may compile, which only running the file can tell.

    Attributes:
        line: the construct's line, from 1; 0 without a source.
        column: its column, from 0, in bytes of UTF-8 as in ``ast``.
        file: its file if it is not the UDF's own.
    """

    def __init__(
        self, reason: str, node: ast.AST | None = None, *, line: int = 0, unknown: bool = False
    ) -> None:
        super().__init__(reason)
        self.reason, self.unknown, self.file = reason, unknown, ""
        self.line = line or getattr(node, "lineno", 0)
        self.column = getattr(node, "col_offset", 0)

    def at(self, node: ast.AST) -> Refusal:
        """Return the same refusal with the place of a node."""
        return Refusal(self.reason, node, unknown=self.unknown)

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}" if self.line else self.reason
