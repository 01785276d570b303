"""What the catalogue covers: rows of the type table, nestings, numbers of arguments, forms."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from devtools.paths import ROOT
from devtools.process import DevError
from rapids_udfs.catalogue import FunctionInfo

TABLE = ROOT / "docs" / "types.md"
PAGE = ROOT / "docs" / "reference" / "types-covered.md"
FORMS: Mapping[str, str] = {
    "scala": "Scala function",
    "java": "Java `UDFn`",
    "hive_simple": "simple Hive UDF",
    "hive_generic": "generic Hive UDF",
}
MOST_ARGUMENTS = 4
ANY = "any"

_NOTE = "<!-- Generated from the catalogue by `make generate`: do not edit. -->\n"
_DECIMAL_WIDTHS = {9: "decimal32", 18: "decimal64", 38: "decimal128"}
_NESTED = ("array", "map", "struct")


class Row(NamedTuple):
    """A row of the type table."""

    key: str
    """What the types of the row have in common: ``int``, ``decimal64``, ``array``."""
    spark: str
    ddl: str
    cudf: str


class Places(NamedTuple):
    """The functions that have something in an argument or in the result."""

    taken: list[FunctionInfo]
    returned: list[FunctionInfo]


def rows(table: Path = TABLE) -> list[Row]:
    """The rows of the type table of the documentation.

    Raises:
        DevError: there are none.
    """
    text = table.read_text(encoding="utf-8").partition("\n## ")[0]
    found = re.findall(r"^\| (\w+[^|]*?) \| `([^`]+)` \| ([^|]+?) \|", text, re.M)
    if not found:
        raise DevError(f"{table.name} has no table of types")
    return [Row(_key(ddl), spark, ddl, cudf) for spark, ddl, cudf in found]


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
    found: dict[str, list[FunctionInfo]] = {str(n): [] for n in range(MOST_ARGUMENTS + 1)}
    found[ANY] = []
    for function in functions:
        found[ANY if function.varargs else str(len(function.arguments))].append(function)
    return found


def forms(functions: Iterable[FunctionInfo]) -> dict[str, list[FunctionInfo]]:
    """The functions of each form."""
    found: dict[str, list[FunctionInfo]] = {form: [] for form in FORMS}
    for function in functions:
        found[function.form].append(function)
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
        + "\n## Forms\n\nThe form in which a function is written; "
        "[most can be registered in others too](../registration.md).\n\n"
        "| form | functions |\n|---|---|\n"
        + _listed({FORMS[form]: members for form, members in forms(functions).items()})
    )


def _lines(found: Mapping[Row, Places] | Mapping[str, Places], name: Callable[..., str]) -> str:
    return "".join(
        f"| {name(what)} | {_names(places.taken)} | {_names(places.returned)} |\n"
        for what, places in found.items()
    )


def _listed(found: Mapping[str, Sequence[FunctionInfo]]) -> str:
    return "".join(f"| {what} | {_names(members)} |\n" for what, members in found.items())


def _names(functions: Iterable[FunctionInfo]) -> str:
    """Links; the identities come last, for they are there for the tests."""
    ordered = sorted(functions, key=lambda f: f.category == "identity")
    return ", ".join(f"[`{f.name}`]({f.category}.md#{f.name})" for f in ordered) or "none"


def _add(functions: list[FunctionInfo], function: FunctionInfo) -> None:
    if function not in functions:
        functions.append(function)


def _keys_taken(function: FunctionInfo) -> set[str]:
    ddls = [a.type for a in function.arguments if a.type != ANY]
    return {_key(part) for ddl in ddls for part in _parts(ddl)}


def _keys_returned(function: FunctionInfo) -> set[str]:
    if function.dependent_result:
        return set()
    return {_key(part) for part in _parts(function.returns)}


def _key(ddl: str) -> str:
    decimal = re.fullmatch(r"decimal\((\d+),\d+\)", ddl)
    if decimal:
        return next(w for most, w in _DECIMAL_WIDTHS.items() if int(decimal[1]) <= most)
    return ddl.partition("<")[0]


def _parts(ddl: str) -> Iterator[str]:
    """The type and all types within it."""
    yield ddl
    for child in _children(ddl):
        yield from _parts(child)


def _pairs(ddl: str) -> Iterator[str]:
    """``array of map`` for every array of maps in a type, and the like."""
    for part in _parts(ddl):
        for child in _children(part):
            if _key(child) in _NESTED:
                yield f"{_key(part)} of {_key(child)}"


def _children(ddl: str) -> list[str]:
    match = re.fullmatch(r"(array|map|struct)<(.*)>", ddl)
    if not match:
        return []
    children, depth, begin = [], 0, 0
    inside = match[2] + ","
    for at, char in enumerate(inside):
        depth += (char in "<(") - (char in ">)")
        if char == "," and depth == 0:
            children.append(inside[begin:at])
            begin = at + 1
    return [c.partition(":")[2] for c in children] if match[1] == "struct" else children
