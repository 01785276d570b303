# SPDX-License-Identifier: Apache-2.0

"""The constants of a function and of what it names: values that its conditions look for."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from decimal import Decimal
from itertools import islice
from typing import Any, TypeVar

from rapids_udfs.testing.python_udfs.reach import functions, named
from rapids_udfs.testing.python_udfs.regexes import matching

_MOST = 400
_LIKE_A_PATTERN = re.compile(r"\\[dwsb]|\[.+\]|\(\?|[)\]}.][+*?]")
_T = TypeVar("_T")


class Constants:
    """The constants that a function has, in itself, its globals, its closure and its helpers.

    Attributes:
        texts: its strings.
        integers: its whole numbers, and the lengths of its strings.
        floats: its other numbers.
        patterns: its compiled regular expressions, and strings that look like one.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        found = [each for of in functions(function) for each in named(of)]
        self.texts = _distinct(v for v in found if isinstance(v, str))
        integers = [v for v in found if isinstance(v, int) and not isinstance(v, bool)]
        self.integers = _distinct([*integers, *map(len, self.texts)])
        self.floats = _distinct(float(v) for v in found if isinstance(v, (float, Decimal)))
        compiled = [v for v in found if isinstance(v, re.Pattern)]
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
