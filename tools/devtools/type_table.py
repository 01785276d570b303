"""The type table of ``docs/types.md``, and DDL by its rows."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from devtools.paths import ROOT
from devtools.process import DevError

TABLE = ROOT / "docs" / "types.md"

_DECIMAL_WIDTHS = {9: "decimal32", 18: "decimal64", 38: "decimal128"}
_DDL_OF: Mapping[str, str] = {
    "byte": "tinyint",
    "short": "smallint",
    "integer": "int",
    "long": "bigint",
    "real": "float",
    "char": "string",
    "varchar": "string",
    "text": "string",
    "numeric": "decimal(18,2)",
    "timestamp_ntz": "timestamp",
    "list": "array<int>",
}
"""Other names of types, and what to write for them."""


class Row(NamedTuple):
    """A row of the type table."""

    key: str
    """What the types of the row have in common: ``int``, ``decimal64``, ``array``."""
    spark: str
    ddl: str
    cudf: str
    java: str
    """The class of a row-wise body's values."""


def rows(table: Path = TABLE) -> list[Row]:
    """Return the rows of the documentation's type table.

    Raises:
        DevError: there are none.
    """
    text = table.read_text(encoding="utf-8").partition("\n## ")[0]
    found: list[Row] = []
    for cells in re.findall(r"^\| (\w+[^|]*?) \| `([^`]+)` \| ([^|]+?) \| ([^|]+?) \|", text, re.M):
        spark, ddl, cudf, values = cells
        named = re.match(r"`([^`]+)`", values)
        found.append(Row(key_of(ddl), spark, ddl, cudf, named[1] if named else found[-1].java))
    if not found:
        raise DevError(f"{table.name} has no table of types")
    return found


def split(types: str) -> list[str]:
    """Return the types of a list separated by commas, those within types left whole."""
    found, depth, begin = [], 0, 0
    inside = types + ","
    for at, char in enumerate(inside):
        depth += (char in "<(") - (char in ">)")
        if char == "," and depth == 0:
            found.append(inside[begin:at].strip())
            begin = at + 1
    if begin < len(inside):
        # A bracket is missing: for `require` to say.
        found.append(inside[begin:-1].strip())
    return found if types.strip() else []


def children(ddl: str) -> list[str]:
    """Return the types that a type is made of; none for an atomic one."""
    match = re.fullmatch(r"(array|map|struct)<(.*)>", ddl)
    if not match:
        return []
    listed = split(match[2])
    return [c.partition(":")[2] for c in listed] if match[1] == "struct" else listed


def field_names(ddl: str) -> list[str]:
    """Return the names of a struct's fields."""
    return [field.partition(":")[0] for field in split(_inside(ddl))]


def parts(ddl: str) -> Iterator[str]:
    """Yield a type and all types within it."""
    yield ddl
    for child in children(ddl):
        yield from parts(child)


def key_of(ddl: str) -> str:
    """Return the key of the row that a type is of."""
    decimal = re.fullmatch(r"decimal\((\d+),\d+\)", ddl)
    if decimal:
        return next(w for most, w in _DECIMAL_WIDTHS.items() if int(decimal[1]) <= most)
    return ddl.partition("<")[0]


def require(ddl: str) -> str:
    """Return a type as the table writes it: lower case, without blanks.

    Raises:
        DevError: it is not a type of the table; the text says what to write.
    """
    kind = ddl.partition("<")[0].partition("(")[0].strip().lower()
    if kind == "struct":
        fields = [field.partition(":") for field in split(_inside(ddl))]
        if not fields or not all(re.fullmatch(r"\s*\w+\s*", n) and colon for n, colon, _ in fields):
            raise DevError(f"{ddl!r} is not a whole type; an example: struct<a:int,b:string>")
        return f"struct<{','.join(f'{n.strip()}:{require(t)}' for n, _, t in fields)}>"
    if kind in ("array", "map"):
        inner = split(_inside(ddl))
        example = {"array": "array<int>", "map": "map<string,int>"}[kind]
        if len(inner) != (1 if kind == "array" else 2):
            raise DevError(f"{ddl!r} is not a whole type; an example: {example}")
        return f"{kind}<{','.join(map(require, inner))}>"
    if kind == "decimal":
        return _decimal(ddl)
    plain = ddl.strip().lower()
    atoms = [row.ddl for row in rows() if re.fullmatch(r"\w+", row.ddl)]
    if plain in atoms:
        return plain
    close = [_DDL_OF[kind]] if kind in _DDL_OF else difflib.get_close_matches(plain, atoms, n=1)
    raise DevError(
        f"{ddl.strip()!r} is not a type of docs/types.md"
        + (
            f"; write {close[0]}"
            if close
            else f"; its types are {', '.join(atoms)}, decimal(p,s), "
        )
        + ("" if close else "array<t>, map<k,v> and struct<name:t,...>")
    )


def _inside(ddl: str) -> str:
    match = re.fullmatch(r"\w+<(.*)>", re.sub(r"\s+(?=<)", "", ddl.strip()))
    return match[1] if match else ""


def _decimal(ddl: str) -> str:
    match = re.fullmatch(r"decimal\((\d+),(\d+)\)", re.sub(r"\s", "", ddl).lower())
    if match is None:
        raise DevError(f"{ddl.strip()!r} needs precision and scale: decimal(18,2)")
    precision, scale = map(int, match.groups())
    if not 1 <= precision <= max(_DECIMAL_WIDTHS) or scale > precision:
        raise DevError(
            f"{match[0]} is not a decimal; its precision is at most 38, its scale no more"
        )
    return match[0]


def java_type(ddl: str) -> str:
    """Return the type of a row-wise body's values, with the type parameters of collections."""
    java = {row.key: row.java for row in rows()}
    inner = [java_type(child) for child in children(ddl)]
    name = java[key_of(ddl)]
    return name if not inner or key_of(ddl) == "struct" else f"{name}<{', '.join(inner)}>"
