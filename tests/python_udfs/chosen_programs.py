# SPDX-License-Identifier: Apache-2.0

"""Programs whose columnar forms depend on the facts known about a pattern, table or number."""

from __future__ import annotations

import datetime
import math
import re
import string

PUNCTUATION = str.maketrans("", "", string.punctuation)
ROT13 = str.maketrans("abcdefghijklmnopqrstuvwxyz", "nopqrstuvwxyzabcdefghijklm")
MARKS = {ord("-"): " ", ord("_"): 32, ord("\x01"): "x"}
COMMAS = re.compile(r"\s*,\s*")
TAG = re.compile(r"<[^>]*>")
HYPHENS = re.compile("-+")
BETWEEN = re.compile("[A-z]+", re.IGNORECASE)


def rotated(s):
    return s.translate(ROT13)


def without_punctuation(s):
    return s.translate(PUNCTUATION)


def with_a_table_made_there(s):
    return s.translate(str.maketrans("ab", "xy", "z"))


def marks(s):
    return s.translate(MARKS)


def tags(s):
    return TAG.sub("", s)


def tags_as_text(s):
    return TAG.sub("[$1]", s)


def quoted(s):
    return "|".join(re.findall(r'"[^"]*"', s))


def hashtags(s):
    return ",".join(re.findall(r"#\w+", s))


def numbers(s):
    return len(re.findall(r"\d+", s)) * 100 + len(re.findall(r"\d{2,3}", s))


def optional_sign(s):
    return re.sub(r"-?\d+", "N", s)


def two_ways(s):
    """The second part could match the text that the first part takes."""
    return re.sub(r"a*ab?", "<>", s)


def reluctant(s):
    return re.sub(r"<.*?>", "", s) + "|".join(re.findall(r"a+?", s))


def ampersands(s):
    return re.sub(r"[a&&b]+c", "!", s)


def other_than_ampersands(s):
    return re.sub(r"[^&&]+&", "!", s)


def unbound(s):
    return str.upper(s) + str.translate(s, ROT13)


def fields(s):
    return "|".join(COMMAS.split(s))


def hyphenated(s):
    parts = HYPHENS.split(s)
    return f"{len(parts)}:{parts[0]}:{parts[-1]}"


def split_by_words(s):
    return [p for p in re.split(r"and|or", s) if p]


def same_places(a, b):
    return sum(x == y for x, y in zip(a, b, strict=True))


def as_far_as_both_go(a, b):
    return "".join([x for x, y in zip(a, b, strict=False) if x != y])


def clock(n):
    seconds = n % 86400
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02}:{seconds % 60:02d} {n % 7:02.1f}"


def neutral(n):
    return (n * 1 + 0 - 0) * True + 1 * n + (0 + n)


