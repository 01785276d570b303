# SPDX-License-Identifier: Apache-2.0

"""Python UDFs as data engineers write them, over the columns of ``data``."""

from __future__ import annotations

import datetime
import hashlib
import json
import math
import re
from decimal import ROUND_HALF_UP, Decimal
from urllib.parse import unquote_plus


def domain(email: str | None) -> str | None:
    if email is None:
        return None
    return email.split("@")[1].lower()


def tidy(phrase: str | None) -> str | None:
    return " ".join(phrase.lower().split()) if phrase else phrase


def mask(card: str | None) -> str | None:
    if not card:
        return None
    return "*" * (len(card) - 4) + card[-4:]


def luhn(card: str | None) -> bool | None:
    if card is None:
        return None
    total = 0
    for i, digit in enumerate(reversed(card)):
        value = int(digit)
        if i % 2 == 1:
            value *= 2
            if value > 9:
                value -= 9
        total += value
    return total % 10 == 0


def ip_to_number(ip: str | None) -> int | None:
    try:
        a, b, c, d = ip.split(".")  # type: ignore[union-attr]
        return ((int(a) * 256 + int(b)) * 256 + int(c)) * 256 + int(d)
    except (AttributeError, ValueError):
        return None


def is_private(ip: str | None) -> bool | None:
    if ip is None:
        return None
    if ip.startswith(("10.", "192.168.")):
        return True
    return ip.startswith("172.") and 16 <= int(ip.split(".")[1]) <= 31


def fiscal_year(day: datetime.date | None) -> int | None:
    if day is None:
        return None
    return day.year + 1 if day.month >= 10 else day.year


def month_name(day: datetime.date | None) -> str | None:
    return day.strftime("%Y-%m") if day is not None else None


def days_between(first: datetime.date | None, last: datetime.date | None) -> int | None:
    if first is None or last is None:
        return None
    return (last - first).days


def part_of_day(minute: int | None) -> str:
    if minute is None:
        return "unknown"
    hour = minute // 60
    if hour < 6:
        return "night"
    if hour < 12:
        return "morning"
    if hour < 18:
        return "afternoon"
    return "evening"


def clock(minute: int | None) -> str | None:
    if minute is None:
        return None
    return f"{minute // 60:02d}:{minute % 60:02d}"


def gross(amount: Decimal | None, rate: Decimal | None) -> Decimal | None:
    if amount is None or rate is None:
        return None
    return (amount * (1 + rate)).quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)


def distance(
    lat1: float | None, lon1: float | None, lat2: float | None, lon2: float | None
) -> float | None:
    if lat1 is None or lon1 is None or lat2 is None or lon2 is None:
        return None
    p, q = math.radians(lat1), math.radians(lat2)
    a = math.sin((q - p) / 2) ** 2
    b = math.sin(math.radians(lon2 - lon1) / 2) ** 2
    return 2 * 6371.0088 * math.asin(math.sqrt(a + math.cos(p) * math.cos(q) * b))


def fahrenheit(temperature: float | None) -> float | None:
    return temperature * 9 / 5 + 32 if temperature is not None else None


def polynomial(n: int | None) -> int | None:
    if n is None:
        return None
    total = 0
    for i in range(20):
        total += n * i % 7
    return total


def ratio(minute: int | None, steps: int | None) -> float | None:
    try:
        return minute / steps  # type: ignore[operator]
    except (TypeError, ZeroDivisionError):
        return None


def major(version: str | None) -> int | None:
    try:
        return int(version.split(".")[0])  # type: ignore[union-attr]
    except Exception:
        return None


def digits(phone: str | None) -> str | None:
    if phone is None:
        return None
    return re.sub(r"\D", "", phone)


def slug(phrase: str | None) -> str | None:
    if phrase is None:
        return None
    return re.sub(r"[^a-z0-9]+", "-", phrase.lower()).strip("-")


def page(query: str | None) -> str | None:
    for part in (query or "").split("&"):
        name, _, value = part.partition("=")
        if name == "page":
            return value
    return None


def decoded(text: str | None) -> str | None:
    return unquote_plus(text) if text is not None else None


def letters(text: str | None) -> int | None:
    if text is None:
        return None
    return sum(len(word) for word in text.split())


def shared(tags: list[str] | None, others: list[str] | None) -> int | None:
    if tags is None or others is None:
        return None
    return len(set(tags) & set(others))


def ordered(tags: list[str] | None) -> list[str] | None:
    return None if tags is None else sorted(tags)


def spread(counts: list[int] | None) -> tuple[int, int, float] | None:
    if not counts:
        return None
    return min(counts), max(counts), sum(counts) / len(counts)


def where(labels: dict[str, str] | None) -> str | None:
    if labels is None:
        return None
    return labels.get("page", "none").upper()


def to_json(n: int | None, email: str | None) -> str:
    return json.dumps({"id": n, "email": email}, separators=(",", ":"))


def pseudonym(email: str | None) -> str | None:
    if email is None:
        return None
    return hashlib.sha256(email.encode("utf-8")).hexdigest()
