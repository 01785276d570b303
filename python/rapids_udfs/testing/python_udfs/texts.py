# SPDX-License-Identifier: Apache-2.0

"""Strings for tests of Python UDFs: unusual, usual, and those that a function looks for."""

from __future__ import annotations

import datetime
import random
from collections.abc import Iterator, Sequence
from contextlib import suppress

from rapids_udfs.testing.python_udfs.constants import Constants

ODD = [
    # UTF-16 orders the first two differently from code points.
    *("😀", "\uff21", " \t\r\n\x0b\x0c", "\x1c\x1d\x1e\x1f", "\x85\u00a0\u2003", "\x1ca\x1f"),
    *("\u00a012\u2003", "-0", "+7", " 42 ", "1_000", "\u0663\u0664", "१२.५", "²", "½", "1e3"),
    *("1E400", "-inf", "NaN", "1d", "0x1F", "9223372036854775807", "9223372036854775808"),
    *("-9223372036854775809", "12345678901234567890123", "0.1", ".5", "5.", "1,234.50", "None"),
    *("true", "\u015eI\u0130i\u0131\u011e", "ΑΣ ΣΑΣ.", "ǅungla ǆ"),
    "\u0391-\u03a3 \u0391\u00b7\u03a3 a\u03a3\u2019b",
    *("ﬁn", "日本語テキスト", "a😀b👩‍👧c"),
    *("\U0010ffff", "\x00", "\ufeffabc", "line one\nline two\r\nthree\u2028four\x85five"),
    *("ab,c;d|e\tf", "'\"\\%s{}{0}$&"),
]
USUAL = [
    *("hello world", "Jane Q. Public", "john.doe+news@mail.Example.com", "(555) 123-4567"),
    *("+49 30 901820", "$1,299.99", "€ 12,50", "12.5%", "2024-02-29", "29/02/2023", "20240131"),
    *("2023-12-31 23:59:59", "2024-03-10T02:30:00Z", "31 Jan 2024", "12:34:56", "1h 30m"),
    "3 bds, 2 ba, 1,450 sqft",
    *("https://user:pw@www.example.com:8080/a/b.html?x=1&y=%20z#top", "ftp://host/path"),
    *("192.168.0.1", "256.1.1.1", "::1"),
    '127.0.0.1 - - [10/Oct/2023:13:55:36 +0000] "GET /index.html HTTP/1.1" 200 2326',
    *('{"a": 1, "b": [1, 2.5, null, true], "c": {"d": "x"}}', '[{"id": 1}, {"id": 2}]'),
    *('{"a": ', "4111 1111 1111 1111", "DE89 3704 0044 0532 0130 00", "978-3-16-148410-0"),
    *("MCMXCIV", "camelCaseText", "snake_case_text", "The quick brown fox; the lazy dog"),
    *("a=1;b=2;c", "1.10.2-rc1", "550e8400-e29b-41d4-a716-446655440000", "deadBEEF"),
    *("SGVsbG8=", "221B Baker St., London NW1 6XE", "yes", "N/A"),
]
_DIGITS = [0x660, 0x966, 0xFF10, 0x1D7CE]
"""The zeros of other scripts, the last one beyond 16 bits."""
_SPACES = "\u00a0\u2003\x1c\x85\t"
_LONGEST = 60
_LENGTHS = 8
_EACH = 40
"""The number of strings of each kind that a function looks for."""


def vocabulary(constants: Constants, rng: random.Random) -> list[str]:
    """Return strings to build others from: constants, what patterns match, dates of a format.

    Numbers are strings, too: the test kit's engine takes numbers of other types from them.
    """
    words = [*ODD, *USUAL]
    if texts := constants.texts:
        words += rng.choices(texts, k=2 * _EACH)
        words += ["".join(rng.choices(texts, k=rng.randint(2, 5))) for _ in range(_EACH)]
    if constants.patterns:
        words += [constants.matching(rng) for _ in range(2 * _EACH)]
    for form in [text for text in texts if "%" in text and len(text) < 40]:
        with suppress(ValueError):
            words += [_day(rng).strftime(form) for _ in range(_EACH)]
    if numbers := [n for n in (*constants.integers, *constants.floats) if abs(n) < 10**30]:
        words += [str(rng.choice(numbers) + rng.choice([0, 0, 1, -1])) for _ in range(_EACH)]
    # Spark's strings have no surrogates.
    return [word for word in words if word == word.encode("utf-8", "ignore").decode()]


def _day(rng: random.Random) -> datetime.datetime:
    days, seconds = rng.randint(-20_000, 20_000), rng.randint(0, 86_399)
    return datetime.datetime(2000, 1, 1) + datetime.timedelta(days, seconds)


def mutated(text: str, words: Sequence[str], rng: random.Random) -> str:
    """Return a slightly different string, perhaps with a part of another one."""
    at, to = sorted((rng.randint(0, len(text)), rng.randint(0, len(text))))
    some = rng.choice(words)
    if rng.random() < 0.4:
        some = some[rng.randint(0, len(some)) :][: rng.choice([1, 1, 2, 5])]
    return rng.choice(
        [
            *(
                text[:at] + text[to:],
                text[:at] + some + text[at:],
                text[:at] + some + text[at + 1 :],
            ),
            *(text[at:to] * 2, text[:at], text[at:], text[::-1], f" {text}\n", text + some + text),
            rng.choice([text.swapcase(), text.upper(), text.lower()]),
        ]
    )


def alike(text: str, constants: Constants, rng: random.Random) -> list[str]:
    """Return strings that differ in spaces around, case, characters that look alike, or length.

    The lengths are those that constants name.
    """
    forms = (f" {text}", f"{text} ", text.lower(), text.upper())
    others = dict.fromkeys([*forms, *_look_alikes(text, rng), *_long(text, constants.integers)])
    return [other for other in others if other != text]


def _look_alikes(text: str, rng: random.Random) -> Iterator[str]:
    """The string with other characters of the same classes: digits, letters, spaces."""
    for is_one in (str.isdigit, str.isalpha, str.isspace):
        places = [i for i, c in enumerate(text) if c.isascii() and is_one(c)]
        for chosen in (places, rng.sample(places, 1) if places else []):
            zero, space = rng.choice(_DIGITS), rng.choice(_SPACES)
            other = {i: _look_alike(text[i], zero, space) for i in chosen}
            yield "".join(other.get(i, c) for i, c in enumerate(text))


def _look_alike(char: str, zero: int, space: str) -> str:
    if char.isspace():
        return space
    if char.isdigit():
        return chr(zero + int(char))
    # Without regard to case, some letters equal those of ASCII; the others have full-width forms.
    return {"k": "\u212a", "s": "\u017f", "i": "\u0131", "I": "\u0130"}.get(
        char, chr(ord(char) - ord("!") + 0xFF01)
    )


def _long(text: str, integers: Sequence[int]) -> Iterator[str]:
    """The string, longer or shorter in its middle: of the lengths near small constants."""
    half = (len(text) + 1) // 2
    for n in [n for n in integers if 0 < n < _LONGEST][:_LENGTHS]:
        for length in (n - 1, n, n + 1):
            begin = text[: min(half, length)]
            end = text[max(half, len(text) - length + len(begin)) :]
            yield begin + text[half - 1 : half] * (length - len(begin) - len(end)) + end
