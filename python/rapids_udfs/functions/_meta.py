"""Meta: functions of columns. Generated from the catalogue by ``make generate``: do not edit."""

from __future__ import annotations

from rapids_udfs.functions._call import Column, ColumnOrName, call


def count_nulls(*value: ColumnOrName) -> Column:
    """Counts the arguments that are null.

    Takes any number of arguments of any types; NaN and empty are not null.

    Args:
        value: any (any number).

    Returns:
        int; never null.

    Example, in SQL::

        count_nulls(1, NULL, 'a', array(NULL))  gives  1
        count_nulls()  gives  0
    """
    return call("count_nulls", *value)


def lib_version() -> Column:
    """The version of this library.

    Answered where the row is computed: by the jar that the executor loaded.

    Returns:
        string; never null.

    Example, in SQL::

        lib_version() RLIKE '^[0-9]+[.][0-9]+[.][0-9]+'  gives  true
    """
    return call("lib_version")
