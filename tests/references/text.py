# SPDX-License-Identifier: Apache-2.0

"""The functions of the category text."""

from __future__ import annotations

import re

ASCII_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}
BLANKS = re.compile("[\x00-\x20]+")
PHONE = re.compile(r"(?:tel:)?(?P<before>|0|\+|00|0\+)(?P<own>[1-9][0-9]*)")
PHONE_BLANKS = re.compile(r"[\x00-\x20().\-/]+")
PHONE_CODE = re.compile("[+0]*(?P<own>[1-9][0-9]*)")
TAGS = re.compile("<[^>]*>")


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
    if number is None or country is None or "(0)" in number:
        return None
    found = PHONE.fullmatch(PHONE_BLANKS.sub("", number).lower())
    code = PHONE_CODE.fullmatch(PHONE_BLANKS.sub("", country))
    if found is None or len(found["own"]) < 4:
        return None
    before = found["before"]
    digits = found["own"]
    if before in ("", "0"):
        if code is None:
            return None
        kept = before if code["own"] in ("39", "225", "229", "242", "378") else ""
        digits = code["own"] + kept + digits
    return "+" + digits if 8 <= len(digits) <= 15 else None
