"""The call that every generated function makes."""

from __future__ import annotations

from typing import TypeAlias

from rapids_udfs.errors import PySparkMissingError

try:
    from pyspark.sql import Column
    from pyspark.sql.functions import call_function
except ModuleNotFoundError as e:
    raise PySparkMissingError from e

__all__ = ["Column", "ColumnOrName", "call"]

ColumnOrName: TypeAlias = "Column | str"
"""A column, or the name of one."""


def call(name: str, *columns: ColumnOrName) -> Column:
    """A call of a function of the session by its SQL name."""
    return call_function(name, *columns)
