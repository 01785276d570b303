# SPDX-License-Identifier: Apache-2.0

"""Functions of one expression: every operator and builtin with operands of every pair of types.

``functions`` writes them into a module. One kind returns the value if CPython computes a value of
a type that has columns. The other kind returns the name of the exception that CPython raises.
"""

from __future__ import annotations

import datetime
import math
import random
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .written import imported

SCHEMA = (
    "i int, n bigint, m bigint, x double, y double, s string, t string, d date, e date,"
    " b boolean, c boolean, xs array<bigint>, ss array<string>"
)
NAMES = [field.split()[0] for field in SCHEMA.split(", ")]
_DAYS = [None, *(datetime.date(*of) for of in ((2024, 2, 29), (1, 1, 1), (9999, 12, 31)))]
_INTS = [None, 0, 1, -1, 2, 7, -8, 2**40, -(2**63), 2**63 - 1]
_FLOATS = [None, 0.0, -0.0, 1.0, -2.5, math.nan, math.inf, -math.inf, 1e300, 2.0**53, 7.0]
_TEXTS = [None, "", "a", "A", " ab ", "0", "-7", "1.5", "é", "ß😀", "aa", "nan", "x,y,z"]
_LISTS = [None, [], [1], [3, 1, 2, 1], [None, 1], [2**63 - 1, 1], [0]]
_WORDS = [None, [], ["a"], ["b", "a", ""], ["a", None], ["é", "aa"]]
_BOOLS = [None, True, False]
_VALUES = [of for of in (_INTS, _FLOATS, _TEXTS, _DAYS, _BOOLS) for _ in range(2)]

KINDS = {
    "int": ("n", "m"),
    "float": ("x", "y"),
    "str": ("s", "t"),
    "date": ("d", "e"),
    "bool": ("b", "c"),
    "list": ("xs", "[n, 1]"),
    "words": ("ss", "s.split('a')"),
    "timedelta": ("d - e", "datetime.timedelta(days=n)"),
    "tuple": ("(n, s)", "(m, t)"),
    "set": ("set(xs)", "{1, n}"),
    "match": ("re.match('a', s)", "re.search('[0-9]', t)"),
    "none": ("None", "None"),
    "1": ("1", "-3"),
    "0.0": ("0.0", "float('nan')"),
    "'a'": ("'a'", "''"),
    "day": ("datetime.date(2024, 2, 29)", "datetime.date(1, 1, 1)"),
    "True": ("True", "False"),
    "(1,)": ("(1, 'a')", "()"),
    "[1]": ("[1, 2]", "[]"),
    "span": ("datetime.timedelta(days=1)", "datetime.timedelta(0)"),
    "dict": ("{1: 'a', 2: None}", "{'a': 1, '': 0}"),
    "either": ("(n if b else x)", "(s if s else None)"),
    "or": ("(n or 5)", "(s and t)"),
    "test": ("(n < m)", "(s == t)"),
    "item": ("ss[0]", "xs[-1]"),
}
"""Two expressions of every type."""
WITHOUT_COLUMNS = {
    "Decimal": ("Decimal(n or 0)", "Decimal('1.50')"),
    "bytes": ("s.encode()", "b'a'"),
    "datetime": ("datetime.datetime(2024, 2, 29, 12)", "datetime.datetime.combine(d, MORNING)"),
    "time": ("datetime.time(1, 2)", "datetime.time(0, 0)"),
    "dict of columns": ("{s: n, 'a': x}", "{n: 1}"),
    "range": ("range(n % 5)", "range(3)"),
    "frozenset": ("frozenset([n])", "frozenset()"),
    "Counter": ("Counter(s)", "Counter(xs)"),
    "nested": ("[[n], [m, 1]]", "{'a': [s]}"),
    "large": ("10**20", "-(2**64)"),
    "iterator": ("iter(xs)", "zip(xs, s)"),
    "defaultdict": ("defaultdict(list)", "defaultdict(int, {1: 2})"),
    "exception": ("ValueError('a')", "KeyError(n)"),
    "pattern": ("re.match('(a)', 'a')", "re.compile('a')"),
}

_CALLS = """
bool str repr len abs int float round sum min max sorted list any all
math.floor math.sqrt math.isnan math.isinf ord hex
"""
_ATTRIBUTES = "days year upper() strip() isoformat() group() total_seconds() weekday()"
_OPERATORS = "+ - * / // % & | ^ >> == != < <= > >= or and"
UNARY = [
    *(f"{of}({{a}})" for of in _CALLS.split()),
    *(f"({{a}}).{of}" for of in _ATTRIBUTES.split()),
    *("not {a}", "'y' if {a} else 'z'", "'{{}}'.format({a})", "'%s' % ({a},)", "-({a})", "+({a})"),
    *("~({a})", "({a}) is None", "({a}) == None", "isinstance({a}, int)", "({a}) or 'q'"),
    *("isinstance({a}, (str, float))", "({a}) and 5", "[v for v in {a}]", "len(set({a}))"),
    *("({a})[0]", "({a})[-1]", "({a})[1:]", "({a})[::-1]", "','.join(str(v) for v in {a})"),
    *("{a} in (None, 1, 'a')", "{{1: 'x', 'a': 'y', None: 'z'}}.get({a}, 'w')"),
    *("{{1: 'x', 'a': 'y'}}[{a}]", "[{a}].count({a})", "max({a}, {a})"),
]
BINARY = [
    *(f"{{a}} {of} {{b}}" for of in _OPERATORS.split()),
    *("({a}) in ({b})", "({a}) not in ({b})", "min({a}, {b})", "max({a}, {b})"),
    *("{a} if {b} else None", "({a}, 1) < ({b}, 2)", "[{a}] == [{b}]", "({a}, 1) == ({b}, 1)"),
]
METHODS = [
    *("xs.count({a})", "xs.index({a})", "({a}) in xs", "({a}) in ss", "(xs or [0])[{a}]"),
    *("s.find({a})", "s.count({a})", "s.replace('a', {a})", "s.startswith({a})", "s.zfill({a})"),
    *("s.split({a})[0]", "s.strip({a})", "s[{a}:]", "s[:{a}]", "s * ({a})", "'-'.join([s, {a}])"),
    *("round(x, {a})", "datetime.date(2024, 1, {a})", "d.replace(day={a})", "sum([1, {a}])"),
    *("min([{a}, 2])", "any([{a}, s])", "int(({a}) or 0)", "len(xs + [{a}])", "({a}) in (n, s)"),
    *("len([v for v in xs if v == ({a})])", "any(v == ({a}) for v in ss)", "str(({a}) or '')"),
    *(
        "range(3)[{a}]",
        "[n, m][{a}]",
        "(s, t)[{a}]",
        "s.rsplit(',', {a})[-1]",
        "(s or '').join({a})",
    ),
    *("{{n: 1}}.get({a})", "max(xs, default=({a}))", "sorted([m, {a}])[0]", "divmod(n, {a})[0]"),
]
TEMPLATES = {"unary": UNARY, "binary": BINARY, "methods": METHODS}
ERRORS = "TypeError ZeroDivisionError OverflowError ValueError AttributeError IndexError KeyError"


