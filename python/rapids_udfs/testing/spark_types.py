"""Spark's types from their text, without a JVM: what columns of the GPU may have."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pyspark.sql.types import (
    ArrayType,
    BinaryType,
    BooleanType,
    ByteType,
    DataType,
    DateType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerType,
    LongType,
    MapType,
    NullType,
    ShortType,
    StringType,
    StructField,
    StructType,
    TimestampType,
)

from rapids_udfs.errors import UnsupportedTypeError
from rapids_udfs.function_names import quoted

TypeLike = str | DataType
"""A type, or its text such as ``map<string,decimal(18,2)>``."""
Types = str | Sequence[TypeLike] | StructType
"""Several types: ``"string,int"``, a list, or a schema."""

_ATOMIC: dict[str, type[DataType]] = {
    "boolean": BooleanType,
    "tinyint": ByteType,
    "byte": ByteType,
    "smallint": ShortType,
    "short": ShortType,
    "int": IntegerType,
    "integer": IntegerType,
    "bigint": LongType,
    "long": LongType,
    "float": FloatType,
    "real": FloatType,
    "double": DoubleType,
    "date": DateType,
    "timestamp": TimestampType,
    "string": StringType,
    "binary": BinaryType,
    "void": NullType,
}
_MAX_PRECISION = 38


def parse_type(given: TypeLike) -> DataType:
    """The type that a text names; a type as it is, but with nulls at every level.

    Raises:
        UnsupportedTypeError: the text is no type, or none that a columnar body can have.
    """
    if isinstance(given, DataType):
        return _supported(given)
    if not isinstance(given, str):
        raise UnsupportedTypeError(f"{given!r:.80} is neither a Spark type nor the text of one")
    text = given.strip()
    if text.lower() in _ATOMIC:
        return _ATOMIC[text.lower()]()
    match = re.fullmatch(r"(decimal|dec|numeric)(\s*\(\s*(\d+)\s*(,\s*(\d+)\s*)?\))?", text, re.I)
    if match:
        return _decimal(text, int(match[3] or 10), int(match[5] or 0))
    nested = re.fullmatch(r"(array|map|struct)\s*<(.*)>", text, re.I | re.S)
    if nested is None:
        raise UnsupportedTypeError(
            f"{given!r} is not a type that a columnar body can take; the types are "
            f"{', '.join(_ATOMIC)}, decimal(p,s), array<...>, map<...,...>, struct<name:type,...>"
        )
    parts = split(nested[2])
    kind = nested[1].lower()
    if kind == "struct":
        return StructType([_field(part) for part in parts])
    if len(parts) != (1 if kind == "array" else 2):
        raise UnsupportedTypeError(f"{given!r}: {kind} takes {1 if kind == 'array' else 2} types")
    types = [parse_type(part) for part in parts]
    return ArrayType(types[0]) if kind == "array" else _supported(MapType(types[0], types[1]))


def parse_types(given: Types) -> list[DataType]:
    """Several types, of ``"string,decimal(18,2)"``, of a list or of a schema.

    Raises:
        UnsupportedTypeError: see :func:`parse_type`.
    """
    if isinstance(given, StructType):
        return [parse_type(field.dataType) for field in given.fields]
    if isinstance(given, str):
        return [parse_type(part) for part in split(given)]
    # What is no list is a type alone, or refused as none.
    return [parse_type(part) for part in (given if isinstance(given, Sequence) else [given])]


def split(text: str) -> list[str]:
    """The parts between the commas that are in no bracket."""
    parts, depth, in_name = [""], 0, False
    for char in text:
        in_name ^= char == "`"
        if in_name:
            parts[-1] += char
            continue
        depth += (char in "<(") - (char in ">)")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    if depth != 0:
        raise UnsupportedTypeError(f"{text!r}: a bracket is not closed")
    parts = [part.strip() for part in parts]
    return [] if parts == [""] else parts


def ddl(type_: DataType) -> str:
    """The text of a type, which :func:`parse_type` and SQL read."""
    if isinstance(type_, StructType):
        return f"struct<{','.join(f'{_name(f.name)}:{ddl(f.dataType)}' for f in type_.fields)}>"
    if isinstance(type_, ArrayType):
        return f"array<{ddl(type_.elementType)}>"
    if isinstance(type_, MapType):
        return f"map<{ddl(type_.keyType)},{ddl(type_.valueType)}>"
    return type_.simpleString()


def _name(field: str) -> str:
    return field if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", field) else quoted(field)


def has_map(type_: DataType) -> bool:
    """Whether there is a map in it, which Spark neither compares nor groups by."""
    if isinstance(type_, ArrayType):
        return has_map(type_.elementType)
    if isinstance(type_, StructType):
        return any(has_map(field.dataType) for field in type_.fields)
    return isinstance(type_, MapType)


def is_nested(type_: DataType) -> bool:
    """Whether it is an array, a map or a struct."""
    return isinstance(type_, (ArrayType, MapType, StructType))


def _field(text: str) -> StructField:
    match = re.fullmatch(r"(`(?:[^`]|``)+`|\w+)\s*[:\s]\s*(.+)", text, re.S)
    if match is None:
        raise UnsupportedTypeError(f"{text!r} is not 'name: type'")
    name = match[1][1:-1].replace("``", "`") if match[1].startswith("`") else match[1]
    return StructField(name, parse_type(match[2]))


def _decimal(text: str, precision: int, scale: int) -> DataType:
    if not 1 <= precision <= _MAX_PRECISION or not 0 <= scale <= precision:
        raise UnsupportedTypeError(
            f"{text!r}: a decimal has 1 to {_MAX_PRECISION} digits, its scale 0 to as many"
        )
    return DecimalType(precision, scale)


def _supported(type_: DataType) -> DataType:
    """The type, if all its parts are supported; test data have nulls, whatever a schema says."""
    if isinstance(type_, ArrayType):
        return ArrayType(parse_type(type_.elementType))
    if isinstance(type_, MapType):
        if has_map(type_.keyType) or isinstance(type_.keyType, NullType):
            raise UnsupportedTypeError(f"{ddl(type_)}: Spark takes no such keys in a map")
        return MapType(parse_type(type_.keyType), parse_type(type_.valueType))
    if isinstance(type_, StructType):
        return StructType([StructField(f.name, parse_type(f.dataType)) for f in type_.fields])
    if isinstance(type_, DecimalType):
        return _decimal(ddl(type_), type_.precision, type_.scale)
    # A collation is part of a type of strings; cuDF knows of none.
    collated = isinstance(type_, StringType) and type_ != StringType()
    if collated or not isinstance(type_, tuple(_ATOMIC.values())):
        raise UnsupportedTypeError(f"{type_!r} is not a type that a columnar body can take")
    return type_
