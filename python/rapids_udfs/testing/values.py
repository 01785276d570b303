# SPDX-License-Identifier: Apache-2.0

"""Rows and values between Python and the JVM's engine, without loss in either direction.

Values are in Spark's own form, since Python cannot represent all: a date is its days since 1970,
a timestamp its microseconds, an array a tuple, a map a tuple of pairs, a struct a tuple. A string
is a ``str``; bytes that are not UTF-8 are surrogate escapes.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from pyspark.sql.types import TimestampType

from rapids_udfs._numbers import is_whole
from rapids_udfs.errors import ArgumentTypeError, ArgumentValueError
from rapids_udfs.session.query_errors import message
from rapids_udfs.testing.engine import TypeLike, Types, engine, parse_type, parse_types, session

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Row = tuple[Any, ...]
_EPOCH = datetime.date(1970, 1, 1).toordinal()


def edge_values(spark_type: TypeLike) -> list[Any]:
    """Return the values of a type that a test should cover, except null.

    Nested values contain all edge values of their parts, including null; some are empty, and some
    have one element or one null.

    Raises:
        UnsupportedError: not a type that a columnar body can have.
        SessionError: no session is running.
    """
    spark = session("edge_values")
    values = engine(spark).edgeValues(parse_type(spark, spark_type))
    return [row[0] for row in to_python(spark, values)]


def edge_rows(types: Types) -> list[Row]:
    """Return rows with every edge value of each type, and nulls, in varying combinations.

    Args:
        types: the types of the columns, such as ``"string,decimal(18,2)"``.

    Raises:
        UnsupportedError, SessionError: see ``edge_values``.
    """
    spark = session("edge_rows")
    return to_python(spark, engine(spark).edgeRows(parse_types(spark, types)))


def random_rows(types: Types, n: int, seed: int = 0) -> list[Row]:
    """Return rows of random values, edges and nulls; the same rows for the same arguments.

    Args:
        types: the types of the columns, such as ``"string,decimal(18,2)"``.
        n: the number of rows.
        seed: the seed of the generator, a whole number of 64 bits.

    Raises:
        UnsupportedError, SessionError: see ``edge_values``.
        ArgumentTypeError: ``n`` or ``seed`` is not a whole number, or out of range.
    """
    for name, number, least, most in (("n", n, 0, 2**31 - 1), ("seed", seed, -(2**63), 2**63 - 1)):
        if not is_whole(number, least, most):
            raise ArgumentTypeError("random_rows", number, f"{name}= from {least} to {most}")
    spark = session("random_rows")
    return to_python(spark, engine(spark).randomRows(parse_types(spark, types), n, seed))


def to_python(spark: SparkSession, rows: Any) -> list[Row]:
    """Return the JVM's rows as tuples."""
    return [_tuples(row) for row in json.loads(engine(spark).json(rows), object_hook=_decoded)]


def to_jvm(spark: SparkSession, rows: Any, types: Any) -> Any:
    """Return Python's rows as the JVM's.

    A row is a tuple, a list or a Row; for one column also the value itself. A date may be a
    ``datetime.date`` or its days since 1970, a timestamp a ``datetime`` (a naive one is in the
    local time zone, as in Spark) or its microseconds, a map a ``dict`` or a sequence of pairs.

    Raises:
        ArgumentValueError: a row or value is not of its type; the message names it.
    """
    if isinstance(rows, (str, bytes)) or not isinstance(rows, Iterable):
        raise ArgumentValueError(f"rows is {rows!r:.120}, which is not a list of rows")
    if types.size() == 1:
        rows = [r if isinstance(r, (tuple, list)) and len(r) == 1 else (r,) for r in rows]
    encoded = json.dumps([_encoded(row) for row in rows])
    try:
        return engine(spark).rows(types, encoded)
    except Exception as e:
        raise ArgumentValueError(message(e)) from e


def _encoded(value: Any) -> Any:
    if isinstance(value, Decimal):
        return {"decimal": f"{value:f}"}
    if isinstance(value, (bytes, bytearray)):
        return {"binary": value.hex()}
    if isinstance(value, datetime.datetime):
        return TimestampType().toInternal(value)
    if isinstance(value, datetime.date):
        return value.toordinal() - _EPOCH
    if isinstance(value, Mapping):
        return {"map": [[_encoded(k), _encoded(v)] for k, v in value.items()]}
    if isinstance(value, (tuple, list)):
        return [_encoded(part) for part in value]
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise ArgumentValueError(f"{value!r:.120} of {type(value).__name__} is not a value of Spark's")


def _decoded(value: dict[str, str]) -> Any:
    if "decimal" in value:
        return Decimal(value["decimal"])
    if "binary" in value:
        return bytes.fromhex(value["binary"])
    return bytes.fromhex(value["utf8"]).decode("utf-8", "surrogateescape")


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
