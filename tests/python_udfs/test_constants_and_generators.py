# SPDX-License-Identifier: Apache-2.0

"""Constants of named tuples and functions, generators in loops, fields of formats."""

# ruff: noqa: UP030, UP032

from __future__ import annotations

from collections import namedtuple
from typing import NamedTuple

import pytest

from harness.session import by_turns
from rapids_udfs.errors import NotCompiledError
from rapids_udfs.testing import assert_same_as_python

Rule = namedtuple("Rule", "prefix points")


class Band(NamedTuple):
    name: str
    least: int = 0
    tags: tuple = ()


ONE = Rule("a", 10)
RULES = [Rule("b", 1), Rule("cd", -2), ONE]
BANDS = {"low": Band("low"), "high": Band("high", 3, ("x", Rule("y", 2)))}
CHECKS = [
    ("empty", lambda s: not s, 1),
    ("long", lambda s: len(s) > 3, 2),
    ("upper", str.isupper, 3),
]
CASTS = {"int": (int, -1), "float": (float, None), "len": (len, 0)}


def scored(s):
    points = sum(r.points for r in RULES if s.startswith(r.prefix))
    best = max(BANDS.values(), key=lambda b: (len(s) >= b.least, b.least))
    prefix, n = ONE
    return str((points, best.name, best, ONE, prefix, n, RULES[1]))


def checked(s):
    names = [name for name, check, _ in CHECKS if check(s)]
    total = 0
    for _, check, weight in CHECKS:
        if check(s):
            total += weight
    return f"{names} {total}"


def cast(s):
    found = []
    for name, (f, otherwise) in CASTS.items():
        try:
            found.append(f(s))
        except ValueError:
            found.append((name, otherwise))
    return str(found)


def words(s):
    kept = []
    for w in (p.strip() for p in s.split(",") if p):
        if w == "stop":
            break
        if not w:
            continue
        kept.append(w)
    else:
        kept.append("end")
    p = "outer"
    for i, (a, b) in enumerate((x[:1], x[1:]) for x in kept):
        kept[i] = f"{i}{b}{a}"
    return str((kept, p, [q for q in (k * 2 for k in kept) if q]))


def until_it_fails(s):
    found = []
    try:
        for n in (int(p) for p in s.split(",")):
            if n > 2:
                return f"{n} after {found}"
            found.append(n)
    except ValueError as e:
        found.append(str(e))
    return str(found)


def taken(s):
    kept = list(dict.fromkeys(c for c in s if c != ","))
    kept.extend(c.upper() for c in s[:2])
    counts = {}
    counts.update((c, ord(c)) for c in s)
    return str((kept, counts, dict.fromkeys((c for c in s), 0)))


def fields(s):
    text = "{m[a]} {m[10][1]} {0[0]} {r.prefix}{r.points:>3} {r[1]} {0[0]!r:>4}"
    by_number = {10: "ten"} if s else {"10": "text"}
    found = [text.format([s[:1], 2], m={"a": s, 10: [s, "z"]}, r=ONE)]
    found.append("{[1]}-{.prefix}".format(s + "  ", ONE))
    for one in (
        lambda: "{m[b]}".format(m=by_number),
        lambda: "{m[10]}".format(m=by_number),
        lambda: "{m.a}".format(m=by_number),
        lambda: "{0[5]}".format([1]),
        lambda: "{0[x]}".format([1]),
    ):
        try:
            found.append(one())
        except (KeyError, IndexError, TypeError, AttributeError) as e:
            found.append(f"{type(e).__name__}: {e}")
    return str(found)


FUNCTIONS = [scored, checked, cast, words, until_it_fails, taken, fields]
TEXTS = [
    "",
    "a",
    "b,c",
    "cd,ce",
    "1,2,3,x",
    "1,2",
    "1, x,9",
    " a, b,,stop,c",
    "ABCD",
    "é,é",
    "7",
    "0x1",
]


@pytest.mark.parametrize("at", range(len(FUNCTIONS)), ids=lambda at: FUNCTIONS[at].__name__)
def test_same_as_python(spark, at):
    rows = [(text,) for text in TEXTS]
    report = assert_same_as_python(
        *(FUNCTIONS[at], ["string"], "string"), spark=spark, rows=rows, transport=by_turns(at)
    )
    assert report.rows - report.errors >= len(TEXTS), str(report)


class Priced(NamedTuple):
    net: int

    def gross(self):
        return self.net * 2


PRICES = [Priced(1)]
OBJECTS = [object()]
KINDS = {"a": {scored}}

NOT_COMPILED = {
    "methods": (
        lambda s: str(PRICES[0].gross()),
        "PRICES contains the class Priced",
    ),
    "objects": (lambda s: str(OBJECTS), "OBJECTS contains an object of object"),
    "functions in sets": (lambda s: str(KINDS), "KINDS contains the function scored"),
    "reversed": (lambda s: "".join(reversed(c for c in s)), r"reversed\(\) of a generator"),
    "several loops": (lambda s: [x + "." for x in (c for d in s for c in d)], "of several loops"),
    "dunder": (lambda s: "{0.__class__}".format(s), "__class__"),
}


@pytest.mark.parametrize("what", NOT_COMPILED)
def test_functions_that_stay_in_python(spark, what):
    function, reason = NOT_COMPILED[what]
    with pytest.raises(NotCompiledError, match=reason):
        assert_same_as_python(function, ["string"], "string", spark=spark)
