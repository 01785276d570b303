"""Values as SQL, to read and to run again."""

from __future__ import annotations

import datetime
import math
from collections.abc import Sequence
from typing import Any

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
    ShortType,
    StringType,
    StructType,
    TimestampType,
)

from rapids_udfs.testing.spark_types import ddl

_EPOCH = datetime.date(1970, 1, 1).toordinal()
_DAYS = (datetime.date.min.toordinal() - _EPOCH, datetime.date.max.toordinal() - _EPOCH)
_LONGEST = 60
_SUFFIXES: dict[type[DataType], str] = {
    ByteType: "Y",
    ShortType: "S",
    IntegerType: "",
    LongType: "L",
}


def literal(value: Any, type_: DataType) -> str:
    """SQL that gives exactly this value, of exactly this type."""
    if value is None:
        return f"CAST(NULL AS {ddl(type_)})"
    if isinstance(type_, (ArrayType, MapType, StructType)):
        return f"CAST({_plain(value, type_)} AS {ddl(type_)})"
    return _plain(value, type_)


def plain_literal(value: Any, type_: DataType) -> str | None:
    """SQL that is a literal by itself, without a cast; None where the value has none."""
    if isinstance(type_, tuple(_SUFFIXES)) and value >= 0:
        return f"{value}{_SUFFIXES[type(type_)]}"
    if isinstance(type_, DoubleType) and math.isfinite(value) and math.copysign(1, value) > 0:
        return f"{value!r}D"
    text = _plain(value, type_)
    return None if text.startswith(("CAST", "date_from", "repeat")) else text


def from_values(rows: Sequence[Sequence[Any]], types: Sequence[DataType]) -> str:
    """A table of rows in SQL, its columns ``id, a0, a1, ...``."""
    names = ", ".join(["id", *(f"a{k}" for k in range(len(types)))])
    lines = [
        f"({', '.join([f'{i}L', *(literal(v, t) for v, t in zip(row, types, strict=True))])})"
        for i, row in enumerate(rows)
    ]
    return f"VALUES {', '.join(lines)} AS t({names})"


def shown(value: Any, type_: DataType) -> str:
    """A value as short text for people."""
    text = "NULL" if value is None else _plain(value, type_)
    return (
        text if len(text) <= 4 * _LONGEST else f"{text[: 4 * _LONGEST]}… ({len(text)} characters)"
    )


def _plain(value: Any, type_: DataType) -> str:
    if isinstance(type_, BooleanType):
        return "true" if value else "false"
    if isinstance(type_, (DoubleType, FloatType)):
        return _float(value, type_)
    if isinstance(type_, DecimalType):
        return f"CAST('{value:f}' AS {ddl(type_)})"
    if isinstance(type_, DateType):
        return f"DATE '{_date(value)}'" if _named(value) else f"date_from_unix_date({value})"
    if isinstance(type_, TimestampType):
        return f"timestamp_micros(CAST('{value}' AS BIGINT))"
    if isinstance(type_, StringType):
        return _string(value)
    if isinstance(type_, BinaryType):
        return f"X'{bytes(value).hex().upper()}'"
    if isinstance(type_, ArrayType):
        return f"array({', '.join(literal(v, type_.elementType) for v in value)})"
    if isinstance(type_, MapType):
        pairs = [(literal(k, type_.keyType), literal(v, type_.valueType)) for k, v in value]
        return f"map({', '.join(text for pair in pairs for text in pair)})"
    if isinstance(type_, StructType):
        fields = zip(type_.fields, value, strict=True)
        pairs = [(_string(f.name), literal(v, f.dataType)) for f, v in fields]
        return f"named_struct({', '.join(text for pair in pairs for text in pair)})"
    # The least number of a type has no literal of its own: its minus comes after.
    return f"CAST('{value}' AS {ddl(type_)})"


def _float(value: float, type_: DataType) -> str:
    name = "NaN" if math.isnan(value) else repr(value).replace("inf", "Infinity")
    return f"CAST('{name}' AS {ddl(type_)})"


def _named(day: int) -> bool:
    return _DAYS[0] <= day <= _DAYS[1]


def _date(day: int) -> str:
    return datetime.date.fromordinal(day + _EPOCH).isoformat()


def _string(value: str) -> str:
    if len(value) > _LONGEST and (part := _repeated(value)):
        return f"repeat({_string(part)}, {len(value) // len(part)})"
    data = value.encode("utf-8", "surrogateescape")
    if not value.isprintable() or any("\udc80" <= c <= "\udcff" for c in value):
        return f"CAST(X'{data.hex().upper()}' AS STRING)"
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _repeated(value: str) -> str | None:
    """The short text of which a long one is made again and again, if it is."""
    parts = (value[:size] for size in range(1, _LONGEST // 4) if len(value) % size == 0)
    return next((part for part in parts if part * (len(value) // len(part)) == value), None)
