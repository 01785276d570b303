# SPDX-License-Identifier: Apache-2.0

"""Dates and times."""

import datetime as dt
from datetime import date, datetime, timedelta

from python_udfs.corpus.cases import case

FORMATS = ["%Y-%m-%d", "%d/%m/%Y", "%Y%m%d", "%d %b %Y"]
HOLIDAYS = {(1, 1), (7, 4), (12, 25)}
EPOCH = datetime(1970, 1, 1)
QUARTER_STARTS = {1: "Q1", 4: "Q2", 7: "Q3", 10: "Q4"}


@case("string", returns="date", rows=["2024-02-30", "31/12/2023", "20240131", "5 Jan 2024"])
def parse_any_date(s):
    for fmt in FORMATS:
        try:
            return datetime.strptime(s.strip(), fmt).date()
        except ValueError:
            continue
    return None


@case("date", returns="string")
def fiscal_quarter(d):
    if d is None:
        return None
    # The year begins in October.
    year = d.year + 1 if d.month >= 10 else d.year
    return f"FY{year % 100:02d}Q{(d.month - 10) % 12 // 3 + 1}"


@case("date", returns="date")
def month_end(d):
    first = d.replace(day=1)
    nxt = (first + timedelta(days=32)).replace(day=1)
    return nxt - timedelta(days=1)


@case("date", "int", returns="date", rows=[(date(2024, 1, 31), 3), (date(2024, 5, 3), 0)])
def add_business_days(d, n):
    if n > 400:
        n = 400
    step = 1 if n >= 0 else -1
    while n > 0:
        d += timedelta(days=step)
        if d.weekday() < 5 and (d.month, d.day) not in HOLIDAYS:
            n -= 1
    return d


@case("date", "date", returns="int", rows=[(date(2000, 2, 29), date(2023, 2, 28))])
def age_in_years(born, today):
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


@case("timestamp", returns="string")
def part_of_day(ts):
    h = ts.hour
    if 5 <= h < 12:
        return "morning"
    elif h < 17:
        return "afternoon" if h >= 12 else "night"
    elif h < 22:
        return "evening"
    return "night"


@case("timestamp_ntz", returns="timestamp_ntz")
def floor_to_quarter_hour(ts):
    if ts is None:
        return None
    return ts.replace(minute=ts.minute // 15 * 15, second=0, microsecond=0)


@case("string", returns="bigint", rows=["2024-01-01 00:00:00", "1969-12-31 23:59:59", "x"])
def to_epoch_seconds(s):
    try:
        t = datetime.strptime(s, "%Y-%m-%d %H:%M:%S")
    except (ValueError, TypeError):
        return None
    return int((t - EPOCH).total_seconds())


@case("bigint", returns="string", rows=[0, 86399, 90061, -1])
def seconds_to_clock(total):
    if total is None or total < 0:
        return None
    m, s = divmod(total, 60)
    h, m = divmod(m, 60)
    return "%d:%02d:%02d" % (h, m, s)


@case("date", returns="string")
def iso_week(d):
    year, week, _ = d.isocalendar()
    return f"{year}-W{week:02}"


@case("date", returns="boolean")
def is_weekend(d):
    return d is not None and d.isoweekday() in (6, 7)


@case("int", returns="boolean", rows=[1900, 2000, 2023, 2024])
def is_leap(y):
    return y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)


@case("date", returns="string", rows=[date(2024, 4, 1), date(2024, 5, 1)])
def quarter_label(d):
    start = (d.month - 1) // 3 * 3 + 1
    return "%s %d" % (QUARTER_STARTS[start], d.year)


@case("int", returns="date", rows=[20240229, 20230229, 0, 99991231])
def yyyymmdd(n):
    try:
        return date(n // 10000, n // 100 % 100, n % 100)
    except (ValueError, TypeError):
        return None


@case("timestamp_ntz", "timestamp_ntz", returns="double")
def hours_between(a, b):
    return (b - a).total_seconds() / 3600


@case("string", returns="string", rows=["2024-03-05T14:07:09", "2024-03-05", ""])
def us_style(s):
    d = dt.datetime.fromisoformat(s)
    return d.strftime("%m/%d/%Y %I:%M %p")


@case("date", returns="string")
def long_date(d):
    return d.strftime("%A, %d %B %Y").replace(" 0", " ")


@case("string", returns="string", rows=["23:59", "7:05", "24:00", "a:b"])
def twelve_hours(clock):
    hour, minute = (int(x) for x in clock.split(":"))
    if hour > 23 or minute > 59:
        raise ValueError("no such time: " + clock)
    suffix = "AM" if hour < 12 else "PM"
    return f"{hour % 12 or 12}:{minute:02d} {suffix}"


@case("date", "date", returns="array<date>")
def first_days(a, b):
    if a > b:
        a, b = b, a
    days = []
    d = date(a.year, a.month, 1)
    while d <= b and len(days) < 6:
        if d >= a:
            days.append(d)
        d = date(d.year + d.month // 12, d.month % 12 + 1, 1)
    return days


@case("timestamp_ntz", returns="struct<day:date,hour:int,iso:string>")
def split_timestamp(ts):
    return (ts.date(), ts.hour, ts.isoformat())
