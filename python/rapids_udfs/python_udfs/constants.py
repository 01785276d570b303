# SPDX-License-Identifier: Apache-2.0

"""Values of a closure, of globals and of literals, as the program's constants."""

from __future__ import annotations

import base64
import datetime
import decimal
import re
from typing import Any, Final

MOST_ELEMENTS: Final = 200_000
_DEEPEST: Final = 50
_LONGEST: Final = 14_000  # bits; Python itself reads 4,300 digits at most
_COLLECTIONS: Final[dict[type, str]] = {
    tuple: "tuple",
    list: "list",
    set: "set",
    frozenset: "frozenset",
}
MUTABLE: Final = ("list", "dict", "set")
"""The kinds of constants that a function could change."""


class NotPlainError(ValueError):
    """A value that cannot be copied into a program; the message says what it is."""


def constant(value: object) -> dict[str, Any]:
    """The program's form of a plain value; NotPlainError for any other.

    Types are compared exactly: an ``IntEnum``, a ``namedtuple`` or a ``defaultdict`` has methods
    that its base has not.
    """
    left = MOST_ELEMENTS

    def convert(value: object, depth: int) -> dict[str, Any]:
        nonlocal left
        left -= 1
        if left < 0:
            raise NotPlainError(f"a constant of more than {MOST_ELEMENTS:,} elements")
        if depth > _DEEPEST:
            raise NotPlainError(f"a constant nested more than {_DEEPEST} deep")
        kind = type(value)
        if kind in _COLLECTIONS:
            values = [convert(v, depth + 1) for v in value]  # type: ignore[attr-defined]
            if kind in (set, frozenset):
                values.sort(key=repr)
            return {"k": kind.__name__, "v": values}
        if isinstance(value, dict) and kind is dict:
            pairs = [[convert(k, depth + 1), convert(v, depth + 1)] for k, v in value.items()]
            return {"k": "dict", "v": pairs}
        return _single(value)

    return convert(value, 0)


def _single(value: object) -> dict[str, Any]:
    kind = type(value)
    if value is None:
        return {"k": "none"}
    if isinstance(value, bool):
        return {"k": "bool", "v": value}
    if isinstance(value, int) and kind in (int, re.RegexFlag):
        if value.bit_length() > _LONGEST:
            raise NotPlainError("an integer of more than 4,300 digits")
        return {"k": "int", "v": str(int(value))}
    if isinstance(value, float) and kind is float:
        return {"k": "float", "v": value.hex()}
    if isinstance(value, str) and kind is str:
        return {"k": "str", "v": _text(value)}
    if isinstance(value, bytes) and kind is bytes:
        return {"k": "bytes", "v": base64.b64encode(value).decode()}
    if isinstance(value, decimal.Decimal) and kind is decimal.Decimal:
        return {"k": "decimal", "v": str(value)}
    if isinstance(value, re.Pattern):
        raw = isinstance(value.pattern, bytes)
        text = base64.b64encode(value.pattern).decode() if raw else _text(value.pattern)
        return {"k": "pattern", "v": text, "flags": int(value.flags), "bytes": raw}
    return _time(value)


def _time(value: object) -> dict[str, Any]:
    if isinstance(value, datetime.timedelta) and type(value) is datetime.timedelta:
        return {"k": "timedelta", "v": [value.days, value.seconds, value.microseconds]}
    if isinstance(value, datetime.datetime) and type(value) is datetime.datetime:
        if value.tzinfo is not None or value.fold:
            raise NotPlainError("a datetime with a time zone")
        parts = [value.year, value.month, value.day, value.hour, value.minute, value.second]
        return {"k": "datetime", "v": [*parts, value.microsecond]}
    if isinstance(value, datetime.date) and type(value) is datetime.date:
        return {"k": "date", "v": [value.year, value.month, value.day]}
    kind = type(value)
    name = kind.__qualname__ if kind.__module__ == "builtins" else _full(kind)
    raise NotPlainError(f"an object of {name}")


def _full(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def _text(value: str) -> str:
    try:
        value.encode()
    except UnicodeEncodeError:
        raise NotPlainError("a string with a lone surrogate") from None
    return value
