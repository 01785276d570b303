# SPDX-License-Identifier: Apache-2.0

"""The code that a call of a Python function executes, and the values that this code names."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from types import CodeType, FunctionType
from typing import Any

_MOST_FUNCTIONS = 100
_MOST_PARTS = 400
_DEPTH = 4


def functions(function: Any) -> list[FunctionType]:
    """Return a function and those of the user's that it and these name."""
    home = str(getattr(function, "__module__", ""))
    found: list[FunctionType] = []
    todo = [function]
    while todo and len(found) < _MOST_FUNCTIONS:
        at = todo.pop(0)
        if isinstance(at, FunctionType) and at not in found:
            found.append(at)
            todo += [n for n in named(at) if isinstance(n, FunctionType) and _is_near(n, home)]
    return found


def codes(function: FunctionType) -> list[CodeType]:
    """Return the code of a function and of those defined inside of it."""
    found = [function.__code__]
    for code in found:
        found += [each for each in code.co_consts if isinstance(each, CodeType)]
    return found


def named(function: FunctionType) -> Iterator[Any]:
    """Yield a function's constants, the globals, closure and defaults it has, and their parts."""
    values: list[Any] = []
    names: dict[str, None] = {}
    for code in codes(function):
        values += [each for each in code.co_consts if each is not function.__doc__]
        names |= dict.fromkeys(code.co_names)
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
        for each in islice(value, _MOST_PARTS):
            yield from _parts(each, depth - 1)


def _is_near(function: FunctionType, home: str) -> bool:
    root = function.__module__.partition(".")[0] if function.__module__ else ""
    return function.__module__ == home or (
        root not in sys.stdlib_module_names and root not in ("pyspark", "rapids_udfs")
    )
