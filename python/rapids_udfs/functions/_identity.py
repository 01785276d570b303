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

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar body sees its bytes, and so does a call that
          is compiled into the query; Spark's own UDF call makes a Java string of them, with
          U+FFFD in the place of what is invalid.

    Example, in SQL::

        identity(CAST(1.50 AS DECIMAL(21,3)))  gives  1.500
    """
    return call("identity", value)
