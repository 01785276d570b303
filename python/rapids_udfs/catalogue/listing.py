# SPDX-License-Identifier: Apache-2.0

"""The functions of the catalogue and Spark's builtins: ``list_functions`` and ``describe``."""

from __future__ import annotations

from typing import Final, Literal, overload

from rapids_udfs.catalogue.builtins import PLACES, BuiltinInfo, builtin_lists, builtins
from rapids_udfs.catalogue.function_info import (
    FunctionInfo,
    by_name,
    did_you_mean,
    function_info,
)
from rapids_udfs.console.text_table import html_table
from rapids_udfs.errors import ArgumentTypeError, ArgumentValueError

BUILTINS: Final = "builtins"
"""The category of Spark's own functions."""


class FunctionList(list[FunctionInfo]):
    """Functions; a notebook shows them as a table."""

    def _repr_html_(self) -> str:
        rows = [(f.category, f.signature, f.summary) for f in self]
        return html_table(("category", "function", "summary"), rows, f"{len(self)} functions")


class BuiltinList(list[BuiltinInfo]):
    """Spark's builtins; a notebook shows them as a table."""

    def _repr_html_(self) -> str:
        minors = builtin_lists()
        rows = [(b.name, *(", ".join(b.of(minor)) for minor in minors)) for b in self]
        legend = "; ".join(f"{place}: {text}" for place, text in PLACES.items())
        return html_table(("builtin", *(f"Spark {minor}" for minor in minors)), rows, legend)


@overload
def list_functions(category: Literal["builtins"]) -> BuiltinList: ...  # type: ignore[overload-overlap]


@overload
def list_functions(category: str | None = None) -> FunctionList: ...


def list_functions(category: str | None = None) -> FunctionList | BuiltinList:
    """The functions of the catalogue, by category and then by name.

        for function in rapids_udfs.list_functions("money"):
            print(function.signature)

    Args:
        category: only the functions of a category, upper or lower case; ``builtins`` for Spark's
            own functions, and where each runs with the plugin.

    Raises:
        ArgumentTypeError: ``category`` is not a string.
        ArgumentValueError: there is no such category; the message lists them.
        InstallationError: the package's ``catalogue.json`` or ``builtins.json`` is missing, damaged
            or of another version of the package.
    """
    if category is None:
        return FunctionList(by_name().values())
    if not isinstance(category, str):
        raise ArgumentTypeError("list_functions", category, "a category's name")
    if category.lower() == BUILTINS:
        return BuiltinList(builtins().values())
    functions = FunctionList(f for f in by_name().values() if f.category == category.lower())
    if not functions:
        categories = [*dict.fromkeys(f.category for f in by_name().values()), BUILTINS]
        hint = did_you_mean(category, categories)
        raise ArgumentValueError(
            f"there is no category {category!r}{hint} There are: {', '.join(categories)}"
        )
    return functions


def describe(name: str) -> FunctionInfo | BuiltinInfo:
    """A function by its SQL name, upper or lower case, or where a builtin of Spark runs.

    Raises:
        ArgumentTypeError: ``name`` is not a string.
        UnknownFunctionError: no function has the name; the message lists the closest ones.
        InstallationError: see ``list_functions``.
    """
    if not isinstance(name, str):
        raise ArgumentTypeError("describe", name, "a function's name")
    lower = name.lower()
    return by_name().get(lower) or builtins().get(lower) or function_info(name)
