# SPDX-License-Identifier: Apache-2.0

"""Assignments to several targets from a generator or ``map``."""

from __future__ import annotations

TEXTS = ["1,2", "3, 4 ", "", ",", "1", "1,2,3", "1,2,x", "1,x,3", "x,2", "1,2,3,x", " 7,٣", None]
ROWS = [(text,) for text in TEXTS]


def mapped(s):
    try:
        a, b = map(int, s.split(","))
    except ValueError:
        return -1
    except AttributeError:
        return None
    return a * 10 + b


def mapped_or_fails(s):
    a, b, c = map(int, (s or "1,2,3").split(","))
    return a + b + c


def generated(s):
    try:
        a, b = (int(x) for x in s.split(","))
    except ValueError as e:
        return str(e)
    except AttributeError:
        return None
    return f"{a} {b}"


def one(s):
    (a,) = (x.strip() for x in (s or "").split(",") if x)
    return a


def how_far(s):
    seen = []
    try:
        a, b = (seen.append(x) or len(x) for x in (s or "").split(","))
    except ValueError:
        return "-" + "|".join(seen)
    return f"{a}{b}" + "|".join(seen)


def starred(s):
    try:
        a, *rest = (int(x) for x in (s or "").split(","))
        [b, *others, c] = (x for x in s)
    except (ValueError, TypeError) as e:
        return str(e)
    return f"{a} {rest} {b} {others} {c}"


def nested(s):
    (a, b), c = ((x, x + "!") if i == 0 else x for i, x in enumerate((s or "").split(",")))
    return a + b + c


def in_a_loop(s):
    total = 0
    for part in (s or "").split(";"):
        a, b = (len(x) + total for x in part.split(","))
        total += a * b
    return str(total)


WORDS = {"1": 1, "2": 2}


def of_a_table(s):
    try:
        a, b = map(lambda x: WORDS[x], (s or "").split(","))  # noqa: C417 - map is tested
    except KeyError:
        return "key"
    except ValueError:
        return "value"
    return f"{a} {b}"


def generated_of_a_table(s):
    try:
        a, b = (WORDS[x] for x in (s or "").split(","))
    except KeyError:
        return "key"
    except ValueError:
        return "value"
    return f"{a} {b}"


def split_in_two(s):
    xs = ["", ""]
    try:
        xs[0], s = s.split(",")
        (xs[1],) = s.split("aa")
        (a, b), c = f"xy{s}z".split(s or "y")
    except (AttributeError, ValueError) as e:
        return f"{xs} {s} {e}"
    return f"{xs} {s} {a} {b} {c}"


def split_or_fails(s):
    a, b = (s or ",").split(",")
    return b + a


def split_if_it_is_a_text(s):
    day = [s, None, 1][len(s or "") % 3]
    try:
        [a, b] = day.split(",")
    except (AttributeError, ValueError) as e:
        return str(e)
    return b + a


LAZY = [of_a_table, generated_of_a_table]
"""Elements after the first surplus element raise no error."""
IN_COLUMNS = [(f, ["string"], "bigint", ROWS) for f in (mapped, mapped_or_fails)]
FUNCTIONS = [
    *IN_COLUMNS,
    *((f, ["string"], "string", ROWS) for f in (generated, one, how_far, starred, nested)),
    *((f, ["string"], "string", ROWS) for f in LAZY),
    *(
        (f, ["string"], "string", [*ROWS, ("x,aaa",), (",ab",)])
        for f in (split_in_two, split_or_fails, split_if_it_is_a_text)
    ),
    (in_a_loop, ["string"], "string", [*ROWS, ("1,2;ab,;x,y",)]),
]
