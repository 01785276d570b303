# SPDX-License-Identifier: Apache-2.0

"""Dates from parts that are too large, out of range or None: which exception comes first."""

from __future__ import annotations

import calendar
import datetime
from itertools import product

EDGES = (2024, 0, 60, 2**31, -(2**62), None)
ROWS = [(None, None, None), *product((2024, 0, 2**31, None), (2, *EDGES[1:]), (29, *EDGES[1:]))]


def made(y, m, d):
    try:
        return str(datetime.date(y, m, d).year)
    except ValueError:
        return "value"
    except OverflowError:
        return "overflow"
    except TypeError:
        return "type"


def replaced(y, m, d):
    try:
        return str(datetime.date(2024 if y else 2020, 2, 29).replace(month=m, day=d).month)
    except ValueError:
        return "value"
    except TypeError:
        return "type"
    except OverflowError:
        return "overflow"


def both_replaced(y, m, d):
    try:
        day = datetime.date(2024 if y else 2020, 1, 31)
        return str(day.replace(y, day=d).year + day.replace(day=1, month=m).month)
    except OverflowError:
        return "overflow"
    except Exception:
        return "other"


def text_of_date(y, m, d):
    try:
        return str(datetime.date(y, m, d))
    except Exception as e:
        return repr(e)


def text_of_timestamp(y, m, d):
    try:
        return str(datetime.datetime(2024, 1, 1, y, m, d)) + str(datetime.time(y, m, d))
    except Exception as e:
        return repr(e)


def date_replaced(y, m, d):
    try:
        return str(datetime.date(2024, 2, 29).replace(y, month=m, day=2**70 if d == 0 else d))
    except Exception as e:
        return repr(e)


def timestamp_replaced(y, m, d):
    try:
        return str(datetime.datetime(2024, 2, 29, 1).replace(month=m, day=d, hour=y))
    except Exception as e:
        return repr(e)


def last_day(y, m, d):
    try:
        return str(calendar.monthrange(y, m)[1])
    except ValueError as e:
        return f"{e!r} {e}"


def first_weekday(y, m, d):
    try:
        weekday, days = calendar.monthrange(y, m)
    except calendar.IllegalMonthError:
        return "month"
    return f"{weekday} {days}"


YEARS = [(y, m, 1) for y in (-401, 0, 1900, 2000, 9999, 10000, 2**40) for m in (0, 1, 2, 12, 13)]
DAYS = [(datetime.date(*day),) for day in ((1, 1, 1), (987, 6, 5), (2024, 2, 29), (9999, 12, 31))]


def text_of_day(d):
    return f"{d}|{d!s}|{str(d)[:7]}|{d is None}"


IN_COLUMNS = [(f, ["bigint"] * 3, "string", ROWS) for f in (made, replaced, both_replaced)]
IN_COLUMNS += [(text_of_day, ["date"], "string", [*DAYS, (None,)])]
FUNCTIONS = [
    *IN_COLUMNS,
    *((f, ["bigint"] * 3, "string", ROWS) for f in (text_of_date, text_of_timestamp)),
    *((f, ["bigint"] * 3, "string", ROWS) for f in (date_replaced, timestamp_replaced)),
    *((f, ["bigint"] * 3, "string", YEARS) for f in (last_day, first_weekday)),
]
