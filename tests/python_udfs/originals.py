# SPDX-License-Identifier: Apache-2.0

"""Python functions whose conversions to SQL are in ``conversions.py``."""

from __future__ import annotations

import re


def length(text):
    return 0 if text is None else len(text)


def half(n):
    return None if n is None else n // 2


def bucket(n):
    return None if n is None else n % 7


def rare(text):
    return text == "QZ-77-XK9"


def ratio(a, b):
    return None if a is None or not b else a / b


def equal(a, b):
    return a == b


def floor_divided(a, b):
    return None if a is None or not b else a // b


def clean(x):
    return 0.0 if x is None or x != x else x


def prefix(text):
    return None if text is None else text[:3]


def last(text):
    return None if text is None else text[-1:]


def position(text):
    return None if text is None else text.find("b")


def third(text):
    parts = (text or "").split(",")
    return parts[2] if len(parts) > 2 else None


def digits(text):
    return bool(text) and all("0" <= c <= "9" for c in text)


def weekday(day):
    return None if day is None else day.weekday()


def hour(at):
    return None if at is None else at.hour


def total(a, b):
    return None if a is None or b is None else a + b


def rounded(x):
    return None if x is None else round(x)


def count(tags):
    return len(tags) if tags else 0


def joined(tags):
    return None if tags is None else "-".join(tag for tag in tags if tag)


def grade(points):
    if points is None:
        return "none"
    return "low" if points < 50 else "middle" if points < 80 else "high"


def backwards(text):
    return None if text is None else text[::-1]


def padded(code):
    return None if code is None else code.rjust(5, "0")


def stripped(text):
    return None if text is None else text.strip(" ")


def city(name):
    return name or "unknown"


def doubled(amount):
    return None if amount is None else amount * 2


def has_at(text):
    return text is not None and "@" in text


def next_month(day):
    return None if day is None else day.month % 12 + 1


def phone(text):
    number = re.sub(r"\D", "", text or "")
    return number if len(number) == 10 else None


def share(n):
    if n is None:
        return None
    if n == 86399:
        return 1
    return 2 if n % 1009 == 17 else 0
