# SPDX-License-Identifier: Apache-2.0

"""The canonical names of Python's own functions and classes, whatever a user calls them."""

from __future__ import annotations

import builtins
import functools
import importlib
import operator
import sys
from types import ModuleType
from typing import Final

# Where one object is in several of them, the first gives the name: hashlib's functions are
# _hashlib's, json.JSONDecodeError is json.decoder's, os.path is posixpath.
_PUBLIC: Final = (
    *("math", "re", "json", "datetime", "decimal", "hashlib", "base64", "operator", "itertools"),
    *("collections", "functools", "bisect", "heapq", "struct", "string", "unicodedata", "binascii"),
    *("html", "random", "time", "os.path", "urllib.parse"),
)


def is_standard(module: str) -> bool:
    """Return whether a module, by its full name, belongs to Python's library."""
    return module.partition(".")[0] in sys.stdlib_module_names


def canonical(value: object) -> tuple[str, str] | None:
    """Whether a function or class of Python is a "Builtin" or "Named", and its name; or None."""
    if not callable(value):
        return None
    if id(value) in _index():
        return _index()[id(value)][1:]
    name = getattr(value, "__name__", "")
    for attribute in ("__self__", "__objclass__"):  # datetime.datetime.strptime, and str.upper
        owner = getattr(value, attribute, None)
        if isinstance(owner, type) and (of := canonical(owner)):
            return "Named", f"{of[1]}.{name}"
    module = getattr(value, "__module__", None)
    if not isinstance(module, str):
        return None
    if isinstance(value, type) and module == "pyspark.sql.types" and name == "Row":
        return "Named", "pyspark.sql.Row"
    qualified = getattr(value, "__qualname__", "")
    written = "os" if module in ("posix", "nt") else module.removeprefix("_")
    for place in (written, module) if is_standard(module) and module != "__main__" else ():
        # functools.wraps copies both names: only the object that is there has them of right.
        try:
            if operator.attrgetter(qualified)(sys.modules[place]) is value:
                return "Named", f"{place}.{qualified}"
        except (AttributeError, KeyError):
            continue
    return None


@functools.cache
def _index() -> dict[int, tuple[object, str, str]]:
    """The objects of Python's public modules by ``id``, which they keep while they are here."""
    index: dict[int, tuple[object, str, str]] = {}
    for name, value in vars(builtins).items():
        # IOError is OSError: the name of its own counts.
        if callable(value) and getattr(value, "__name__", name) == name:
            index[id(value)] = (value, "Builtin", name)
    for module in _PUBLIC:
        for name, value in vars(importlib.import_module(module)).items():
            if callable(value) and not name.startswith("_"):
                index.setdefault(id(value), (value, "Named", f"{module}.{name}"))
    return index


def import_standard(module: str) -> ModuleType | None:
    """A module that is loaded already or belongs to Python; None for any other.

    Nobody's own code runs: a module of the user's is not imported for a look.
    """
    if module in sys.modules:
        return sys.modules[module]
    if not is_standard(module):
        return None
    try:
        return importlib.import_module(module)
    except ImportError:
        return None
