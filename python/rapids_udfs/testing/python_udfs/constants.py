# SPDX-License-Identifier: Apache-2.0

"""The code that a call of a Python function executes, and the constants that this code names.

Among the constants are regular expressions, for which matching texts are written.
"""

from __future__ import annotations

import dis
import random
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from decimal import Decimal
from itertools import islice
from types import CodeType, FunctionType
from typing import Any, TypeVar

if sys.version_info >= (3, 11):
    from re import _constants, _parser
else:
    import sre_constants as _constants
    import sre_parse as _parser

_MOST = 400
_MOST_FUNCTIONS = 100
_LOADS = ("LOAD_GLOBAL", "LOAD_NAME")
_DEPTH = 4
_LIKE_A_PATTERN = re.compile(r"\\[dwsb]|\[.+\]|\(\?|[)\]}.][+*?]")
_REPEATS = 4
_CATEGORIES = {
    "CATEGORY_DIGIT": "0123456789٣",
    "CATEGORY_NOT_DIGIT": "ax -",
    "CATEGORY_SPACE": " \t\n\u00a0",
    "CATEGORY_NOT_SPACE": "ab1.",
    "CATEGORY_WORD": "abZ09_é",
    "CATEGORY_NOT_WORD": " -./@",
}
_T = TypeVar("_T")


class Constants:
    """The constants of a function, its globals, its closure and its helpers.

    The integers include the lengths of the strings, the patterns strings that look like one.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        values = [value for helper in functions(function) for value in named(helper)]
        self.texts = _distinct(v for v in values if isinstance(v, str))
        integers = [v for v in values if isinstance(v, int) and not isinstance(v, bool)]
        self.integers = _distinct([*integers, *map(len, self.texts)])
        self.floats = _distinct(float(v) for v in values if isinstance(v, (float, Decimal)))
        compiled = [v for v in values if isinstance(v, re.Pattern)]
        self.patterns = [p for p in compiled if isinstance(p.pattern, str)]
        for text in filter(_LIKE_A_PATTERN.search, self.texts):
            with suppress(re.error):
                self.patterns.append(re.compile(text))

    def matching(self, rng: random.Random) -> str:
        """Return a text that one of the patterns matches."""
        pattern = rng.choice(self.patterns)
        return matching(pattern.pattern, pattern.flags, rng)


def _distinct(values: Iterable[_T]) -> list[_T]:
    return list(islice(dict.fromkeys(values), _MOST))


def functions(function: Any) -> list[FunctionType]:
    """Return a function and the user's functions that it names, directly or not."""
    home = str(getattr(function, "__module__", ""))
    functions: list[FunctionType] = []
    todo = [function]
    while todo and len(functions) < _MOST_FUNCTIONS:
        one = todo.pop(0)
        if isinstance(one, FunctionType) and one not in functions:
            functions.append(one)
            todo += [n for n in named(one) if isinstance(n, FunctionType) and _is_near(n, home)]
    return functions


def codes(function: FunctionType) -> list[CodeType]:
    """Return the code of a function and of the functions defined inside of it."""
    codes = [function.__code__]
    for code in codes:  # the list grows
        codes += [inner for inner in code.co_consts if isinstance(inner, CodeType)]
    return codes


def named(function: FunctionType) -> Iterator[Any]:
    """Yield a function's constants, globals, closure and defaults, and their elements."""
    values: list[Any] = []
    names: dict[str, None] = {}
    for code in codes(function):
        values += [each for each in code.co_consts if each is not function.__doc__]
        # co_names also has attributes, which may have the name of a global.
        loads = (i for i in dis.get_instructions(code) if i.opname in _LOADS)
        names |= dict.fromkeys(i.argval for i in loads)
    values += [function.__globals__[name] for name in names if name in function.__globals__]
    for cell in function.__closure__ or ():
        with suppress(ValueError):  # not assigned yet
            values.append(cell.cell_contents)
    for value in [*values, *(function.__defaults__ or ())]:
        yield from _parts(value, _DEPTH)


def _parts(value: Any, depth: int) -> Iterator[Any]:
    if isinstance(value, dict):
        value = [*value.keys(), *value.values()]
    if not isinstance(value, (list, tuple, set, frozenset)):
        yield value
    elif depth:
        for each in islice(value, _MOST):
            yield from _parts(each, depth - 1)


def _is_near(function: FunctionType, home: str) -> bool:
    root = function.__module__.partition(".")[0] if function.__module__ else ""
    return function.__module__ == home or (
        root not in sys.stdlib_module_names and root not in ("pyspark", "rapids_udfs")
    )


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
            top = least + _REPEATS if most == _constants.MAXREPEAT else min(most, least + _REPEATS)
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
