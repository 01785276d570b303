"""The functions as somebody would write them in Python, one value at a time.

Every body takes and returns plain Python values and gives None for None, as the catalogue does.
They are what the Python UDF and the Arrow Python UDF run.
"""

from __future__ import annotations

import base64
import calendar
import functools
import math
import re
import struct
import zlib
from datetime import date, datetime, timedelta, timezone
from decimal import ROUND_HALF_UP, Decimal
from ipaddress import IPv4Address, IPv4Network
from typing import Any
from urllib.parse import parse_qsl, quote_plus, unquote_plus

ASCII_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}
BLANKS = re.compile("[\x00-\x20]+")
NOT_DIGITS = re.compile("[^0-9]+")
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


def char_ngrams(text: str | None, n: int | None) -> list[str] | None:
    if text is None or n is None:
        return None
    return [text[i : i + n] for i in range(len(text) - n + 1)] if n > 0 else []


def hamming(a: str | None, b: str | None) -> int | None:
    if a is None or b is None or len(a) != len(b):
        return None
    return sum(x != y for x, y in zip(a, b, strict=True))


def luhn_digit(number: str | None) -> int | None:
    if number is None or not (number.isascii() and number.isdigit()):
        return None
    return next(d for d in range(10) if luhn_valid(f"{number}{d}"))


def mask_email(address: str | None) -> str | None:
    if address is None or "@" not in address:
        return None
    return address[0] + "***" + address[address.index("@") :]


def mask_keep_last(text: str | None, k: int | None) -> str | None:
    if text is None or k is None:
        return None
    masked = min(max(len(text) - k, 0), len(text))
    return "*" * masked + text[masked:]


def phone_e164(number: str | None, country: str | None) -> str | None:
    if number is None or country is None:
        return None
    digits = NOT_DIGITS.sub("", number if number.startswith("+") else country + number)
    return "+" + digits if 8 <= len(digits) <= 15 else None


def adler32(text: str | None) -> int | None:
    return None if text is None else zlib.adler32(text.encode())


def bytes_len(data: bytes | None) -> int | None:
    return None if data is None else len(data)


def base64_encode(data: bytes | None) -> str | None:
    return None if data is None else base64.b64encode(data).decode("ascii")


def hash_bucket(text: str | None, buckets: int | None) -> int | None:
    if text is None or buckets is None or buckets <= 0:
        return None
    return murmur3(text.encode(), 42) % buckets


def minhash(members: list[str | None] | None, k: int | None) -> list[int | None] | None:
    if members is None or k is None or not 1 <= k <= 256:
        return None
    hashes = [_hashes(member, k) for member in members if member is not None]
    return [min(each) for each in zip(*hashes, strict=True)] if hashes else [None] * k


@functools.lru_cache(maxsize=100_000)
def _hashes(member: str, k: int) -> list[int]:
    data = member.encode()
    return [murmur3(data, seed) for seed in range(k)]


