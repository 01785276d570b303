"""What the catalogue covers: rows of the type table, nestings, numbers of arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from devtools.paths import ROOT
from devtools.process import DevError
from devtools.type_table import TABLE, Row, children, key_of, parts
from rapids_udfs.catalogue.function_info import FunctionInfo

PAGE = ROOT / "docs" / "reference" / "types-covered.md"
ANY = "any"

_NOTE = "<!-- Generated from the catalogue by `make generate`: do not edit. -->\n"
_NESTED = ("array", "map", "struct")


class Places(NamedTuple):
    """The functions that have something in an argument or in the result."""

    taken: list[FunctionInfo]
    returned: list[FunctionInfo]


def types(functions: Iterable[FunctionInfo], wanted: Iterable[Row]) -> dict[Row, Places]:
    """For each row who takes and returns its types, by themselves or within others.

    Raises:
        DevError: a function has a type that no row is of.
    """
    known = {row.key: row for row in wanted}
    every = list(functions)
    for function in every:
        for key in {*_keys_taken(function), *_keys_returned(function)} - known.keys():
            raise DevError(f"{function.name} has the type {key}, and {TABLE.name} has no row of it")
    return {
        row: Places(
            [f for f in every if row.key in _keys_taken(f)],
            [f for f in every if row.key in _keys_returned(f)],
        )
        for row in known.values()
    }


def nestings(functions: Iterable[FunctionInfo]) -> dict[str, Places]:
    """Who takes and returns ``array of map`` and the like; every pair that could be is there."""
    found = {f"{a} of {b}": Places([], []) for a in _NESTED for b in _NESTED}
    for function in functions:
        for argument in function.arguments:
            for pair in _pairs(argument.type):
                _add(found[pair].taken, function)
        if not function.dependent_result:
            for pair in _pairs(function.returns):
                _add(found[pair].returned, function)
    return found


def arities(functions: Iterable[FunctionInfo]) -> dict[str, list[FunctionInfo]]:
    """The functions of each number of arguments, and of any number."""
    every = list(functions)
    most = max((len(f.arguments) for f in every if not f.varargs), default=0)
    found: dict[str, list[FunctionInfo]] = {str(n): [] for n in range(most + 1)}
    found[ANY] = []
    for function in every:
        found[ANY if function.varargs else str(len(function.arguments))].append(function)
    return found


def page(functions: Sequence[FunctionInfo], wanted: Sequence[Row]) -> str:
    """The page: who takes and who returns what."""
    every = [f for f in functions if any(a.type == ANY for a in f.arguments)]
    covered = types(functions, wanted)
    return (
        f"{_NOTE}\n# Types covered\n\n"
        "Which functions take and return which row of [the type table](../types.md), by itself or "
        f"within another type.\nBesides, {_names(every)} take{'s' * (len(every) == 1)} every type."
        "\n\n| type | cuDF | taken by | returned by |\n|---|---|---|---|\n"
        + _lines(covered, lambda r: f"`{r.ddl}`, {r.spark} | {r.cudf}")
        + "\n## Types within types\n\n| | taken by | returned by |\n|---|---|---|\n"
        + _lines(nestings(functions), lambda pair: pair)
        + "\n## Numbers of arguments\n\n| arguments | functions |\n|---|---|\n"
        + _listed(arities(functions))
    )


def _lines(found: Mapping[Row, Places] | Mapping[str, Places], name: Callable[..., str]) -> str:
    return "".join(
        f"| {name(what)} | {_names(places.taken)} | {_names(places.returned)} |\n"
        for what, places in found.items()
    )


def _listed(found: Mapping[str, Sequence[FunctionInfo]]) -> str:
    return "".join(f"| {what} | {_names(members)} |\n" for what, members in found.items())


def _names(functions: Iterable[FunctionInfo]) -> str:
    return ", ".join(f"[`{f.name}`]({f.category}.md#{f.name})" for f in functions) or "none"


def _add(functions: list[FunctionInfo], function: FunctionInfo) -> None:
    if function not in functions:
        functions.append(function)


def _keys_taken(function: FunctionInfo) -> set[str]:
    ddls = [a.type for a in function.arguments if a.type != ANY]
    return {key_of(part) for ddl in ddls for part in parts(ddl)}


def _keys_returned(function: FunctionInfo) -> set[str]:
    if function.dependent_result:
        return set()
    return {key_of(part) for part in parts(function.returns)}


def _pairs(ddl: str) -> Iterator[str]:
    """``array of map`` for every array of maps in a type, and the like."""
    for part in parts(ddl):
        for child in children(part):
            if key_of(child) in _NESTED:
                yield f"{key_of(part)} of {key_of(child)}"
