"""Identity: functions of columns. Generated from the catalogue by ``make generate``: do not edit."""

# ruff: noqa: E501

from __future__ import annotations

from rapids_udfs.functions._call import Column, ColumnOrName, call


def identity(value: ColumnOrName) -> Column:
    """Returns its argument, of whatever type.

    It shows what crosses between Spark and cuDF, and what that costs.

    Args:
        value: any.

    Returns:
        the type of value; null where any argument is null.

    Example, in SQL::

        identity(CAST(1.50 AS DECIMAL(21,3)))  gives  1.500
    """
    return call("identity", value)
