# SPDX-License-Identifier: Apache-2.0

"""Spark's types as users write them."""

from __future__ import annotations

from collections.abc import Iterable

from pyspark.errors import ParseException
from pyspark.sql import types as t

from rapids_udfs.errors import ConformanceError

TypeLike = str | t.DataType
Types = str | Iterable[TypeLike]

_TAKEN = (
    *(t.ByteType, t.ShortType, t.IntegerType, t.LongType, t.FloatType, t.DoubleType),
    *(t.BooleanType, t.StringType, t.BinaryType, t.DecimalType, t.DateType, t.TimestampType),
    *(t.TimestampNTZType, t.NullType),
)


def parse(given: TypeLike) -> t.DataType:
    """Return a type; of a string in SQL's words, a session must be running.

    Raises:
        ConformanceError: the string names none.
    """
    if isinstance(given, t.DataType):
        return given
    try:
        parsed: t.DataType = t._parse_datatype_string(given)
    except ParseException:
        raise ConformanceError(
            f"there is no type {given!r}. Use Spark's, for example 'string', 'bigint', "
            "'decimal(18, 2)', 'array<int>' or 'struct<a: date, b: double>'"
        ) from None
    return parsed


def parse_arguments(given: Types) -> list[t.DataType]:
    """Return the types of ``"string,decimal(18,2)"`` or of a list.

    Raises:
        ConformanceError: there are no test values of one.
    """
    parsed = [parse(each) for each in (split(given) if isinstance(given, str) else given)]
    for each in parsed:
        _check(each)
    return parsed


def split(text: str) -> list[str]:
    """Return the types of a list, whose commas are not those within parentheses."""
    found, depth = [""], 0
    for c in text:
        depth += (c in "(<") - (c in ")>")
        if c == "," and depth == 0:
            found.append("")
        else:
            found[-1] += c
    return [part.strip() for part in found if part.strip()]


def _check(of: t.DataType) -> None:
    if isinstance(of, t.ArrayType):
        _check(of.elementType)
    elif isinstance(of, t.MapType):
        _check(of.keyType)
        _check(of.valueType)
    elif isinstance(of, t.StructType):
        for field in of.fields:
            _check(field.dataType)
    elif not isinstance(of, _TAKEN):
        raise ConformanceError(
            f"there are no test values of {of.simpleString()}, so that it cannot be an argument"
        )
