# SPDX-License-Identifier: Apache-2.0

"""What names of outside of a function stand for."""

from __future__ import annotations

import ast
import enum
import importlib.util
from types import ModuleType

from rapids_udfs.python_udfs.names import canonical, import_standard, is_standard
from rapids_udfs.python_udfs.refusal import Refusal, at
from rapids_udfs.python_udfs.source import MISSING

Outside = tuple[object, str]
"""A value of outside, and its name where it is an attribute of Python's own. The value is a Refusal
where it is not known."""


class Module:
    """A module or a class of the user's that is read and not imported."""

    def own(self, name: str) -> object:
        """The value of a name of its own; a Refusal where it is not known, or MISSING."""
        raise NotImplementedError


def attribute_of(node: ast.Attribute, of: object) -> Outside | None:
    """What an attribute of a value of outside stands for; None where only the program has it.

    Raises:
        Refusal: there is no such attribute.
    """
    name, known = node.attr, canonical(of)
    if isinstance(of, Refusal):
        return Refusal(0, 0, f"{of.reason}.{name}", unknown=of.unknown), ""
    if isinstance(of, Module):
        value, full = of.own(name), ""
    elif isinstance(of, ModuleType) and not name.startswith("__"):
        value = getattr(of, name, MISSING)
        full = f"{of.__name__}.{name}" if is_standard(of.__name__) else ""
    elif isinstance(of, type) and not name.startswith("__" if known else "_"):
        value, full = getattr(of, name, MISSING), f"{known[1]}.{name}" if known else ""
    elif (isinstance(of, enum.Enum) and name in ("name", "value")) or (
        is_broadcast(of) and name == "value"
    ):
        value, full = getattr(of, name), ""
    else:
        return None
    if value is MISSING:
        raise at(node, f"{ast.unparse(node.value)} has no {name}")
    return value, full


def is_broadcast(value: object) -> bool:
    """Return whether a value is Spark's broadcast variable."""
    return type(value).__name__ == "Broadcast" and type(value).__module__.startswith("pyspark.")


def import_of(node: ast.Name, module: str, attribute: str | None, package: str) -> Outside:
    """What an ``import`` inside of a function gives.

    Raises:
        Refusal: only a run could say, or there is no such attribute.
    """
    if module.startswith("."):
        if not package:
            raise at(node, f"import of {module}", unknown=True)
        module = importlib.util.resolve_name(module, package)
    found = import_standard(module)
    if found is None:
        raise at(node, f"import of {module} inside of the function", unknown=True)
    if attribute is None:
        return found, ""
    value = getattr(found, attribute, MISSING)
    if value is MISSING:
        value = import_standard(f"{module}.{attribute}")
    if value is None:
        raise at(node, f"{module} has no {attribute}")
    return value, ""


def why_not_plain(value: object, text: str, refusal: Refusal) -> str:
    """The reason why a value of outside, which is no constant, is not compiled."""
    if isinstance(value, ModuleType):
        return f"the module {value.__name__} as a value"
    if isinstance(value, type | Module):
        return f"the class {text}"
    if hasattr(value, "__name__"):
        module = getattr(value, "__module__", None)
        return f"{module}.{value.__name__}" if module else f"{text}, a method of an object"
    return f"{text}{' is' if refusal.reason.startswith('an object') else ':'} {refusal.reason}"
