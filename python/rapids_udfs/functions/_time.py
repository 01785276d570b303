"""Dates and times: functions of columns. Generated from the catalogue by ``make generate``: do not edit."""

# ruff: noqa: E501

from __future__ import annotations

from rapids_udfs.functions._call import Column, ColumnOrLiteral, ColumnOrName, call, literal


def add_business_days(start: ColumnOrName, days: ColumnOrName) -> Column:
    """The date so many days from Monday to Friday later, or earlier where negative.

    A start on a Saturday or Sunday first becomes the Monday after it, also for 0 and for
    negative numbers. Knows no holidays. A result out of the range of dates gives null.

    Args:
        start: date.
        days: int.

    Returns:
        date; null where any argument is null.

    Example, in SQL::

        add_business_days(DATE '2024-03-01', 1)  gives  2024-03-04
        add_business_days(DATE '2024-03-02', -1)  gives  2024-03-01
    """
    return call("add_business_days", start, days)


def add_months_safe(day: ColumnOrName, months: ColumnOrName) -> Column:
    """The date so many months later, or earlier where negative.

    The day of the month stays, but for a month that is too short: there it is the last one.
    Unlike add_months, a result out of range gives null and no error: years go from -32767 to
    32767, for the date as for the result.

    Args:
        day: date.
        months: int.

    Returns:
        date; null where any argument is null.

    Example, in SQL::

        add_months_safe(DATE '2024-01-31', 1)  gives  2024-02-29
        add_months_safe(DATE '2024-03-31', -13)  gives  2023-02-28
        add_months_safe(DATE '2024-01-31', 2147483647)  gives  NULL
    """
    return call("add_months_safe", day, months)


def business_days(start: ColumnOrName, end: ColumnOrName) -> Column:
    """The days from Monday to Friday between two dates.

    Counts the start and not the end; where the start is after the end, the count of the days
    from the end to the start with a minus sign. Knows no holidays. A count beyond the range of
    int gives null.

    Args:
        start: date.
        end: date.

    Returns:
        int; null where any argument is null.

    Example, in SQL::

        business_days(DATE '2024-03-01', DATE '2024-03-08')  gives  5
        business_days(DATE '2024-03-08', DATE '2024-03-01')  gives  -5
    """
    return call("business_days", start, end)


def fiscal_year(day: ColumnOrName, first_month: ColumnOrLiteral) -> Column:
    """The year in which the fiscal year of a date ends.

    The fiscal year starts on the first day of the given month; one that starts in January is
    the calendar year. A month outside 1 to 12 gives null, and so does a date whose calendar or
    fiscal year is not a smallint.

    Args:
        day: date.
        first_month: int, a literal.

    Returns:
        smallint; null where any argument is null.

    Example, in SQL::

        fiscal_year(DATE '2024-10-01', 10)  gives  2025
        fiscal_year(DATE '2024-09-30', 10)  gives  2024
        fiscal_year(DATE '2024-09-30', 13)  gives  NULL
    """
    return call("fiscal_year", day, literal(first_month))


def hhmm(minute: ColumnOrName) -> Column:
    """Writes a minute of the day, 0 to 1439, as hours and minutes.

    Two digits each, 00:00 to 23:59; any other number gives null.

    Args:
        minute: smallint.

    Returns:
        string; null where any argument is null.

    Example, in SQL::

        hhmm(545S)  gives  09:05
        hhmm(1440S)  gives  NULL
    """
    return call("hhmm", minute)


def ts_floor(at: ColumnOrName, minutes: ColumnOrLiteral) -> Column:
    """The latest multiple of so many minutes that is not after a timestamp.

    Multiples count from 1970-01-01 00:00 UTC, whatever the session's time zone: unlike
    date_trunc, a day (1440) starts at midnight UTC. 0 or fewer minutes give null, and so does a
    result before the earliest timestamp, which is some 292,000 years back.

    Args:
        at: timestamp.
        minutes: int, a literal.

    Returns:
        timestamp; null where any argument is null.

    Example, in SQL::

        ts_floor(TIMESTAMP '2024-03-01 12:44:59', 15)  gives  2024-03-01 12:30:00
    """
    return call("ts_floor", at, literal(minutes))
