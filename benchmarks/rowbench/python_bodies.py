"""The functions as somebody would write them in Python, one value at a time.

Every body takes and returns plain Python values and gives None for None, as the catalogue does.
They are what the Python UDF and the Arrow Python UDF run.
"""

from __future__ import annotations

import math
import re
from datetime import date, datetime, timedelta, timezone
from decimal import ROUND_HALF_UP, Decimal
from ipaddress import IPv4Address, IPv4Network
from urllib.parse import parse_qsl, quote_plus, unquote_plus

ASCII_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}
BLANKS = re.compile("[\x00-\x20]+")
TAGS = re.compile("<[^>]*>")
SEMVER = re.compile(r"(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)", re.ASCII)
CENT = Decimal("0.01")
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
EARTH_RADIUS_KM = 6371.0088


def identity(x: int | None) -> int | None:
    return x


def ascii_lower(text: str | None) -> str | None:
    return None if text is None else text.translate(ASCII_LOWER)


def text_normalize(text: str | None) -> str | None:
    return None if text is None else BLANKS.sub(" ", text.translate(ASCII_LOWER)).strip(" ")


def strip_html(html: str | None) -> str | None:
    return None if html is None else TAGS.sub("", html)


def word_count(text: str | None) -> int | None:
    return None if text is None else sum(1 for word in BLANKS.split(text) if word)


def luhn_valid(number: str | None) -> bool | None:
    if number is None:
        return None
    if not (number.isascii() and number.isdigit()):
        return False
    total = 0
    for i, digit in enumerate(map(int, reversed(number))):
        doubled = digit * 2 if i % 2 else digit
        total += doubled - 9 if doubled > 9 else doubled
    return total % 10 == 0


def url_encode_form(text: str | None) -> str | None:
    return None if text is None else quote_plus(text, safe="*").replace("~", "%7E")


def url_decode_form(text: str | None) -> str | None:
    return None if text is None else unquote_plus(text, errors="strict")


def url_query_map(query: str | None) -> dict[str, str] | None:
    return None if query is None else dict(parse_qsl(query, keep_blank_values=True))


def ipv4_to_long(address: str | None) -> int | None:
    return None if address is None else int(IPv4Address(address))


def long_to_ipv4(number: int | None) -> str | None:
    return None if number is None else str(IPv4Address(number))


def ip_in_cidr(address: str | None, block: str | None) -> bool | None:
    if address is None or block is None:
        return None
    return IPv4Address(address) in IPv4Network(block, strict=False)


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


def money_round(amount: Decimal | None) -> Decimal | None:
    return None if amount is None else amount.quantize(CENT, ROUND_HALF_UP)


def money_gross(amount: Decimal | None, rate: Decimal | None) -> Decimal | None:
    if amount is None or rate is None:
        return None
    return (amount * (1 + rate)).quantize(CENT, ROUND_HALF_UP)


def array_cosine(a: list[float] | None, b: list[float] | None) -> float | None:
    if a is None or b is None or len(a) != len(b):
        return None
    dot = norm_a = norm_b = 0.0
    for x, y in zip(a, b, strict=True):
        dot += x * y
        norm_a += x * x
        norm_b += y * y
    return dot / (math.sqrt(norm_a) * math.sqrt(norm_b)) if norm_a and norm_b else None


def parse_semver(text: str | None) -> tuple[int, int, int] | None:
    found = SEMVER.fullmatch(text) if text is not None else None
    return (int(found[1]), int(found[2]), int(found[3])) if found else None


def haversine_km(
    lat1: float | None, lon1: float | None, lat2: float | None, lon2: float | None
) -> float | None:
    if lat1 is None or lon1 is None or lat2 is None or lon2 is None:
        return None
    phi1, phi2 = math.radians(lat1), math.radians(lat2)
    h = (
        math.sin((phi2 - phi1) / 2) ** 2
        + math.cos(phi1) * math.cos(phi2) * math.sin(math.radians(lon2 - lon1) / 2) ** 2
    )
    return 2 * EARTH_RADIUS_KM * math.asin(math.sqrt(h))


def count_nulls(a: object, b: object, c: object, d: object) -> int:
    return (a is None) + (b is None) + (c is None) + (d is None)
