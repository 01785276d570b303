# SPDX-License-Identifier: Apache-2.0

"""The constants of a function and of what it names: values that its conditions look for."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from types import CodeType, FunctionType
from typing import Any

from rapids_udfs.testing.python_udfs.regexes import matching

_MOST = 400
_DEPTH = 4


class Constants:
    """The constants that a function has, in itself, its globals, its closure and its helpers.

    Attributes:
        texts: its strings.
        integers: its whole numbers, and the lengths of its strings.
        floats: its other numbers.
        patterns: its compiled regular expressions, and strings that look like one.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.texts: list[str] = []
        self.integers: list[int] = []
        self.floats: list[float] = []
        self.patterns: list[re.Pattern[str]] = []
        self._seen: set[int] = set()
        self._take_function(function, 0)
        self.texts = list(dict.fromkeys(self.texts))[:_MOST]
        self.integers = list(dict.fromkeys(self.integers))[:_MOST]
        self.floats = list(dict.fromkeys(self.floats))[:_MOST]

    def matching(self, rng: random.Random) -> str:
        """Return a text that one of the patterns matches."""
        pattern = rng.choice(self.patterns)
        return matching(pattern.pattern, pattern.flags, rng)

    def _take_function(self, function: Any, depth: int) -> None:
        if id(function) in self._seen or depth > _DEPTH:
            return
        self._seen.add(id(function))
        codes = [function.__code__]
        for code in codes:
            codes += [c for c in code.co_consts if isinstance(c, CodeType)]
            doc = function.__doc__ if code is function.__code__ else None
            for constant in code.co_consts:
                if constant is not doc:
                    self._take(constant, depth)
        names = dict.fromkeys(name for code in codes for name in code.co_names)
        for name in names:
            if name in function.__globals__:
                self._take(function.__globals__[name], depth + 1)
        for cell in _contents(function):
            self._take(cell, depth + 1)
        for default in function.__defaults__ or ():
            self._take(default, depth)

    def _take(self, value: Any, depth: int) -> None:
        if isinstance(value, str):
            self.texts.append(value)
            self.integers.append(len(value))
            self._take_pattern(value)
        elif isinstance(value, bool) or value is None:
            return
        elif isinstance(value, int):
            self.integers.append(value)
        elif isinstance(value, float):
            self.floats.append(value)
        elif isinstance(value, Decimal):
            self.floats.append(float(value))
        elif isinstance(value, re.Pattern):
            if isinstance(value.pattern, str):
                self.patterns.append(value)
        elif isinstance(value, dict):
            for key, each in list(value.items())[:_MOST]:
                self._take(key, depth)
                self._take(each, depth)
        elif isinstance(value, (list, tuple, set, frozenset)):
            for each in list(value)[:_MOST]:
                self._take(each, depth)
        elif isinstance(value, FunctionType) and value.__module__ != "typing":
            self._take_function(value, depth)

    def _take_pattern(self, text: str) -> None:
        if re.search(r"\\[dwsb]|\[.+\]|\(\?|[)\]}.][+*?]", text):
            try:
                self.patterns.append(re.compile(text))
            except re.error:
                return


def _contents(function: Any) -> Iterator[Any]:
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:
            continue
