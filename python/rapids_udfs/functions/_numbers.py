"""Numbers: functions of columns. Generated from the catalogue by ``make generate``: do not edit."""

from __future__ import annotations

from rapids_udfs.functions._call import Column, ColumnOrName, call


def bit_flags(
    flag1: ColumnOrName, flag2: ColumnOrName, flag4: ColumnOrName, flag8: ColumnOrName
) -> Column:
    """Packs four booleans into the lowest bits of a byte.

    The first argument counts 1, the second 2, the third 4 and the fourth 8. Null counts as
    false.

    Args:
        flag1: boolean.
        flag2: boolean.
        flag4: boolean.
        flag8: boolean.

    Returns:
        tinyint; never null.

    Example, in SQL::

        bit_flags(true, false, true, false)  gives  5
        bit_flags(NULL, NULL, NULL, true)  gives  8
    """
    return call("bit_flags", flag1, flag2, flag4, flag8)


def sat_add(a: ColumnOrName, b: ColumnOrName) -> Column:
    """Adds two bytes; a sum out of range becomes the nearest byte.

    Sums above 127 give 127 and sums below -128 give -128.

    Args:
        a: tinyint.
        b: tinyint.

    Returns:
        tinyint; null where any argument is null.

    Example, in SQL::

        sat_add(100Y, 100Y)  gives  127
        sat_add(-100Y, 27Y)  gives  -73
    """
    return call("sat_add", a, b)
