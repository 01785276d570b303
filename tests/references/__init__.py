# SPDX-License-Identifier: Apache-2.0

"""Python references of the catalogue's functions, as somebody would write them by hand.

A module per category, in it at most one function for each of the catalogue, of its name, on plain
Python values that are well-formed. Optional: the benchmark runs these as Python UDFs, its tests
compare them with the functions, and the demo's results are checked with them.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module, util
from inspect import isfunction
from typing import Any

from rapids_udfs import list_functions


def of(function: str) -> Callable[..., Any] | None:
    """Return a function's reference, or None if there is none."""
    category = next(f.category for f in list_functions() if f.name == function)
    return getattr(_module(category), function, None)


def public(category: str) -> set[str]:
    """Return the names of a category's references."""
    module = _module(category)
    functions = [f for f in vars(module).values() if isfunction(f)] if module else []
    own = {f.__name__ for f in functions if f.__module__ == module.__name__}
    return {name for name in own if not name.startswith("_")}


def _module(category: str) -> Any:
    name = f"{__name__}.{category}"
    return import_module(name) if util.find_spec(name) else None
