"""The call that every generated function makes."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from numbers import Integral
from typing import Any, TypeAlias

from rapids_udfs.errors import MissingModuleError

try:
    from pyspark.sql import Column
    from pyspark.sql.functions import array, call_function, create_map, lit
except ModuleNotFoundError as e:
    raise MissingModuleError(
        "rapids_udfs.functions needs PySpark, which is not installed: pip install pyspark "
        "in the cluster's version, or pyspark-client for Spark Connect"
    ) from e

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


def literal(value: Any) -> Column:
    """A constant as a column; a column as it is.

    Raises:
        OverflowError: an int of more than 64 bits.
        TypeError: a set, which has no order.
    """
    if isinstance(value, (set, frozenset)):
        raise TypeError(f"{value!r:.80} is a set: give a list, in the order that it is to have")
    if isinstance(value, dict):
        return create_map(*(literal(part) for pair in value.items() for part in pair))
    if isinstance(value, (list, tuple)):
        return array(*map(literal, value))
    if not isinstance(value, bool) and isinstance(value, Integral):
        # NumPy's, too: an int of 64 bits would be no INT.
        value = int(value)
        if not -(2**63) <= value < 2**63:
            raise OverflowError(f"{value} does not fit into a BIGINT: give a Decimal, or a string")
    return lit(value)
