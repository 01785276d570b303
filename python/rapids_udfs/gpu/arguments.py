# SPDX-License-Identifier: Apache-2.0

"""Checks of arguments on the driver, so that mistakes are reported before there is a job."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from rapids_udfs._numbers import is_whole
from rapids_udfs.errors import ArgumentTypeError

if TYPE_CHECKING:
    from pyspark.sql.types import DataType

FLOATS = {"float": "float32", "double": "float64"}
NUMBERS = {"tinyint": "int8", "smallint": "int16", "int": "int32", "bigint": "int64", **FLOATS}
"""NumPy's name of each number type that Spark has too, by its name in SQL."""


def number_types() -> dict[str, DataType]:
    """Spark's number types by their names in SQL, without a session."""
    from pyspark.sql import types as T

    types = (T.ByteType, T.ShortType, T.IntegerType, T.LongType, T.FloatType, T.DoubleType)
    return {name: spark_type() for name, spark_type in zip(NUMBERS, types, strict=True)}


def check_whole(
    name: str, number: object, least: int = 1, most: int | None = None, named: str = ""
) -> None:
    """Raise ValueError unless a value is a whole number from ``least`` to ``most``.

    ``named`` is the argument that sets the limit.
    """
    if not is_whole(number, least, most):
        limit = f" and at most {named and f'{named}='}{most}" if most is not None else ""
        raise ValueError(f"{name}={number!r}; it is a whole number of at least {least}{limit}")


def check_choice(name: str, value: object, *choices: object) -> None:
    """Raise ValueError unless a value is one of the choices: 1 is not True."""
    if not any(type(value) is type(choice) and value == choice for choice in choices):
        *others, last = map(repr, choices)
        raise ValueError(f"{name}={value!r}; it is {', '.join(others)} or {last}")


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


def pickled(name: str, function: Callable[..., Any], where: str) -> bytes:
    """Pickle a function with everything it refers to; ValueError if that is not possible."""
    from pyspark import cloudpickle

    if not callable(function):
        raise ValueError(
            f"{name} is {type(function).__name__}: {function!r:.80}; it is a function that loads "
            f"the model, to be called in the {where}"
        )
    try:
        data: bytes = cloudpickle.dumps(function)  # type: ignore[no-untyped-call]
    except Exception as e:
        raise ValueError(
            f"{name}={function!r:.80} cannot be sent to the {where} ({type(e).__name__}: {e}). "
            "Sessions, DataFrames, locks and connections stay here: create what it needs within it"
        ) from e
    return data
