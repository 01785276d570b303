# SPDX-License-Identifier: Apache-2.0

"""Spark types of a new function: as DDL, as Java classes, and as values in SQL."""

from __future__ import annotations

import difflib
import re
from typing import NamedTuple

from devtools.process import DevError

_ATOMS = {
    "boolean": ("Boolean", "true"),
    "tinyint": ("Byte", "1"),
    "smallint": ("Short", "1"),
    "int": ("Integer", "1"),
    "bigint": ("Long", "1"),
    "float": ("Float", "1"),
    "double": ("Double", "1"),
    "date": ("java.time.LocalDate", "DATE'2026-01-31'"),
    "timestamp": ("java.time.Instant", "TIMESTAMP'2026-01-31 12:00:00'"),
    "string": ("String", "'a'"),
    "binary": ("byte[]", "X'00FF'"),
    "void": ("Void", "NULL"),
}
"""The class of a row-wise body's values, and a value that Spark coerces to the type."""
_CLASSES = {"array": ("java.util.List", "array<int>"), "map": ("java.util.Map", "map<string,int>")}
_WRITE = {
    "byte": "tinyint",
    "short": "smallint",
    "integer": "int",
    "long": "bigint",
    "real": "float",
    "numeric": "decimal(18,2)",
    "timestamp_ntz": "timestamp",
    "list": "array<int>",
    **dict.fromkeys(("char", "varchar", "text"), "string"),
}
"""Other names of types, and the names to use."""


class Type(NamedTuple):
    kind: str
    ddl: str
    java: str
    """The qualified name of the class of a row-wise body's values."""
    value: str
    """An example of a value in SQL."""
    children: tuple[Type, ...] = ()


def split(types: str) -> list[str]:
    """Return the types of a comma-separated list; nested types stay whole."""
    parts, depth = [""], 0
    for char in types:
        depth += (char in "<(") - (char in ">)")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return parts if types.strip() else []


def parse(ddl: str) -> Type:
    text = re.sub(r"\s", "", ddl)
    kind = re.split("[<(]", text)[0].lower()
    if kind == "struct":
        return _struct(text)
    if kind in _CLASSES:
        return _collection(kind, text)
    if kind == "decimal":
        return _decimal(text.lower())
    if text.lower() in _ATOMS:
        return Type(kind, kind, *_ATOMS[kind])
    close = [_WRITE[kind]] if kind in _WRITE else difflib.get_close_matches(kind, _ATOMS, n=1)
    every = f"its types are {', '.join(_ATOMS)}, decimal(p,s), array<t>, map<k,v> and struct<n:t>"
    raise DevError(
        f"{ddl.strip()!r} is not a type of docs/types.md; "
        + (f"write {close[0]}" if close else every)
    )


def _collection(kind: str, text: str) -> Type:
    inner = tuple(map(parse, _inside(text)))
    java_class, example = _CLASSES[kind]
    if len(inner) != example.count(",") + 1:
        raise DevError(f"{text!r} is not a complete type; an example: {example}")
    java = f"{java_class}<{', '.join(t.java for t in inner)}>"
    value = f"{kind}({', '.join(t.value for t in inner)})"
    return Type(kind, f"{kind}<{','.join(t.ddl for t in inner)}>", java, value, inner)


def _struct(text: str) -> Type:
    fields = [field.partition(":") for field in _inside(text)]
    if not fields or not all(re.fullmatch(r"\w+", name) and colon for name, colon, _ in fields):
        raise DevError(f"{text!r} is not a complete type; an example: struct<a:int,b:string>")
    inner = {name: parse(ddl) for name, _, ddl in fields}
    return Type(
        "struct",
        f"struct<{','.join(f'{name}:{t.ddl}' for name, t in inner.items())}>",
        "org.apache.spark.sql.Row",
        f"named_struct({', '.join(f'{name!r}, {t.value}' for name, t in inner.items())})",
        tuple(inner.values()),
    )


def _decimal(text: str) -> Type:
    match = re.fullmatch(r"decimal\((\d+),(\d+)\)", text)
    if match is None:
        raise DevError(f"{text!r} needs precision and scale: decimal(18,2)")
    precision, scale = map(int, match.groups())
    if not 1 <= precision <= 38 or scale > precision:
        raise DevError(
            f"{text} is not a decimal; its precision is at most 38, its scale at most the precision"
        )
    return Type("decimal", text, "java.math.BigDecimal", "1")


def _inside(text: str) -> list[str]:
    match = re.fullmatch(r"\w+<(.*)>", text)
    return split(match[1]) if match else []
