# SPDX-License-Identifier: Apache-2.0

"""Ten queries over the demonstration's tables, with Python UDFs as data engineers write them."""

from __future__ import annotations

import re

VERSION = re.compile(r"(?:bot|crawler|spider)[^/]*/([0-9]+)", re.IGNORECASE)
NOTE = re.compile(r"\s*\([^)]*\)")


def clock(hhmm):
    """Format 517 as 05:17."""
    if hhmm is None:
        return None
    return f"{hhmm // 100:02d}:{hhmm % 100:02d}"


def minutes(hhmm):
    return None if hhmm is None else hhmm // 100 * 60 + hhmm % 100


def part_of_day(hour):
    if hour < 6:
        return "night"
    if hour < 12:
        return "morning"
    return "afternoon" if hour < 18 else "evening"


def delay_class(delay):
    if delay is None:
        return "cancelled"
    for least, name in ((60, "late by hours"), (15, "late"), (-5, "on time")):
        if delay >= least:
            return name
    return "early"


def registration(tailnum):
    """Split an American registration into digits and suffix."""
    if not tailnum or not tailnum.startswith("N"):
        return None
    found = re.match(r"N([0-9]+)([A-Z]*)$", tailnum)
    return f"{int(found.group(1)):05d}-{found.group(2) or '?'}" if found else None


def speed(distance, air_time):
    try:
        return round(distance / air_time * 60, 1)
    except (TypeError, ZeroDivisionError):
        return None


def maker(name):
    words = name.strip().split()
    return words[0].title() if words else "?"


def is_wide(seats, engines):
    return seats is not None and seats > 250 and engines in (2, 3, 4)


def block_size(prefix):
    return 2 ** (32 - int(prefix.split("/")[1])) if "/" in prefix else None


def first_address(prefix):
    a, b, c, d = prefix.partition("/")[0].split(".")
    return ((int(a) * 256 + int(b)) * 256 + int(c)) * 256 + int(d)


def holder(designation):
    text = designation.lower()
    for name in ("arin", "ripe", "apnic", "lacnic", "afrinic", "iana"):
        if name in text:
            return name.upper()
    return "other"


def last_octet(address):
    try:
        return int(address.split("-")[0].strip().rsplit(".", 1)[-1])
    except ValueError:
        return None


def bare(text):
    return NOTE.sub("", text).strip()


def browser(agent):
    found = VERSION.search(agent)
    return None if found is None else int(found.group(1))


def words(text):
    return [w for w in re.split(r"[^A-Za-z0-9]+", text) if len(w) > 2]


def site(url):
    if url is None:
        return None
    rest = url.split("://", 1)[-1]
    host = rest.split("/", 1)[0].lower()
    return host[4:] if host.startswith("www.") else host


def airport_kind(name):
    tail = name.rstrip().rsplit(" ", 1)[-1]
    return {"Intl": "international", "Municipal": "municipal", "County": "county"}.get(
        tail, "other"
    )


def hemisphere(latitude, longitude):
    return ("N" if latitude >= 0 else "S") + ("E" if longitude >= 0 else "W")


def quarter(day):
    return f"{day.year}Q{(day.month + 2) // 3}"


def grade(price, previous):
    if previous is None or price == previous:
        return "="
    return "+" if price > previous else "-"


UDFS = {
    clock: "string",
    minutes: "int",
    part_of_day: "string",
    delay_class: "string",
    registration: "string",
    speed: "double",
    maker: "string",
    is_wide: "boolean",
    block_size: "bigint",
    first_address: "bigint",
    holder: "string",
    last_octet: "int",
    bare: "string",
    browser: "int",
    words: "array<string>",
    site: "string",
    airport_kind: "string",
    hemisphere: "string",
    quarter: "string",
    grade: "string",
}

QUERIES = {
    "departures by part of day": """
        SELECT part_of_day(hour) AS part, delay_class(dep_delay) AS class, count(*) AS n,
          avg(minutes(dep_time)) AS mean
        FROM flights GROUP BY 1, 2 ORDER BY 1, 2""",
    "the fastest flights": """
        SELECT carrier, flight, clock(dep_time) AS left, speed(distance, air_time) AS mph
        FROM flights WHERE speed(distance, air_time) > 540 ORDER BY mph DESC, carrier, flight""",
    "registrations": """
        SELECT registration(tailnum) AS plane, count(*) AS n FROM flights
        WHERE delay_class(dep_delay) = 'late by hours'
        GROUP BY 1 ORDER BY n DESC, plane LIMIT 50""",
    "wide bodies, joined": """
        SELECT maker(p.manufacturer) AS maker, clock(max(f.arr_time)) AS latest, count(*) AS n
        FROM flights f JOIN planes p ON registration(f.tailnum) = registration(p.tailnum)
        WHERE is_wide(p.seats, p.engines) GROUP BY 1 ORDER BY 1""",
    "airports by kind": """
        SELECT state, airport_kind(name) AS kind, hemisphere(latitude, longitude) AS h,
          count(*) AS n
        FROM airports GROUP BY 1, 2, 3 ORDER BY 1, 2, 3""",
    "blocks of addresses": """
        SELECT holder(designation) AS holder, sum(block_size(prefix)) AS addresses,
          min(first_address(prefix)) AS first
        FROM ip_blocks GROUP BY 1 ORDER BY 1""",
    "multicast": """
        SELECT bare(registry) AS registry, last_octet(address) AS last, bare(description) AS text
        FROM multicast WHERE last_octet(address) BETWEEN 1 AND 40 ORDER BY 1, 2, 3, address""",
    "crawlers by version": """
        SELECT browser(agent) AS version, count(*) AS n, max(site(url)) AS site
        FROM (SELECT url, explode(instances) AS agent FROM crawlers)
        GROUP BY 1 ORDER BY 1""",
    "words of descriptions": """
        SELECT word, count(*) AS n, min(site(url)) AS site
        FROM (SELECT url, explode(words(description)) AS word FROM crawlers)
        GROUP BY 1 HAVING count(*) > 5 ORDER BY 2 DESC, 1""",
    "prices by quarter, windowed": """
        SELECT symbol, quarter(date) AS quarter, count(*) AS months,
          sum(CASE WHEN grade(price, previous) = '+' THEN 1 ELSE 0 END) AS rises
        FROM (SELECT symbol, date, CAST(price AS DOUBLE) AS price,
            CAST(lag(price) OVER (PARTITION BY symbol ORDER BY date) AS DOUBLE) AS previous
          FROM stocks)
        GROUP BY 1, 2 ORDER BY 1, 2""",
}
