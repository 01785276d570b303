# SPDX-License-Identifier: Apache-2.0

"""Classes of ``collections.namedtuple`` and ``typing.NamedTuple`` that add nothing of their own."""

from __future__ import annotations

import inspect
from typing import Any, Final

from rapids_udfs.python_udfs.constants import constant
from rapids_udfs.python_udfs.refusal import Refusal

_OWN: Final = {
    *("__annotate__", "__annotate_func__", "__annotations__", "__annotations_cache__", "__doc__"),
    *("__firstlineno__", "__getnewargs__", "__match_args__", "__module__", "__new__"),
    *("__orig_bases__", "__replace__", "__repr__", "__slots__", "__static_attributes__"),
    *("_asdict", "_field_defaults", "_fields", "_make", "_replace"),
}
"""What every such class has."""


def record_of(kind: Any) -> dict[str, Any] | None:
    """The name, the fields and the defaults of a class of named tuples; None for other values.

    Raises:
        Refusal: the class has methods, or a field hides one of tuple's.
    """
    if not isinstance(kind, type) or kind.__bases__ != (tuple,):
        return None
    if getattr(kind.__new__, "__module__", None) != f"namedtuple_{kind.__name__}":
        return None
    of: Any = kind
    own = vars(kind).keys() - _OWN - {*of._fields}
    if own or inspect.getmodule(kind.__repr__) is not inspect.getmodule(of._make):
        raise Refusal(0, 0, f"the class {kind.__name__}, which has methods of its own")
    if hidden := {"count", "index"} & {*of._fields}:
        raise Refusal(0, 0, f"the field {min(hidden)} of {kind.__name__}")
    defaults = {name: constant(value) for name, value in of._field_defaults.items()}
    return {"name": kind.__name__, "fields": [*of._fields], "defaults": defaults}
