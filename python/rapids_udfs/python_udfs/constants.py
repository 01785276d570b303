# SPDX-License-Identifier: Apache-2.0

"""Values of a closure, of globals and of literals, as the program's constants."""

from __future__ import annotations

import base64
import datetime
import decimal
import re
from collections.abc import Callable
from typing import Any, Final

from rapids_udfs.python_udfs.refusal import Refusal

MOST_ELEMENTS: Final = 200_000
_DEEPEST: Final = 50
_LONGEST: Final = 14_000  # bits; Python itself reads 4,300 digits at most
MUTABLE: Final = ("list", "dict", "set")
"""The kinds of constants that a function could change."""


def constant(value: object) -> dict[str, Any]:
    """The program's form of a plain value; a Refusal without a place for any other.

    Types are compared exactly: an ``IntEnum``, a ``namedtuple`` or a ``defaultdict`` has methods
    that its base has not.
    """
    left = MOST_ELEMENTS

    def convert(value: Any, depth: int) -> dict[str, Any]:
        nonlocal left
        left -= 1
        if left < 0:
            raise Refusal(0, 0, f"a constant of more than {MOST_ELEMENTS:,} elements")
        if depth > _DEEPEST:
            raise Refusal(0, 0, f"a constant nested more than {_DEEPEST} deep")
        kind = type(value)
        if kind is dict:
            pairs = [[convert(k, depth + 1), convert(v, depth + 1)] for k, v in value.items()]
            return {"k": "dict", "v": pairs}
        if kind not in (tuple, list, set, frozenset):
            return _single(value)
        values = [convert(each, depth + 1) for each in value]
        if kind in (set, frozenset):
            values.sort(key=repr)
        return {"k": kind.__name__, "v": values}

    return convert(value, 0)


def _single(value: object) -> dict[str, Any]:
    kind = type(value)
    if value is None:
        return {"k": "none"}
    if isinstance(value, re.Pattern):
        raw = isinstance(value.pattern, bytes)
        text = (_base64 if raw else _text)(value.pattern)
        return {"k": "pattern", "v": text, "flags": int(value.flags), "bytes": raw}
    if isinstance(value, re.RegexFlag):
        return _single(int(value))
    if kind in _FORMS:
        return {"k": kind.__name__.lower(), "v": _FORMS[kind](value)}
    module = "" if kind.__module__ == "builtins" else f"{kind.__module__}."
    raise Refusal(0, 0, f"an object of {module}{kind.__qualname__}")


def _digits(value: int) -> str:
    if value.bit_length() > _LONGEST:
        raise Refusal(0, 0, "an integer of more than 4,300 digits")
    return str(value)


def _text(value: str) -> str:
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Refusal(0, 0, "a string with a lone surrogate") from None
    return value


def _base64(value: bytes) -> str:
    return base64.b64encode(value).decode()


def _moment(value: datetime.datetime) -> list[int]:
    if value.tzinfo is not None or value.fold:
        raise Refusal(0, 0, "a datetime with a time zone")
    return [*value.timetuple()[:6], value.microsecond]


_FORMS: Final[dict[type, Callable[[Any], Any]]] = {
    bool: bool,
    int: _digits,
    float: float.hex,
    str: _text,
    bytes: _base64,
    decimal.Decimal: str,
    datetime.timedelta: lambda value: [value.days, value.seconds, value.microseconds],
    datetime.datetime: _moment,
    datetime.date: lambda value: [value.year, value.month, value.day],
}
