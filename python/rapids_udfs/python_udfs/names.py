# SPDX-License-Identifier: Apache-2.0

"""The values of names outside of a function, and the canonical names of Python's objects."""

from __future__ import annotations

import ast
import builtins
import enum
import functools
import importlib.util
import operator
import sys
from contextlib import suppress
from types import ModuleType
from typing import Any, Final

from rapids_udfs.python_udfs.refusal import Refusal
from rapids_udfs.python_udfs.source import MISSING

# The first module that has an object names it: hashlib's functions are _hashlib's,
# json.JSONDecodeError is json.decoder's, os.path is posixpath.
_PUBLIC: Final = (
    *("math", "re", "json", "datetime", "decimal", "hashlib", "base64", "operator", "itertools"),
    *("collections", "functools", "bisect", "heapq", "struct", "string", "unicodedata", "binascii"),
    *("html", "random", "time", "os.path", "urllib.parse"),
)
Outside = tuple[object, str]
"""A value from outside of the function, a Refusal if it is not known; and its canonical name if it
is an attribute of Python's library."""


class Module:
    """A module or class of the user's that is read and not imported."""

    def own(self, name: str) -> object:
        """Return the value of a name in it: a Refusal if it is not known, or MISSING."""
        raise NotImplementedError


def is_standard(module: str) -> bool:
    """Return whether a module, by its full name, belongs to Python's library."""
    return module.partition(".")[0] in sys.stdlib_module_names


def canonical(value: object) -> tuple[str, str] | None:
    """Return "Builtin" or "Named", and the name, of a function or class of Python; None of others.

    The name is the same whatever a user calls the object.
    """
    if not callable(value):
        return None
    if id(value) in _index():
        return _index()[id(value)][1:]
    name = getattr(value, "__name__", "")
    for attribute in ("__self__", "__objclass__"):  # datetime.datetime.strptime, and str.upper
        owner = getattr(value, attribute, None)
        if isinstance(owner, type) and (known := canonical(owner)):
            return "Named", f"{known[1]}.{name}"
    module = str(getattr(value, "__module__", None))
    if isinstance(value, type) and module == "pyspark.sql.types" and name == "Row":
        return "Named", "pyspark.sql.Row"
    qualified = getattr(value, "__qualname__", "")
    written = "os" if module in ("posix", "nt") else module.removeprefix("_")
    for place in (written, module) if is_standard(module) else ():
        # functools.wraps copies both names: only the object at that place owns them.
        with suppress(AttributeError, KeyError):
            if operator.attrgetter(qualified)(sys.modules[place]) is value:
                return "Named", f"{place}.{qualified}"
    return None


@functools.cache
def _index() -> dict[int, tuple[object, str, str]]:
    """The objects of Python's public modules by ``id``, which stays theirs while they are here."""
    index: dict[int, tuple[object, str, str]] = {}
    for name, value in vars(builtins).items():
        # IOError is OSError: the object's own name counts.
        if callable(value) and getattr(value, "__name__", name) == name:
            index[id(value)] = (value, "Builtin", name)
    for module in _PUBLIC:
        for name, value in vars(importlib.import_module(module)).items():
            if callable(value) and not name.startswith("_"):
                index.setdefault(id(value), (value, "Named", f"{module}.{name}"))
    return index


def import_standard(module: str) -> ModuleType | None:
    """Return a module that is loaded or belongs to Python; None for others, which must not run."""
    if module not in sys.modules and is_standard(module):
        with suppress(ImportError):
            importlib.import_module(module)
    return sys.modules.get(module)


def attribute_of(node: ast.Attribute, owner: Any) -> Outside | None:
    """Return the value of an attribute of a value from outside; None if only the program has it.

    Raises:
        Refusal: there is no such attribute.
    """
    name, known, full = node.attr, canonical(owner), ""
    if isinstance(owner, Refusal):
        return Refusal(f"{owner.reason}.{name}", unknown=owner.unknown), ""
    if isinstance(owner, Module):
        value = owner.own(name)
    elif isinstance(owner, ModuleType) and not name.startswith("__"):
        value = getattr(owner, name, MISSING)
        full = f"{owner.__name__}.{name}" if is_standard(owner.__name__) else ""
    elif isinstance(owner, type) and not name.startswith("__" if known else "_"):
        value, full = getattr(owner, name, MISSING), f"{known[1]}.{name}" if known else ""
    elif (name == "value" and _is_pyspark(owner, "Broadcast")) or (
        name in ("name", "value") and isinstance(owner, enum.Enum)
    ):
        value = getattr(owner, name)
    else:
        return None
    if value is MISSING:
        raise Refusal(f"{ast.unparse(node.value)} has no {name}", node)
    return value, full


def is_row(value: object) -> bool:
    """Return whether a value is PySpark's Row."""
    return _is_pyspark(value, "Row")


def _is_pyspark(value: object, name: str) -> bool:
    return type(value).__name__ == name and type(value).__module__.startswith("pyspark.")


def import_of(node: ast.Name, module: str, attribute: str | None, package: str) -> Outside:
    """Return what an ``import`` inside of a function binds.

    Raises:
        Refusal: only a run can tell, or there is no such attribute.
    """
    if module.startswith("."):
        if not package:
            raise Refusal(f"import of {module}", node, unknown=True)
        module = importlib.util.resolve_name(module, package)
    value: object = import_standard(module)
    if value is None:
        raise Refusal(f"import of {module} inside of the function", node, unknown=True)
    if attribute is not None:
        value = getattr(value, attribute, MISSING)
        if value is MISSING:
            value = import_standard(f"{module}.{attribute}")
        if value is None:
            raise Refusal(f"{module} has no {attribute}", node)
    return value, ""


def why_not_plain(value: object, text: str, refusal: Refusal) -> str:
    """Return the reason why a value from outside, which is not a constant, is not compiled."""
    if isinstance(value, ModuleType):
        return f"the module {value.__name__} as a value"
    if isinstance(value, type | Module):
        return f"the class {text}"
    if hasattr(value, "__name__"):
        module = getattr(value, "__module__", None)
        return f"{module}.{value.__name__}" if module else f"{text}, a method of an object"
    if not refusal.reason.startswith(("an object ", "the class ", "the function ")):
        return f"{text}: {refusal.reason}"
    is_inside = isinstance(value, dict | list | tuple | set | frozenset)
    return f"{text} {'contains' if is_inside else 'is'} {refusal.reason}"
