# SPDX-License-Identifier: Apache-2.0
# As people write it, not in the best style.
# ruff: noqa: B905, C405, RUF005, RUF007

"""Programs over lists, sets, tuples that become structs, and groups of regular expressions."""

from __future__ import annotations

import bisect
import datetime
import math
import re

LIMITS, STEPS = [0, 10, 10, 100], (0.5, 2.0)
PLACES = {(1, 1), (2, 29), (12, 31)}
VERSION = re.compile(r"v?(?P<major>\d+)(?:\.(\d+))?(?P<rest>[-+ ].*)?", re.IGNORECASE)


def appended(s):
    out = []
    for i, c in enumerate(s):
        if c == ",":
            continue
        if c == "x":
            out.append(c * i)
        else:
            out += [c, "-"]
        if len(out) > 6:
            break
    else:
        out.append("end")
    return out


def popped(s):
    parts = s.split(",")
    last = parts.pop() if len(parts) > 1 else None
    first = parts.pop(0)
    parts.reverse()
    parts.extend([x for x in s.split() if x])
    return f"{first}|{last}|{'+'.join(parts)}|{len(parts)}"


def popped_until_empty(s):
    stack = list(s)
    out = ""
    while stack and len(out) < 9:
        out += stack.pop()
        if out[-1] == "x" and stack:
            stack.clear()
    return out


def too_many_pops(s):
    parts = s.split()
    try:
        parts.pop()
        parts.pop(0)
    except IndexError:
        return -len(parts)
    return len(parts)


def replaced_items(s, i):
    parts = s.split(",")
    try:
        parts[i] = "<" + parts[i] + ">"
        parts[-1] += "!"
    except IndexError:
        parts.append("?")
    return parts


def two_lists(xs):
    small, large = [], []
    for x in xs or []:
        if -10 < x < 10:
            small.append(x)
        else:
            large.append(x)
    large.sort(reverse=True)
    return small + large[:2] + [len(small)]


def sliced(xs, n):
    if not xs:
        return []
    return xs[n:] + xs[:n] + xs[::-1] + xs[1::2] + xs[-2:] + [xs[0], xs[-1]]


def searched(xs, n):
    try:
        at = xs.index(n)
    except ValueError:
        at = -1
    return (at, xs.count(n), n in xs, n not in xs and len(xs) > 0, sorted(xs)[-2:])


def extremes(xs):
    if len(xs) == 0:
        return None
    return {
        "low": min(xs),
        "high": max(xs),
        "total": sum(xs),
        "farthest": max(xs, key=abs),
        "shown": min((str(x) for x in xs), key=len, default=""),
    }


