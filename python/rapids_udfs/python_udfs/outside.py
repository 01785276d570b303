# SPDX-License-Identifier: Apache-2.0

"""What names of outside of a function stand for."""

from __future__ import annotations

import ast
from dataclasses import dataclass


@dataclass(frozen=True)
class Unknown:
    """A value that cannot be known without running the file, and why."""

    reason: str
    refused: bool = False
    """Whether it is certainly not compiled."""


@dataclass(frozen=True)
class Standing:
    """A function or class that is known by its canonical name alone."""

    name: str


class Module:
    """A module of the user's that is read and not imported."""

    def lookup(self, name: str) -> object:
        """The value of one of its names, or MISSING."""
        raise NotImplementedError


@dataclass(frozen=True)
class Found:
    """A value that a name stands for, and its canonical name where it is Python's own."""

    value: object
    name: str = ""


def typed(node: ast.expr) -> ast.expr | None:
    """The ``x`` of ``type(x)`` and of ``x.__class__``."""
    if isinstance(node, ast.Attribute) and node.attr == "__class__":
        return node.value
    call = isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords
    if call and isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.args[0] if node.func.id == "type" else None
    return None


def is_broadcast(value: object) -> bool:
    """Return whether a value is Spark's broadcast variable."""
    return type(value).__name__ == "Broadcast" and type(value).__module__.startswith("pyspark.")