@dataclass(frozen=True)
class OfKinds:
    """A function, and its expected results by the numbers of the rows."""

    expression: str
    function: Callable[..., Any]
    returns: str
    expected: dict[int, Any]


def rows(count: int, seed: int = 5) -> list[tuple[Any, ...]]:
    """Return rows of random values; the first row has only nulls."""
    rng = random.Random(seed)
    columns = [*_VALUES, _LISTS, _WORDS]
    some = [tuple(rng.choice(of) for of in columns) for _ in range(count - 1)]
    return [(i, *row) for i, row in enumerate([(None,) * len(columns), *some])]


def expressions(
    templates: list[str], count: int, seed: int, kinds: Iterable[tuple[str, str]] = KINDS.values()
) -> Iterator[str]:
    """Return up to this number of the expressions; another seed chooses others."""
    kinds = list(kinds)
    every = [
        template.format(a=f"({a})", b=f"({b})")
        for template in templates
        for a in (of[at] for of in kinds for at in (0, 1))
        for b in ([of[1] for of in kinds] if "{b}" in template else ["0"])
    ]
    every = list(dict.fromkeys(every))
    yield from random.Random(seed).sample(every, min(count, len(every)))


def _returns(values: list[Any]) -> str | None:
    """Return Spark's type for all values; None if no such type has columns."""
    types = {type(v) for v in values if v is not None}
    plain = {float: "double", bool: "boolean", str: "string", datetime.date: "date"}
    if types == {int}:
        return "bigint" if all(v is None or -(2**63) <= v < 2**63 for v in values) else None
    return plain.get(types.pop()) if len(types) == 1 else None


def _sources(expression: str, of: list[tuple[Any, ...]]) -> Iterator[tuple[str, str, dict]]:
    """Return bodies of functions, their results' types, and CPython's own results."""
    space = {"datetime": datetime, "re": re, "math": math}
    compute = eval(f"lambda {', '.join(NAMES)}: {expression}", space)
    values, errors = {}, {}
    for row in of:
        try:
            values[row[0]] = compute(*row)
        except MemoryError:
            return
        except Exception as e:
            errors[row[0]] = type(e).__name__
    if errors and set(errors.values()) <= set(ERRORS.split()):
        handlers = "".join(f"    except {e}:\n        return '{e}'\n" for e in ERRORS.split())
        end = "    return 'none' if v is None else 'ok'"
        body = f"    try:\n        v = {expression}\n{handlers}{end}"
        results = {i: "none" if v is None else "ok" for i, v in values.items()}
        yield body, "string", {**results, **errors}
    for kind in {type(v): 0 for v in values.values() if v is not None}:
        those = {i: v for i, v in values.items() if v is None or type(v) is kind}
        returns = _returns(list(those.values()))
        if returns:
            others = sorted({row[0] for row in of} - set(those))
            guard = f"    if i in {set(others)}:\n        return None\n" if others else ""
            yield f"{guard}    return {expression}", returns, those


_IMPORTS = """import datetime
import math
import re
from collections import Counter, defaultdict
from decimal import Decimal

MORNING = datetime.time(1, 2, 3)
"""


def _module(bodies: list[str]) -> str:
    names = ", ".join(NAMES)
    functions = [f"def f{at}({names}):\n{body}" for at, body in enumerate(bodies, 1)]
    return "\n\n".join([_IMPORTS, *functions]) + "\n"


def functions(
    folder: Path, name: str, chosen: Iterable[str], of: list[tuple[Any, ...]]
) -> list[OfKinds]:
    """Write functions of the expressions into a module of a folder, and import it."""
    sources = [
        (expression, *source) for expression in chosen for source in _sources(expression, of)
    ]
    bodies = [body for _, body, *_ in sources]
    module = imported(folder, name, _module(bodies))
    return [
        OfKinds(expression, getattr(module, f"f{at}"), returns, expected)
        for at, (expression, _, returns, expected) in enumerate(sources, 1)
    ]


def texts(folder: Path, name: str, chosen: Iterable[str]) -> list[tuple[str, Callable[..., str]]]:
    """Write functions that return the expressions' values as texts, and import them."""
    some = list(chosen)
    bodies = [f"    return repr({of})" for of in some]
    module = imported(folder, name, _module(bodies))
    return [(of, getattr(module, f"f{at}")) for at, of in enumerate(some, 1)]