def murmur3(data: bytes, seed: int) -> int:
    """Spark's: the last bytes are mixed in one by one, as signed numbers."""
    whole = len(data) & ~3
    words = [*struct.unpack(f"<{whole // 4}I", data[:whole])]
    words += [(b - 256 if b > 127 else b) & 0xFFFFFFFF for b in data[whole:]]
    h = seed
    for word in words:
        k = word * 0xCC9E2D51 & 0xFFFFFFFF
        k = (k << 15 | k >> 17) * 0x1B873593 & 0xFFFFFFFF
        h ^= k
        h = ((h << 13 | h >> 19) & 0xFFFFFFFF) * 5 + 0xE6546B64 & 0xFFFFFFFF
    h ^= len(data)
    h = (h ^ h >> 16) * 0x85EBCA6B & 0xFFFFFFFF
    h = (h ^ h >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
    h ^= h >> 16
    return h - (h >> 31 << 32)


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


def epoch_ms_to_ts(millis: int | None) -> datetime | None:
    # Naive, and so in the session's time zone: the benchmark runs in UTC.
    if millis is None:
        return None
    return EPOCH.replace(tzinfo=None) + timedelta(milliseconds=millis)


def hhmm(minute: int | None) -> str | None:
    if minute is None or not 0 <= minute < 1440:
        return None
    return f"{minute // 60:02}:{minute % 60:02}"


def bit_flags(a: bool | None, b: bool | None, c: bool | None, d: bool | None) -> int:
    return bool(a) + 2 * bool(b) + 4 * bool(c) + 8 * bool(d)


def c_to_f(celsius: float | None) -> float | None:
    return None if celsius is None else _single(_single(celsius * _single(1.8)) + 32)


def _single(x: float) -> float:
    rounded: float = struct.unpack("f", struct.pack("f", x))[0]
    return rounded


def sat_add(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else min(max(a + b, -128), 127)


def dec_sum(values: list[Decimal | None] | None) -> Decimal | None:
    return None if values is None else sum((v for v in values if v is not None), Decimal("0.00"))


def money_to_cents(amount: Decimal | None) -> Decimal | None:
    return None if amount is None else (amount * 100).quantize(Decimal(1), ROUND_HALF_UP)


def geo_cell(latitude: float | None, longitude: float | None, level: int | None) -> int | None:
    if latitude is None or longitude is None or level is None or not 0 <= level <= 31:
        return None
    if latitude != latitude or longitude != longitude:
        return None
    north, east = _part(latitude, 180, level), _part(longitude, 360, level)
    return sum(((north >> i & 1) | (east >> i & 1) << 1) << 2 * i for i in range(level))


def _part(degrees: float, span: float, level: int) -> int:
    share = (degrees + span / 2) / span
    return math.floor(max(0.0, min(share * 2**level, 2**level - 1)))


def array_jaccard(a: list[str] | None, b: list[str] | None) -> float | None:
    if a is None or b is None:
        return None
    one, other = set(a), set(b)
    return len(one & other) / len(one | other) if one or other else 1.0


def array_stats(
    values: list[int | None] | None,
) -> tuple[int, int | None, int | None, list[int | None]] | None:
    if values is None:
        return None
    known = sorted(v for v in values if v is not None)
    least, greatest = (known[0], known[-1]) if known else (None, None)
    return len(known), least, greatest, [*known, *[None] * (len(values) - len(known))]


def map_filter_prefix(entries: dict[str, str] | None, prefix: str | None) -> dict[str, str] | None:
    if entries is None or prefix is None:
        return None
    return {k: v for k, v in entries.items() if k.startswith(prefix)}


def map_get_or(entries: dict[str, str] | None, key: str | None, default: str | None) -> str | None:
    if entries is None or key is None or default is None:
        return None
    return entries.get(key, default)


def map_sum(entries: dict[str, int | None] | None) -> int | None:
    return None if entries is None else sum(v for v in entries.values() if v is not None)


def merge_maps(maps: list[dict[str, str] | None] | None) -> dict[str, str] | None:
    if maps is None:
        return None
    merged: dict[str, str] = {}
    for each in maps:
        merged.update(each or {})
    return merged


def parse_kv(text: str | None) -> list[dict[str, str]] | None:
    if text is None:
        return None
    records = [record.split(";") for record in text.split("|")]
    return [{p.partition("=")[0]: p.partition("=")[2] for p in r if p} for r in records]


def bucket_label(value: float | None, buckets: Any) -> str | None:
    if value is None or buckets is None or value != value:
        return None
    # A row, or a dictionary where Arrow brings it.
    edges, labels = buckets["edges"], buckets["labels"]
    if edges is None or labels is None:
        return None
    at = next((i for i, e in enumerate(edges) if e is not None and e > value), len(edges))
    label: str | None = labels[at] if at < len(labels) else None
    return label


def semver_cmp(a: Any, b: Any) -> int | None:
    if a is None or b is None:
        return None
    one, other = ([v["major"], v["minor"], v["patch"]] for v in (a, b))
    if None in one or None in other:
        return None
    return (one > other) - (one < other)
