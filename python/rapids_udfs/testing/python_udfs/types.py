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


def parse(of: TypeLike) -> t.DataType:
    """Return a type; for the string of one, a session must be running.

    Raises:
        ConformanceError: there is no such type.
    """
    if isinstance(of, t.DataType):
        return of
    try:
        parsed: t.DataType = t._parse_datatype_string(of)
    except ParseException:
        raise ConformanceError(
            f"there is no type {of!r}. Use Spark's, for example 'string', 'bigint', "
            "'decimal(18, 2)', 'array<int>' or 'struct<a: date, b: double>'"
        ) from None
    return parsed


def parse_arguments(types: Types) -> list[t.DataType]:
    """Return the types of ``"string,decimal(18,2)"`` or of a list.

    Raises:
        ConformanceError: a type without test values.
    """
    parsed = [parse(of) for of in (_split(types) if isinstance(types, str) else types)]
    for of in parsed:
        _check(of)
    return parsed


def _split(text: str) -> list[str]:
    """The types in a string, separated by commas outside of parentheses and angle brackets."""
    types, depth = [""], 0
    for c in text:
        depth += (c in "(<") - (c in ")>")
        if c == "," and depth == 0:
            types.append("")
        else:
            types[-1] += c
    return [of.strip() for of in types if of.strip()]


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
