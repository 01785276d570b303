# SPDX-License-Identifier: Apache-2.0

"""Programs that masks evaluate: Python's control flow, and the edges of every columnar form."""

from __future__ import annotations

import datetime
import math
import re

COLOURS = {"red": 1, "green": 2, "blue": None}
SIZES = {1: "s", 2: "m", 3: "l", -5: "x"}
WORDS = frozenset(["yes", "no", "maybe", "é", "", "x y"])
PERCENT, FIELDS = "%d:%03d %s%%", "{:04d}-{}{{}}"
PLACES = "%.2f %5.1f %f"
WORD = re.compile(r"[a-z]+[0-9]{2,3}$")


def nested_try(a, b):
    try:
        try:
            x = 10 // a
        except ZeroDivisionError:
            x = b // (b - 1)
        y = x + int(str(b)[:2])
    except (ValueError, TypeError):
        return -1
    except ArithmeticError:
        return -2
    else:
        return y


def variables_at_the_exception(s):
    state = 0
    try:
        state = 1
        n = int(s)
        state = 2
        if n > 5:
            state = 3
            n = 1 // (n - 7)
    except ValueError:
        return state * 10
    except ZeroDivisionError:
        state += 100
    return state


def raises_again(s):
    try:
        try:
            return int(s)
        except ValueError:
            if s.startswith("x"):
                raise
            raise KeyError(s) from None
    except KeyError:
        return -5
    except ValueError:
        return -6


def lookup_error(a, b):
    try:
        return SIZES[a] + "abc"[b]
    except KeyError:
        return "key"
    except LookupError:
        return "index"


def early_returns(a, b):
    if a is None:
        return None if b is None else -b
    if a > b:
        if a > 100:
            return a - 100
        a = a * 2
    elif a == b:
        return 0
    return a + b


