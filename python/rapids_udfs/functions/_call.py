"""The call that every generated function makes."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any, TypeAlias

from rapids_udfs.errors import PySparkMissingError

try:
    from pyspark.sql import Column
    from pyspark.sql.functions import array, call_function, create_map, lit
except ModuleNotFoundError as e:
    raise PySparkMissingError from e

__all__ = ["Column", "ColumnOrLiteral", "ColumnOrName", "call", "literal"]

Constant: TypeAlias = (
    "bool | int | float | Decimal | date | timedelta | bytes | list[Any] | tuple[Any, ...] "
    "| dict[Any, Any] | None"
)
ColumnOrName: TypeAlias = "Column | str | Constant"
"""A column, the name of one, or a constant; a string is a name, ``lit`` makes a constant of it."""
ColumnOrLiteral: TypeAlias = "Column | str | Constant"
"""A column or a constant, of which a string is one, too; ``col`` makes a column of a name."""


def call(name: str, *columns: ColumnOrName) -> Column:
    """A call of a function of the session by its SQL name."""
    return call_function(name, *(c if isinstance(c, str) else literal(c) for c in columns))


def literal(value: ColumnOrLiteral) -> Column:
    """A constant as a column; a column as it is."""
    if isinstance(value, dict):
        return create_map(*(literal(part) for pair in value.items() for part in pair))
    if isinstance(value, (list, tuple)):
        return array(*map(literal, value))
    return lit(value)
