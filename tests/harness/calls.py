# SPDX-License-Identifier: Apache-2.0

"""Calls of a function inside SQL: their arguments, and the same call with other arguments."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

_OPEN = "([{"
_CLOSE = ")]}"


@dataclass(frozen=True)
class Call:
    """The first call of a function in an expression."""

    before: str
    function: str
    arguments: tuple[str, ...]
    after: str

    def written(self, name: str, arguments: Sequence[str] | None = None) -> str:
        """Return the whole expression with another function name, or other arguments."""
        args = self.arguments if arguments is None else arguments
        return f"{self.before}{name}({', '.join(args)}){self.after}"

    def cast(self, type_of: Callable[[int], str]) -> tuple[str, ...]:
        """Return the arguments with casts to the declared types, as Spark coerces a builtin's."""
        types = [type_of(i) for i in range(len(self.arguments))]
        return tuple(
            a if t == "any" else f"CAST({a} AS {t})"
            for a, t in zip(self.arguments, types, strict=True)
        )


def find(function: str, sql: str) -> Call | None:
    """Return the first call of the function; None if there is none.

    Raises:
        ValueError: a quote or a bracket of the call is not closed.
    """
    match = re.search(rf"(?<![\w.'\"`]){re.escape(function)}\s*\(", sql, re.IGNORECASE)
    if match is None:
        return None
    arguments, end = _arguments(sql, match.end())
    return Call(sql[: match.start()], function, tuple(arguments), sql[end:])


def _arguments(sql: str, start: int) -> tuple[list[str], int]:
    """Return the arguments after the opening bracket, and the position where the call ends."""
    arguments: list[str] = []
    depth, begin, at = 0, start, start
    while at < len(sql):
        char = sql[at]
        if char in "'\"`":
            at = _after_quote(sql, at)
            continue
        if depth == 0 and char in "),":
            text = sql[begin:at].strip()
            if text or char == "," or arguments:
                arguments.append(text)
            if char == ")":
                return arguments, at + 1
            begin = at + 1
        depth += (char in _OPEN) - (char in _CLOSE)
        at += 1
    raise ValueError(f"a bracket is not closed: {sql}")


def _after_quote(sql: str, at: int) -> int:
    quote = sql[at]
    raw = quote != "`" and sql[max(at - 1, 0)] in "rR" and not sql[max(at - 2, 0)].isalnum()
    end = at + 1
    while end < len(sql):
        if sql[end] == "\\" and quote != "`" and not raw:
            end += 2
        elif sql[end] == quote:
            return end + 1
        else:
            end += 1
    raise ValueError(f"a quote is not closed: {sql}")
