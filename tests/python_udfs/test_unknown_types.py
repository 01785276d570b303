# SPDX-License-Identifier: Apache-2.0

"""Values whose type only the row determines, and values that change while they are read."""

from __future__ import annotations

import datetime
import functools
import html
import itertools
from collections import Counter, namedtuple
from urllib.parse import urlsplit

import pytest

from rapids_udfs.errors import NotCompiledError
from rapids_udfs.testing import assert_same_as_python


def later(t):
    moved = t + datetime.timedelta(hours=1)
    either = t if t.hour else t.date()
    return moved.isoformat() + {"t": t}["t"].isoformat(" ", "seconds") + either.isoformat()


def flattened(numbers):
    groups = {}
    for n in numbers:
        groups.setdefault((n or 0) % 2, []).append(n)
    total = sum((Counter({n: 1}) for n in numbers), Counter())
    return str((sum((groups[k] for k in sorted(groups)), []), len(total)))  # noqa: RUF017


def live(numbers):
    numbers = [*numbers, 1]
    turned = reversed(numbers)
    numbers[0] = 99
    return str(list(turned))


def grouped(text):
    rest, out = iter(text), []
    for _, group in itertools.groupby(rest):
        out += [next(group), next(rest, "-")]
    keyed = [(k, len(list(g)) if k else 0) for k, g in itertools.groupby(text, key=str.isalpha)]
    return "".join(out) + str(keyed)


def shrinking(n):
    one = {"set": {n}}["set"]
    try:
        for x in one:
            one.remove(x)
    except RuntimeError as e:
        return str(e)
    return "none"


def escaped(text):
    try:
        return html.escape(text)
    except AttributeError:
        return "no text"


def day_of_year(n):
    return str(datetime.datetime.strptime(f"1999 2 30 {n % 300 + 1}", "%Y %m %d %j"))


Part = namedtuple("Part", "name size")


def as_dict(text):
    part = Part(text, len(text or ""))
    either = {"p": part}["p"]
    try:
        return str((part._asdict(), either._asdict()["size"]))
    except AttributeError as e:
        return str(e)


CASES = {
    as_dict: ["string"],
    later: ["timestamp"],
    flattened: ["array<int>"],
    live: ["array<int>"],
    grouped: ["string"],
    shrinking: ["int"],
    day_of_year: ["int"],
}


@pytest.mark.parametrize("function", CASES, ids=lambda f: f.__name__)
def test_same_as_python(spark, function):
    assert_same_as_python(function, CASES[function], "string", spark=spark, examples=60)


def test_an_unsuitable_argument_raises_the_same_error(spark):
    report = assert_same_as_python(escaped, ["string"], "string", spark=spark, examples=40)
    assert report.rows > 30


@functools.lru_cache
def shown(x):
    return repr(x)


REFUSED = {
    "a named tuple's _replace": lambda s, x: str(Part(s, 1)._replace(size=2)),
    "a slice of a range": lambda s, x: str(list(range(4)[::-1])),
    "geturl": lambda s, x: urlsplit(s).geturl(),
    "a method of the class": lambda s, x: s.translate(s.maketrans("ab", "cd")),
    "a cache of floats": lambda s, x: shown(x),
}


@pytest.mark.parametrize("what", REFUSED)
def test_stays_in_python(spark, what):
    with pytest.raises(NotCompiledError):
        assert_same_as_python(REFUSED[what], ["string", "double"], "string", spark=spark)
