# SPDX-License-Identifier: Apache-2.0

"""The functions of columns: their construction, and the call inside each."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from numbers import Integral
from typing import Any, TypeAlias

from rapids_udfs.catalogue import python_source
from rapids_udfs.catalogue.function_info import FunctionInfo
from rapids_udfs.errors import MissingModuleError

try:
    from pyspark.sql import Column
    from pyspark.sql.functions import array, call_function, create_map, lit
except ModuleNotFoundError as e:
    raise MissingModuleError(
        "rapids_udfs.functions needs PySpark, which is not installed: pip install pyspark "
        "in the cluster's version, or pyspark-client for Spark Connect"
    ) from e

Constant: TypeAlias = bool | int | float | Decimal | date | timedelta | bytes | None
ColumnOrName: TypeAlias = Column | str | Constant | list[Any] | tuple[Any, ...] | dict[Any, Any]
"""A column, its name, or a constant; a string is a name, for a constant string use ``lit``."""
LiteralStr: TypeAlias = Column | str | None
"""A constant string or a column of strings; for a column's name use ``col``."""


def build(f: FunctionInfo) -> Callable[..., Column]:
    """Return a function of the catalogue as a function of columns."""
    namespace: dict[str, Callable[..., Column]] = {}
    # Compiled, as dataclasses are: an ordinary function, with Python's own errors for wrong calls.
    source = f"{python_source.signature(f)}\n    return {python_source.call(f)}\n"
    exec(source, {**globals(), "__name__": __package__}, namespace)  # noqa: S102 (our own source)
    namespace[f.name].__doc__ = python_source.docstring(f)
    return namespace[f.name]


def call(name: str, *columns: ColumnOrName) -> Column:
    """A call of one of the session's functions by its SQL name."""
    return call_function(name, *(c if isinstance(c, str) else literal(c) for c in columns))


def literal(value: Any) -> Column:
    """A constant as a column; a column unchanged.

    Raises:
        OverflowError: an int of more than 64 bits.
        TypeError: a set, which has no order.
    """
    if isinstance(value, (set, frozenset)):
        raise TypeError(f"{value!r:.80} is a set: give a list, which has an order")
    if isinstance(value, dict):
        return create_map(*(literal(part) for pair in value.items() for part in pair))
    if isinstance(value, (list, tuple)):
        return array(*map(literal, value))
    if not isinstance(value, bool) and isinstance(value, Integral):
        # NumPy's, too: its 64-bit integers would become BIGINT instead of INT.
        value = int(value)
        if not -(2**63) <= value < 2**63:
            raise OverflowError(f"{value} does not fit into a BIGINT: give a Decimal, or a string")
    return lit(value)
