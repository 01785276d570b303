# SPDX-License-Identifier: Apache-2.0

"""Classes of ``collections.namedtuple`` and ``typing.NamedTuple`` that add nothing of their own."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rapids_udfs.python_udfs.refusal import Refusal

_OWN: Final = {
    *("__annotate__", "__annotate_func__", "__annotations__", "__annotations_cache__", "__doc__"),
    *("__firstlineno__", "__getnewargs__", "__match_args__", "__module__", "__new__"),
    *("__orig_bases__", "__replace__", "__repr__", "__slots__", "__static_attributes__"),
    *("_asdict", "_field_defaults", "_fields", "_make", "_replace"),
}
"""What every such class has."""


@dataclass(frozen=True)
class Record:
    """A class of tuples with names."""

    name: str
    fields: tuple[str, ...]
    defaults: Mapping[str, object]


def record_of(kind: object) -> Record | None:
    """The fields of a class of named tuples, None for other values.

    Raises:
        Refusal: the class has methods, or a field hides one of tuple's.
    """
    if not isinstance(kind, type) or kind.__bases__ != (tuple,):
        return None
    made = getattr(kind.__new__, "__module__", None)
    if made != f"namedtuple_{kind.__name__}":
        return None
    fields: tuple[str, ...] = kind._fields  # type: ignore[attr-defined]
    own = vars(kind).keys() - _OWN - {*fields}
    if own or inspect.getmodule(kind.__repr__) is not inspect.getmodule(kind._make):  # type: ignore[attr-defined]
        raise Refusal(0, 0, f"the class {kind.__name__}, which has methods of its own")
    if hidden := {"count", "index"} & {*fields}:
        raise Refusal(0, 0, f"the field {min(hidden)} of {kind.__name__}")
    return Record(kind.__name__, fields, kind._field_defaults)  # type: ignore[attr-defined]