def of_floats(xs):
    known = [x for x in xs if not math.isnan(x)]
    if not known:
        return None
    known.sort()
    return known[len(known) // 2] - known[0]


def compared(a, b):
    x, y = a.split(), b.split()
    if x == y:
        return "same"
    if x == []:
        return "none"
    return "reversed" if x == y[::-1] else f"{x + ['a'] == y + ['a']} {x != y} {x == b}"


def zipped(a, b):
    same = sum(p == q for p, q in zip(a, b))
    rising = all(p <= q for p, q in zip(a, a[1:]))
    weighted = sum(i * len(w) for i, w in enumerate(b.split(","), 1))
    return same * 1000 + weighted * 2 + rising


def first_long(s):
    words = s.split(",")
    found = next((w for w in words if len(w) > 2), None)
    numbers = list(map(len, filter(None, words)))
    return found or f"{numbers.count(1)} of {any(numbers)} {all(words)}"


def ranged(n, m):
    n, m = n % 7, m % 5
    squares = [i * i for i in range(n) if i != m]
    return sum(squares) - len(list(range(m, n))) + max(squares, default=-1)


def sets(a, b):
    x, y = set(a.split()), {w for w in b.split(",") if w}
    both = x & y
    return (
        len(both) * 100 + len(x | y) * 10 + len(x - y) + len(x ^ y),
        sorted(both),
        "ab" in x,
        both == y,
        x.isdisjoint(y),
    )


def unpacked_rest(s):
    try:
        first, *rest, last = s.split(",")
    except ValueError:
        return None
    return [last, *rest[:1], first] if len(rest) < 2 else rest


def as_struct(s, n):
    if n < 0:
        return None
    if n == 0:
        return None, None
    return (s.upper(), n // 2) if s else ("", None)


def lines(s):
    all_lines = (s.replace(",", "\r\n") + "\n\n").splitlines()
    return all_lines[1:] if len(all_lines) > 2 else all_lines


def version(s):
    m = VERSION.match(s)
    if not m:
        return None
    minor = int(m.group(2) or 0)
    return f"{int(m['major'])}.{minor}{m.group('rest') or ''}|{m.group()}|{m.groups()[1] is None}"


def replaced_by_groups(s):
    t = re.sub(r"([a-z])([0-9]+)", r"\2\g<1>", s)
    return re.sub(r"\s+$", "", re.sub(r"^[ab]+|x{2}", "", t))


def found_all(s):
    return re.findall(r"[a-z]+(\d)", s) + re.findall(r"\b\w\b|[, ]{1,2}", s)


def dated(d, n):
    year, week, weekday = d.isocalendar()
    at = bisect.bisect_right(LIMITS, n) * 10 + bisect.bisect_left(STEPS, n)
    special = (d.month, d.day) in PLACES
    return f"{year}-W{week:02d}-{weekday} {d.strftime('%a %d %b %j %H%%')} {at} {special}"


def of_all(*texts, sep="-"):
    return sep.join(t for t in texts if t)


def _joined(first, *rest, by="+"):
    known = [r for r in rest if r]
    return by.join([first or "", "="] + known) if rest else first


def spread(a, b):
    return _joined(a, b) if a else _joined("none", b, by="/")


def nested_fills(s):
    rows, longest = [], []
    for part in s.split(","):
        row = []
        for c in part:
            try:
                row.append(int(c) * 2)
            except ValueError:
                if c == "x":
                    row.pop()
        rows.append(len(row))
        if len(row) > len(longest):
            longest = row[:]
    return rows + [-1] + longest


def pops_once(s):
    parts = [*s.split(","), "p", "qq", "rrr", "s,t", "u"]
    out = ["-"]
    out.extend(parts.pop())
    first = parts.pop().split(",", 1)[0]
    longest = max([len(parts.pop()), 1])
    different = set([parts.pop(), "x"])
    out += [parts.pop(), first]
    if any([parts.pop(), ""]):
        out.append(str(longest))
    return out + [str(len(different)), str(len(parts))]


TEXTS = [
    "",
    "a",
    "ab,ba",
    " ab  ab x ",
    "x,x,,abc",
    "abc1 12,b2",
    "v1.2-rc",
    "V10 x",
    "é,ab",
    "a\tb\n",
]
LISTS = [[], [1], [3, 1, 2, 3], [-5, 5, 0, -5], [2**31 - 1, -(2**31), 7], [None, 1], None]
ONE, TWO = ("string",), ("string", "string")
PAIRS = [(a, b) for a in TEXTS[:6] for b in TEXTS[:6]]
NUMBERED = [(s, n) for s in TEXTS[:8] for n in (0, 1, -1, 3)]
ITEMS = [(xs, n) for xs in LISTS for n in (0, 1, 3, -2)]
DAYS = [datetime.date(*d) for d in ((2024, 2, 29), (1, 1, 1), (9999, 12, 31), (2021, 1, 3))]


def of_itself(x, y):
    if x is None or y is None:
        return x in (x, y) or x in (y, 1.0)
    return x in (x, y) or (x, y) < (x, x) or (x, y) != (y, x)


def floats_of_itself(xs):
    return xs == xs[:] and xs[:1] + xs[1:] == xs and xs == list(xs) and xs != xs[::-1]


FLOATS = [[], [0.5], [2.5, -1.0, math.inf], [math.nan, 1.0], [0.0, -0.0], [math.nan]]

FUNCTIONS = [
    (pops_once, ONE, "array<string>", TEXTS),
    (nested_fills, ONE, "array<int>", [*TEXTS, "12,345,1", "1x,xx,9"]),
    (appended, ONE, "array<string>", TEXTS),
    (popped, ONE, "string", TEXTS),
    (popped_until_empty, ONE, "string", TEXTS),
    (too_many_pops, ONE, "int", TEXTS),
    (replaced_items, ("string", "int"), "array<string>", NUMBERED),
    (two_lists, ("array<int>",), "array<bigint>", [(xs,) for xs in LISTS]),
    (sliced, ("array<bigint>", "int"), "array<int>", ITEMS),
    (
        searched,
        ("array<int>", "bigint"),
        "struct<at:int,n:int,there:boolean,missing:boolean,last:array<int>>",
        ITEMS,
    ),
    (
        extremes,
        ("array<int>",),
        "struct<low:int,high:int,total:bigint,farthest:bigint,shown:string>",
        [(xs,) for xs in LISTS],
    ),
    (of_floats, ("array<double>",), "double", [(xs,) for xs in FLOATS]),
    (of_itself, ("double", "double"), "boolean", [(math.nan, 1.0), (1.0, math.nan), (2.0, 3.0)]),
    (floats_of_itself, ("array<double>",), "boolean", [(xs,) for xs in FLOATS]),
    (compared, TWO, "string", PAIRS),
    (zipped, TWO, "int", PAIRS),
    (first_long, ONE, "string", TEXTS),
    (ranged, ("int", "int"), "bigint", [(a, b) for a in range(8) for b in (0, 2, -1)]),
    (sets, TWO, "struct<n:int,both:array<string>,ab:boolean,eq:boolean,dis:boolean>", PAIRS),
    (unpacked_rest, ONE, "array<string>", TEXTS),
    (as_struct, ("string", "int"), "struct<s:string,n:smallint>", NUMBERED),
    (lines, ONE, "array<string>", TEXTS),
    (version, ONE, "string", TEXTS),
    (replaced_by_groups, ONE, "string", TEXTS),
    (found_all, ONE, "array<string>", TEXTS),
    (dated, ("date", "int"), "string", [(d, n) for d in DAYS for n in (-1, 0, 1, 10, 1000)]),
    (of_all, TWO, "string", PAIRS),
    (spread, TWO, "string", PAIRS),
]