def shifted(n):
    return (2 ** (n % 70)) % 1000003 + (-3) ** (n // 2**61 + 5) + 10 ** (n % 3)


def fraction(n):
    return 2**n if -3 < n < 70 else 0


LEVELS = ((90, "a", None), (50, "b", 2.5), (-10, "c", 1e300))


def level(n):
    for least, name, share in LEVELS:
        if n >= least:
            return name if share is None else name + (" much" if share > 2.6 else " some")
    return "none"


INTS, BANDS = (10, 20, 30), ((90, "a"), (50, None))


def of_constants(n):
    try:
        return INTS[n] + BANDS[n][0]
    except IndexError:
        return -1


def compiled_there(s):
    words = re.compile(r"([\d.]+\b|\w+)", re.UNICODE)
    return " ".join(word for word in words.findall(s) if word != ".")


def with_flags(s):
    found = re.search("ab+", s, re.IGNORECASE)
    rest = re.sub("A", "-", s, flags=re.I) + "".join(re.split("B", s, flags=re.I)) if s else None
    return found.group() if found else rest


def split_with_flags(s):
    return re.split("B", s, flags=re.IGNORECASE | re.UNICODE)


def from_the_last(s):
    return ".".join(s.split(" ")[-1::-1]) + s[-1::-1]


RATES = {0.0: "none", 1.5: "low", -2.0: None, 1e300: "high"}
HOLIDAYS = [datetime.date(2024, 1, 1), datetime.date(2024, 12, 25), None]


def rated(x):
    return RATES.get(x, "other") if x in (0.0, 1.5, 2.5) or x != x else RATES[x]


def is_holiday(day):
    return day in HOLIDAYS


def in_floats(x):
    return x in [0.0, -1.5, 2.5, 3.5, 1e300, float("nan")]


def exact(x):
    try:
        root = math.sqrt(x)
    except ValueError:
        root = -1.0
    return root + math.fabs(x) * math.degrees(x) - math.radians(x)


def root_of_int(n):
    return math.sqrt(n) + math.fabs(n)


SOME = ["a-b_c", "", "\x01a", "abba, z!", "<b>x</b>", "<", "a<b", 'x "y z" ""', "#tag #é ##a_1"]
MORE = [
    "1 22 333 4444",
    "-1--2",
    "aab aaab ab",
    "a, b ,c,,",
    " , ",
    "a--b",
    "-",
    "cats and dogs or",
]
MORE += ["a&bc abc &&c", "<>a<b<c>", "é-ü,ß", "\x01-\x01", "x,\ny", "andor", "Hello, World... ok?"]
TEXTS = [(s,) for s in [*SOME, *MORE, None]]
PAIRS = [(a, b) for a in ("", "abc", "abd", "é", "aé") for b in ("", "abc", "ab", "e", "xé")]
EDGES = (0.0, -0.0, 1.5, -2.0, 2.0, 1e300, -1e300, float("nan"), float("inf"), float("-inf"), None)
FLOATS = [(x,) for x in EDGES]
DAYS = [(datetime.date(2024, m, d),) for m, d in ((1, 1), (1, 2), (12, 25))] + [(None,)]
OVERLAPS = [(s,) for s in ("aaa", "ababa", "aaaa", "aab", "abab", "a", "", "baab", "aaaaa", None)]
NUMBERS = [(n,) for n in (0, 1, -1, 59, 60, 3599, 86399, 86400, -86401, 2**62, None)]


def backwards(s):
    return re.search("[z-a]", s) is not None


def between_the_cases(s):
    return BETWEEN.sub("", s)


def from_an_escape(s):
    return re.sub(r"[\.-9]", "x", s)


def from_a_class(s):
    return re.sub(r"[\w-.]", "x", s)


def more_than_most(s):
    return re.sub("a{3,1}", "x", s)


def never(s):
    return re.sub("ba{0}", "x", s)


def of_itself(s):
    return re.sub(re.compile(s, re.I), "x", "a pattern")


def on_several_lines(s):
    return re.sub("^a", "x", s, flags=re.MULTILINE)


def beyond_unicode(s):
    return s.translate({97: 0x110000})


def on_time(due, paid):
    apart = paid - due
    parts = ["late" if apart else "on time", str(bool(apart)), str(not apart)]
    n = 0
    while apart and n < 2:
        n += 1
    return ",".join(parts) + str(n) + str(any([paid - due, None]))


def remains(n):
    left = datetime.timedelta(days=n)
    return left.days if left else -99


def doubled_separators(s):
    parts = [s.split("aa")[-1], s.split("aba")[-1], s.split("ab")[-1], s.split("aa")[0]]
    return "|".join([*parts, s.split("aa", 2)[0], s.rsplit("aa", 1)[-1], s.split("a")[-1]])


def first_from_the_right(s):
    return s.rsplit("ab")[0] + "|" + s.rsplit("a")[0]


def numbered_and_not(s):
    return "{0}{}".format(s, s)  # noqa: F523, F525


STAY_ROWS = [
    numbered_and_not,
    backwards,
    between_the_cases,
    from_an_escape,
    from_a_class,
    more_than_most,
    never,
    of_itself,
    on_several_lines,
    beyond_unicode,
]
"""Patterns that Python rejects at run time, or that libcudf reads differently."""

FUNCTIONS = [
    *(
        (function, ("string",), "string", TEXTS)
        for function in (
            rotated,
            without_punctuation,
            with_a_table_made_there,
            marks,
            tags,
            tags_as_text,
            quoted,
            hashtags,
            optional_sign,
            two_ways,
            reluctant,
            ampersands,
            other_than_ampersands,
            unbound,
            fields,
            hyphenated,
            compiled_there,
            with_flags,
            from_the_last,
        )
    ),
    (split_with_flags, ("string",), "array<string>", TEXTS),
    (rated, ("double",), "string", FLOATS),
    (in_floats, ("double",), "boolean", FLOATS),
    (is_holiday, ("date",), "boolean", DAYS),
    (exact, ("double",), "double", FLOATS),
    (root_of_int, ("bigint",), "double", NUMBERS),
    (numbers, ("string",), "int", TEXTS),
    (split_by_words, ("string",), "array<string>", TEXTS),
    (same_places, ("string", "string"), "int", PAIRS),
    (as_far_as_both_go, ("string", "string"), "string", PAIRS),
    (clock, ("bigint",), "string", NUMBERS),
    (neutral, ("bigint",), "bigint", NUMBERS),
    (shifted, ("bigint",), "bigint", NUMBERS),
    (fraction, ("bigint",), "double", NUMBERS),
    (level, ("bigint",), "string", NUMBERS),
    (on_time, ("date", "date"), "string", [(a, b) for (a,) in DAYS for (b,) in DAYS]),
    (remains, ("int",), "bigint", [(n,) for n in (-1, 0, 1, 7)]),
    (doubled_separators, ("string",), "string", OVERLAPS),
    (first_from_the_right, ("string",), "string", OVERLAPS),
    (of_constants, ("bigint",), "bigint", [(n,) for n in (-4, -3, -2, 0, 1, 2, 2**62, None)]),
]
