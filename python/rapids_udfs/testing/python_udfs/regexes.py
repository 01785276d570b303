# SPDX-License-Identifier: Apache-2.0

"""Texts that a regular expression matches."""

from __future__ import annotations

import random
import re
import sys
from typing import Any

if sys.version_info >= (3, 11):
    from re import _constants, _parser
else:
    import sre_constants as _constants
    import sre_parse as _parser

_MOST = 4
_CATEGORIES = {
    "CATEGORY_DIGIT": "0123456789٣",
    "CATEGORY_NOT_DIGIT": "ax -",
    "CATEGORY_SPACE": " \t\n\u00a0",
    "CATEGORY_NOT_SPACE": "ab1.",
    "CATEGORY_WORD": "abZ09_é",
    "CATEGORY_NOT_WORD": " -./@",
}


def matching(pattern: str, flags: int, rng: random.Random) -> str:
    """Return a text that the pattern usually matches; empty if it cannot be parsed."""
    try:
        parsed = _parser.parse(pattern, flags & ~int(re.DEBUG))
        return _Writer(rng).sequence(parsed)
    except (re.error, RecursionError, OverflowError, ValueError):
        return ""


class _Writer:
    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._groups: dict[int | None, str] = {}

    def sequence(self, parts: Any) -> str:
        return "".join(self._one(str(op), value) for op, value in parts)

    def _one(self, op: str, value: Any) -> str:
        rng = self._rng
        if op == "LITERAL":
            return chr(value)
        if op == "NOT_LITERAL":
            return rng.choice([c for c in "ax0 -." if ord(c) != value])
        if op == "ANY":
            return rng.choice("ab1 .-é")
        if op == "IN":
            return self._of_set(value)
        if op == "BRANCH":
            return self.sequence(rng.choice(value[1]))
        if op in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            least, most, part = value
            top = least + _MOST if most == _constants.MAXREPEAT else min(most, least + _MOST)
            return "".join(self.sequence(part) for _ in range(rng.randint(least, top)))
        if op == "SUBPATTERN":
            text = self._groups[value[0]] = self.sequence(value[-1])
            return text
        if op == "GROUPREF":
            return self._groups.get(value, "")
        return self.sequence(value) if op == "ATOMIC_GROUP" else ""

    def _of_set(self, items: list[tuple[Any, Any]]) -> str:
        chars: list[str] = []
        negated = False
        for op, value in items:
            name = str(op)
            if name == "NEGATE":
                negated = True
            elif name == "LITERAL":
                chars.append(chr(value))
            elif name == "RANGE":
                low, high = value
                chars += [chr(low), chr(high), chr(self._rng.randint(low, high))]
            elif name == "CATEGORY":
                chars += _CATEGORIES.get(str(value), "a")
        if negated:
            chars = [c for c in "abz09 -_./é" if c not in chars] or ["~"]
        return self._rng.choice(chars)
