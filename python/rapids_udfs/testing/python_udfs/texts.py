# SPDX-License-Identifier: Apache-2.0

"""Strings for tests of Python UDFs: unusual, usual, and those that a function looks for."""

from __future__ import annotations

import datetime
import random
from collections.abc import Callable, Iterator, Sequence

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
_ALPHABETS = [
    *("abcxyz", "ABCXYZ", "0123456789", "0123456789.,-+ eE", "ab AB\t\n"),
    *("-_./@:;,#%&=?!()[]{}'\"", "äöüßéñçÀİıσςΣ", "日本語한글🙂🚀"),
    *("\x1c\x85\u00a0\u2003\u200b\u0301", "٠١٢٣²½Ⅳ"),
]


class Texts:
    """Makes strings for a function.

    Args:
        constants: of the function.
        rng: the source of randomness.
        edges: the edge values of strings, odd and usual ones among them.
    """

    def __init__(self, constants: Constants, rng: random.Random, edges: Sequence[str]) -> None:
        self._constants, self._rng, self._edges = constants, rng, edges
        self._formats = [text for text in constants.texts if "%" in text and len(text) < 40]

    def one(self) -> str:
        """Return a string."""
        rng = self._rng
        makers = [self._random, lambda: rng.choice(self._edges), self._usual]
        if self._constants.texts:
            makers += [self._constant, self._joined, self._constant]
        if self._constants.patterns:
            makers += [lambda: self._constants.matching(rng)] * 4
        if self._formats:
            makers += [self._dated] * 2
        return rng.choice(makers)()

    def mutated(self, text: str) -> str:
        """Return a slightly different string."""
        rng = self._rng
        at, to = sorted((rng.randint(0, len(text)), rng.randint(0, len(text))))
        some = self._piece()
        choices = [
            lambda: text[:at] + text[to:],
            lambda: text[:at] + some + text[at:],
            lambda: text[:at] + some + text[at + 1 :],
            lambda: text[at:to] * 2,
            lambda: text[:at],
            lambda: text[at:],
            lambda: rng.choice([text.swapcase, text.upper, text.lower])(),
            lambda: f" {text}\n",
            lambda: text + some + text,
            lambda: text[::-1],
        ]
        return rng.choice(choices)()

    def alike(self, text: str) -> list[str]:
        """Return strings that differ in spaces around, case, characters that look alike, or length.

        The lengths are those that constants name.
        """
        forms = (f" {text}", f"{text} ", text.lower(), text.upper())
        others = dict.fromkeys([*forms, *self._look_alikes(text), *self._long(text)])
        return [other for other in others if other != text]

    def _look_alikes(self, text: str) -> list[str]:
        """Strings with other characters of the same classes: digits, letters, spaces."""
        rng = self._rng
        ascii_ = [i for i, c in enumerate(text) if c.isascii() and (c.isalnum() or c == " ")]
        kinds = [[i for i in ascii_ if is_one(text[i])] for is_one in _CLASSES]
        texts = []
        for places in kinds:
            for chosen in (places, rng.sample(places, 1) if places else []):
                zero, space = rng.choice(_DIGITS), rng.choice(_SPACES)
                other = {i: _look_alike(text[i], zero, space) for i in chosen}
                texts.append("".join(other.get(i, c) for i, c in enumerate(text)))
        return texts

    def _piece(self) -> str:
        rng = self._rng
        if self._constants.texts and rng.random() < 0.6:
            return self._cut(rng.choice(self._constants.texts))
        if self._constants.patterns and rng.random() < 0.5:
            return self._constants.matching(rng)
        return str(rng.choice([0, 1, 7, 12, 99, 2024])) if rng.random() < 0.3 else self._char()

    def _long(self, text: str) -> Iterator[str]:
        """The string, longer or shorter in its middle: of the lengths near small constants."""
        half = (len(text) + 1) // 2
        for n in [n for n in self._constants.integers if 0 < n < _LONGEST][:_LENGTHS]:
            for length in (n - 1, n, n + 1):
                begin = text[: min(half, length)]
                end = text[max(half, len(text) - length + len(begin)) :]
                yield begin + text[half - 1 : half] * (length - len(begin) - len(end)) + end

    def _cut(self, text: str) -> str:
        if self._rng.random() < 0.6:
            return text
        at, to = sorted((self._rng.randint(0, len(text)), self._rng.randint(0, len(text))))
        return text[at:to]

    def _char(self) -> str:
        return self._rng.choice(self._rng.choice(_ALPHABETS))

    def _random(self) -> str:
        rng = self._rng
        letters = "".join(rng.sample(_ALPHABETS, rng.choice([1, 1, 2, 3])))
        return "".join(rng.choice(letters) for _ in range(rng.choice([0, 1, 2, 3, 5, 8, 13, 30])))

    def _usual(self) -> str:
        return self.mutated(self._rng.choice(USUAL))

    def _constant(self) -> str:
        text = self._rng.choice(self._constants.texts)
        for _ in range(self._rng.choice([0, 0, 1, 2])):
            text = self.mutated(text)
        return text

    def _joined(self) -> str:
        rng = self._rng
        return "".join(self._piece() for _ in range(rng.randint(2, 6)))

    def _dated(self) -> str:
        rng = self._rng
        at = datetime.datetime(2000, 1, 1) + datetime.timedelta(
            days=rng.randint(-20_000, 20_000), seconds=rng.randint(0, 86_399)
        )
        try:
            text = at.strftime(rng.choice(self._formats))
        except ValueError:
            return ""
        return text if rng.random() < 0.7 else self.mutated(text)


_CLASSES: list[Callable[[str], bool]] = [str.isdigit, str.isalpha, str.isspace]


def _look_alike(char: str, zero: int, space: str) -> str:
    if char == " ":
        return space
    if char.isdigit():
        return chr(zero + int(char))
    # Without regard to case, some letters equal those of ASCII; the others have full-width forms.
    return {"k": "\u212a", "s": "\u017f", "i": "\u0131", "I": "\u0130"}.get(
        char, chr(ord(char) - ord("!") + 0xFF01)
    )