def short_circuits(a, b):
    return (b != 0 and a // b > 1) or (a > 0 and b > 0) or "z"[a] == "z"


def chained(a, b):
    return 0 <= a < b <= 100 or a != b


def signs(a, b):
    return f"{a // b} {a % b} {-a} {abs(b)} {divmod(a, b)[1]}"


def overflowing(a, b):
    return a * b - a + (b << 3)


def true_division(a, b):
    return a / b


def floats(a, b):
    if a != a or math.isinf(b):
        return -0.0
    return max(a, b) - min(b, a) * 2 + abs(a) / (b * b + 1.0)


def mixed_numbers(a, b):
    return a + b * 0.5 if a < 3.5 else -a


def whole(a, b):
    try:
        return int(a) + round(b) + math.floor(a) - math.ceil(b)
    except OverflowError:
        return -1
    except ValueError:
        return -2


def comparing(a, b):
    return f"{a < b}{a <= b}{a == b}{a != b}{a in b}{b.startswith('a')}"


def slices(s):
    return s[1:3] + "|" + s[-2:] + "|" + s[:-1] + "|" + s[5:2] + "|" + s[::-1] + "|" + s[0]


def moving_slice(s, n):
    return s[n:] + "/" + s[:n] + "/" + s[-n : n + 2] + "/" + s[n]


def found(s):
    i, j = s.find("a"), s.rfind("a")
    return f"{i} {j} {s.count('a')} {s.count('ab')} {s.find('b', 1)} {s[i:j]}"


def stripped(s):
    return s.strip() + "|" + s.lstrip("ab ") + "|" + s.rstrip() + "|" + s.strip("")


def parts(s):
    head, sep, tail = s.partition("a")
    a, b, c = s.rpartition(" ")
    cut = s.split("a")[0] + s.split("a")[-1] + s.rsplit("a", 1)[0]
    return f"{head}<{sep}>{tail} {a}<{b}>{c} {cut}"


def unpacked(s):
    try:
        first, second = s.split(",")
        return second.upper() + first.lower()
    except ValueError:
        return "not two"


def words(s):
    some = [w for w in s.split() if len(w) > 1]
    return "-".join(some) + str(len(some)) + str(any(w == "ab" for w in some))


def letters(s):
    n = sum(1 for c in s if c.isalpha())
    return n * 10 + sum(int(c) for c in s if c in "0123456789")


def every(s):
    return all(p.strip() for p in s.split(",")) and any(c > "a" for c in s)


def tables(s):
    if s in WORDS:
        return COLOURS.get(s, -1)
    return COLOURS[s.strip().lower()]


def formatted(a, b):
    return PERCENT % (a, b, a) + FIELDS.format(b, a) + f"{a:5d}|{b:02}"


def places(a, b):
    text = f"{a:.2f}|{b:8.1f}|{a:,.0f}|{b:08.3f}|{a:.0%}"
    return text + PLACES % (a, b, b)


def rounded(a, b):
    return round(a, 2) + round(b, 1) * 1000 + round(a * b, 4) - round(b, 0)


def separated(a, b):
    return f"{a:,}|{b:<6}|{a:>4}|{b:,d}|{a:.1f}|{b:9,.2f}" + f"{a + 998:,}"


def aligned(s):
    return f"{s:<6}|{s:>9}|{s:4s}|"


def built(a, b):
    try:
        day = datetime.date(2000 + a, b % 14, a % 33)
    except ValueError:
        return None
    return day - datetime.timedelta(days=b)


def moved(day, n):
    try:
        later = day + datetime.timedelta(n)
    except OverflowError:
        return day
    return later.replace(day=1) + datetime.timedelta(weeks=n % 3)


def in_two_parts(s):
    return s.split(sep="b", maxsplit=1)[0] + "|" + s.lower().rjust(4)


def loops(s):
    out = 0
    for i, (word, n) in enumerate((("a", 1), ("b", 2), ("ab", 4))):
        if word not in s:
            continue
        if s.endswith(word):
            out += 100 * i
            break
        out += n
    else:
        out = -out
    return out


def helper(x, least=2):
    if x < least:
        raise ValueError("small")
    return x * least


def calls(a, b):
    try:
        return helper(a) + helper(b, least=5)
    except ValueError:
        return helper(7)


def dates(a, b):
    if a > b:
        return f"{a.year}-{a.month:02d}"
    return f"{(b - a).days} {a.weekday()} {b.isoformat()} {(a.month, a.day) < (b.month, b.day)}"


def days_of_months(a, b):
    try:
        first = datetime.date(a * 20 + 3, 2, 29)
    except ValueError:
        first = datetime.date(2000, 2, b % 28 + 1)
    return first if a else datetime.date(2000 + b, 2, 28)


def matches(s):
    m = WORD.match(s)
    if m is None:
        return re.sub(r"[^a-z]+", "_", s)
    return "yes" if re.fullmatch(r"\w+", s) else "no"


def numbers(s):
    try:
        return float(s) * 2
    except ValueError:
        return None


def asserted(a, b):
    try:
        assert a != b, b[5]
    except IndexError:
        return -1
    except AssertionError:
        return -2
    return 0


def walrus(s):
    if (n := len(s)) > 3 and s[n - 1] != "x":
        return s[n - 1] * n
    return s or None


def truths(a, b):
    x = a or b or 7
    y = a and b
    return None if y is None else x + (1 if not y else 2)


def characters(s):
    return "".join(chr(ord(c) ^ 1) for c in s)


TEXT, TEXTS, INTS, FLOATS = (
    ("string",),
    ("string", "string"),
    ("bigint", "int"),
    ("double", "float"),
)
ROWS = [
    "12",
    "x1",
    "",
    "a",
    "ab,ba",
    " ab  ab x ",
    "red",
    " Blue ",
    "yes",
    "é",
    "abc12",
    "1.50",
    "a1b2,",
    "xxxx",
]


FUNCTIONS = [
    (nested_try, INTS, "bigint"),
    (variables_at_the_exception, TEXT, "int"),
    (raises_again, TEXT, "bigint"),
    (lookup_error, ("int", "int"), "string"),
    (early_returns, INTS, "bigint"),
    (short_circuits, INTS, "boolean"),
    (chained, INTS, "boolean"),
    (signs, INTS, "string"),
    (overflowing, ("bigint", "bigint"), "bigint"),
    (true_division, ("bigint", "bigint"), "double"),
    (floats, FLOATS, "double"),
    (mixed_numbers, ("int", "double"), "double"),
    (whole, FLOATS, "bigint"),
    (comparing, TEXTS, "string"),
    (slices, TEXT, "string"),
    (moving_slice, ("string", "int"), "string"),
    (found, TEXT, "string"),
    (stripped, TEXT, "string"),
    (parts, TEXT, "string"),
    (unpacked, TEXT, "string"),
    (words, TEXT, "string"),
    (letters, TEXT, "bigint"),
    (every, TEXT, "boolean"),
    (tables, TEXT, "smallint"),
    (formatted, INTS, "string"),
    (places, FLOATS, "string"),
    (rounded, FLOATS, "double"),
    (separated, INTS, "string"),
    (aligned, TEXT, "string"),
    (built, INTS, "date"),
    (moved, ("date", "int"), "date"),
    (in_two_parts, TEXT, "string"),
    (loops, TEXT, "tinyint"),
    (calls, INTS, "bigint"),
    (dates, ("date", "date"), "string"),
    (days_of_months, INTS, "date"),
    (matches, TEXT, "string"),
    (numbers, TEXT, "float"),
    (asserted, TEXTS, "int"),
    (walrus, TEXT, "string"),
    (truths, INTS, "bigint"),
    (characters, TEXT, "string"),
]
NUMBERS = [0, 1, 2, -1, 3, 7, -5, 100, 101]


def rows_of(types):
    if types == TEXT:
        return ROWS
    if types == TEXTS:
        return [(a, b) for a in ROWS[:6] for b in ROWS[2:6]]
    if types == ("date", "date"):
        day = datetime.date
        return [(day(2024, 2, 29), day(2023, 12, 31)), (day(1, 1, 1), day(9999, 12, 31))]
    if types == ("date", "int"):
        day = datetime.date
        days = (day(2024, 2, 29), day(1, 1, 1), day(9999, 12, 31), day(1999, 12, 31))
        return [(of, n) for of in days for n in NUMBERS]
    if types == ("string", "int"):
        return [(s, n) for s in ROWS[:8] for n in (0, 1, -1, 5)]
    if types == ("int", "double"):
        return [(a, b) for a in NUMBERS for b in (0.0, -2.5)]
    if types == FLOATS:
        return [(a, b) for a in (0.0, -0.0, 2.5, 1e300, math.nan) for b in (0.5, -3.0, math.inf)]
    return [(a, b) for a in NUMBERS for b in NUMBERS[:5]]
