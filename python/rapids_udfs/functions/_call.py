"""The call that every generated function makes."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import TypeAlias

from rapids_udfs.errors import PySparkMissingError

try:
    from pyspark.sql import Column
    from pyspark.sql.functions import call_function, lit
except ModuleNotFoundError as e:
    raise PySparkMissingError from e

__all__ = ["Column", "ColumnOrName", "call"]

ColumnOrName: TypeAlias = "Column | str | bool | int | float | Decimal | date | timedelta | bytes"
"""A column, the name of one, or a constant; a string is a name, ``lit`` makes a constant of it."""

_CONSTANTS = (bool, int, float, Decimal, date, timedelta, bytes)


def call(name: str, *columns: ColumnOrName) -> Column:
    """A call of a function of the session by its SQL name."""
    return call_function(name, *(lit(c) if isinstance(c, _CONSTANTS) else c for c in columns))
