# SPDX-License-Identifier: Apache-2.0

"""Values of closures, globals and literals as constants of a program."""

from __future__ import annotations

import base64
import datetime
import decimal
import inspect
import re
from collections.abc import Callable
from types import FunctionType
from typing import Any, Final, NamedTuple

from rapids_udfs.python_udfs.refusal import Refusal

MOST_ELEMENTS: Final = 200_000
DEEPEST: Final = 50
_LONGEST: Final = 14_000  # bits; Python reads at most 4,300 digits
MUTABLE: Final = ("list", "dict", "set")
"""The kinds of constants that a function could change."""


class _Example(NamedTuple):
    field: int


_OWN: Final = {*vars(_Example), "__annotations_cache__", "__slotnames__"}
"""The attributes that every class of named tuples has, also once pickled."""


def constant(value: object) -> dict[str, Any]:
    """Return a plain value in the program's form; raise a Refusal without a place for any other.

    Types are compared exactly: an ``IntEnum`` or a ``defaultdict`` has methods that its base does
    not have. Named tuples without methods of their own are plain.
    """
    left = MOST_ELEMENTS
    records: dict[type, dict[str, Any] | None] = {}

    def convert(value: Any, depth: int) -> dict[str, Any]:
        nonlocal left
        left -= 1
        if left < 0:
            raise Refusal(f"a constant of more than {MOST_ELEMENTS:,} elements")
        if depth > DEEPEST:
            raise Refusal(f"a constant nested more than {DEEPEST} deep")
        kind = type(value)
        if kind is dict:
            pairs = [[convert(k, depth + 1), convert(v, depth + 1)] for k, v in value.items()]
            return {"k": "dict", "v": pairs}
        if isinstance(value, tuple) and kind not in records:
            records[kind] = record_of(kind)
        record = records.get(kind)
        if not record and kind not in (tuple, list, set, frozenset):
            return _scalar(value)
        values = [convert(element, depth + 1) for element in value]
        if record:
            return {"k": "record", "name": record["name"], "fields": record["fields"], "v": values}
        if kind in (set, frozenset):
            values.sort(key=repr)
        return {"k": kind.__name__, "v": values}

    return convert(value, 0)


def _scalar(value: object) -> dict[str, Any]:
    kind = type(value)
    if value is None:
        return {"k": "none"}
    if isinstance(value, re.Pattern):
        text, is_bytes = _scalar(value.pattern)["v"], isinstance(value.pattern, bytes)
        return {"k": "pattern", "v": text, "flags": int(value.flags), "bytes": is_bytes}
    if isinstance(value, re.RegexFlag):
        return _scalar(int(value))
    if kind in _FORMS:
        return {"k": kind.__name__.lower(), "v": _FORMS[kind](value)}
    if isinstance(value, type | FunctionType):
        raise Refusal(f"the {'class' if isinstance(value, type) else 'function'} {value.__name__}")
    module = "" if kind.__module__ == "builtins" else f"{kind.__module__}."
    raise Refusal(f"an object of {module}{kind.__qualname__}")


def _digits(value: int) -> str:
    if value.bit_length() > _LONGEST:
        raise Refusal("an integer of more than 4,300 digits")
    return str(value)


def _text(value: str) -> str:
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Refusal("a string with a lone surrogate") from None
    return value


def _moment(value: datetime.datetime) -> list[int]:
    if value.tzinfo is not None or value.fold:
        raise Refusal("a datetime with a time zone")
    return [*value.timetuple()[:6], value.microsecond]


_FORMS: Final[dict[type, Callable[[Any], Any]]] = {
    bool: bool,
    int: _digits,
    float: float.hex,
    str: _text,
    bytes: lambda value: base64.b64encode(value).decode(),
    decimal.Decimal: str,
    datetime.timedelta: lambda value: [value.days, value.seconds, value.microseconds],
    datetime.datetime: _moment,
    datetime.date: lambda value: [value.year, value.month, value.day],
}


def record_of(kind: Any) -> dict[str, Any] | None:
    """Return the name, fields and defaults of a class of named tuples; None for other values.

    Raises:
        Refusal: the class has methods, or a field hides a method of ``tuple``.
    """
    if not isinstance(kind, type) or kind.__bases__ != (tuple,):
        return None
    if getattr(kind.__new__, "__module__", None) != f"namedtuple_{kind.__name__}":
        return None
    record: Any = kind
    methods = vars(kind).keys() - _OWN - {*record._fields}
    if methods or inspect.getmodule(kind.__repr__) is not inspect.getmodule(record._make):
        raise Refusal(f"the class {kind.__name__}, which has methods of its own")
    if hidden := {"count", "index"} & {*record._fields}:
        raise Refusal(f"the field {min(hidden)} of {kind.__name__}")
    defaults = {name: constant(value) for name, value in record._field_defaults.items()}
    return {"name": kind.__name__, "fields": [*record._fields], "defaults": defaults}
