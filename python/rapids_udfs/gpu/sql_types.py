# SPDX-License-Identifier: Apache-2.0

"""The number types that Spark and NumPy share, by their names in SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rapids_udfs.errors import ArgumentTypeError

if TYPE_CHECKING:
    from pyspark.sql.types import DataType

INTEGERS = {"tinyint": "int8", "smallint": "int16", "int": "int32", "bigint": "int64"}
FLOATS = {"float": "float32", "double": "float64"}
NUMBERS = {**INTEGERS, **FLOATS}
"""NumPy's name of each type, by its name in SQL."""


def number_types() -> dict[str, DataType]:
    """Spark's number types by their names in SQL, without a session."""
    from pyspark.sql import types as T

    types = (T.ByteType, T.ShortType, T.IntegerType, T.LongType, T.FloatType, T.DoubleType)
    return {name: spark_type() for name, spark_type in zip(NUMBERS, types, strict=True)}


def parsed(return_type: DataType | str, call: str) -> DataType:
    """The type of a UDF's result, which may be a string in SQL."""
    from pyspark.sql.types import DataType, _parse_datatype_string

    if isinstance(return_type, DataType):
        return return_type
    if not isinstance(cast(object, return_type), str):
        required = "a type as return_type, in SQL or of pyspark.sql.types"
        raise ArgumentTypeError(call, return_type, required)
    from_ddl = getattr(DataType, "fromDDL", None)  # since 4.0, over Spark Connect too
    try:
        result: DataType = (from_ddl or _parse_datatype_string)(return_type)
    except (AssertionError, RuntimeError) as e:
        raise ValueError(
            f"return_type={return_type!r} is a string, which Spark parses, and no session runs: "
            "start one first, or pass a type of pyspark.sql.types"
        ) from e
    return result
