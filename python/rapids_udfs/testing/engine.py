# SPDX-License-Identifier: Apache-2.0

"""The test kit's engine in the session's JVM: types, and rows in both directions without loss.

Values are in Spark's own form, since Python cannot represent all: a date is its days since 1970,
a timestamp its microseconds, an array a tuple, a map a tuple of pairs, a struct a tuple. A string
is a ``str``; bytes that are not UTF-8 are surrogate escapes.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from pyspark.sql.types import DataType, StructType, TimestampType

from rapids_udfs._numbers import is_whole
from rapids_udfs.errors import ArgumentTypeError, ArgumentValueError, UnsupportedError
from rapids_udfs.runtime import jars
from rapids_udfs.session.jvm_objects import java_list
from rapids_udfs.session.library import (
    active_session,
    entry_point,
    line_of,
    load_class,
    once_per_context,
)
from rapids_udfs.session.query_errors import message

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

TypeLike = str | DataType
"""A type, or its string such as ``map<string,decimal(18,2)>``."""
Types = str | Sequence[TypeLike] | StructType
"""Several types: ``"string,int"``, a list, or a schema."""

Row = tuple[Any, ...]
_EPOCH = datetime.date(1970, 1, 1).toordinal()
_ENGINE = "io.github.rapidsudfs.testkit.Engine"


def engine(spark: SparkSession) -> Any:
    """Return the JVM's engine of a classic session; its jar is added if needed."""
    entry_point(spark)
    return _engine(spark)


@once_per_context
def _engine(spark: SparkSession) -> Any:
    return load_class(spark, _ENGINE, jars.testkit_jar(line_of(spark))).newInstance()


def session(call: str) -> SparkSession:
    """Return the running session of this process, or raise SessionError."""
    return active_session(
        call,
        "uses the test kit in a session's JVM, and no classic session is running in this process. "
        "Start one, or call it in a test that has the fixture rapids_udfs_spark",
    )


def parse_type(spark: SparkSession, spark_type: TypeLike) -> Any:
    """Return the JVM's type, with nulls at every level, or raise UnsupportedError."""
    if not isinstance(spark_type, (str, DataType)):
        raise UnsupportedError(f"{spark_type!r:.80} is neither a Spark type nor a string of one")
    text = spark_type if isinstance(spark_type, str) else spark_type.json()
    return _parsed(engine(spark).type, text)


def parse_types(spark: SparkSession, types: Types) -> Any:
    """Return the JVM's types of ``"string,decimal(18,2)"``, of a list or of a schema."""
    if isinstance(types, str):
        return _parsed(engine(spark).types, types)
    if isinstance(types, StructType):
        types = [field.dataType for field in types.fields]
    # Anything but a list is a single type, or rejected as not a type.
    listed = types if isinstance(types, Sequence) else [types]
    return java_list(spark, [parse_type(spark, spark_type) for spark_type in listed])


def _parsed(parse: Callable[[str], Any], text: str) -> Any:
    try:
        return parse(text)
    except Exception as e:
        raise UnsupportedError(message(e)) from e


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
