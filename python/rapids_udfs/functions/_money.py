"""Money: functions of columns. Generated from the catalogue by ``make generate``: do not edit."""

# ruff: noqa: RUF002

from __future__ import annotations

from rapids_udfs.functions._call import Column, ColumnOrName, call


def dec_sum(amounts: ColumnOrName) -> Column:
    """Adds up the amounts of an array.

    Null elements are skipped, and the sum of none is 0. No array is long enough to overflow the
    result. Amounts with more decimals are refused: rounding each changes the sum.

    Args:
        amounts: array<decimal(18,2)>.

    Returns:
        decimal(38,2); null where any argument is null.

    Example, in SQL::

        dec_sum(array(1.50BD, 2.25BD))  gives  3.75
        dec_sum(array())  gives  0.00
    """
    return call("dec_sum", amounts)


def money_gross(amount: ColumnOrName, rate: ColumnOrName) -> Column:
    """Adds a rate to an amount: amount × (1 + rate), halves rounded away from zero.

    The product is exact before it is rounded once, to two decimals. The largest amount and rate
    need 20 digits, so no result overflows.

    Args:
        amount: decimal(18,2).
        rate: decimal(5,4).

    Returns:
        decimal(24,2); null where any argument is null.

    Example, in SQL::

        money_gross(100.00, 0.1900)  gives  119.00
        money_gross(-0.50, -0.9900)  gives  -0.01
    """
    return call("money_gross", amount, rate)


def money_round(amount: ColumnOrName) -> Column:
    """Rounds an amount from four decimals to two, halves away from zero.

    As RoundingMode.HALF_UP: 0.0050 gives 0.01 and -0.0050 gives -0.01. An amount with more
    decimals is refused: a cast to four rounds it once before. round(amount, 2) rounds it once.

    Args:
        amount: decimal(9,4).

    Returns:
        decimal(9,2); null where any argument is null.

    Example, in SQL::

        money_round(2.3450)  gives  2.35
        money_round(-2.3450)  gives  -2.35
    """
    return call("money_round", amount)


def money_to_cents(amount: ColumnOrName) -> Column:
    """Turns an amount into cents, halves rounded away from zero.

    More than 18 digits of cents give null. An amount with more than four decimals is refused: a
    cast to four rounds it once before. round(amount, 2) rounds it once.

    Args:
        amount: decimal(38,4).

    Returns:
        decimal(18,0); null where any argument is null.

    Example, in SQL::

        money_to_cents(12.3450)  gives  1235
        money_to_cents(-12.3450)  gives  -1235
        money_to_cents(10000000000000000)  gives  NULL
    """
    return call("money_to_cents", amount)
