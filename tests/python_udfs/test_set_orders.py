# SPDX-License-Identifier: Apache-2.0

"""Loops over sets whose order is visible: they stay in Python, or a row is undecided."""

from __future__ import annotations

from collections import defaultdict

import pytest

import rapids_udfs
from rapids_udfs.errors import NotCompiledError
from rapids_udfs.testing import assert_same_as_python

KEYWORDS = {"error", "fail", "fatal", "überlauf"}


def joined(s):
    return ",".join(set(s))


def first_found(s):
    for k in KEYWORDS:
        if k in s:
            return k
    return None


def last_found(s):
    found = None
    for k in KEYWORDS:
        if k in s:
            found = k
    return found


def replaced(s):
    for k in KEYWORDS:
        s = s.replace(k, k[::2])
    return s


def listed(s):
    return str([c.upper() for c in set(s)])


def as_list(s):
    return str(list(set(s)))


def mapped(s):
    return str(sum(map(ord, set(s))))


def keyed(s):
    return str(dict.fromkeys(set(s), 1))


def two_results(s):
    for k in KEYWORDS:
        if k in s:
            return "yes"
        if len(k) > len(s):
            return "longer"
    return "no"


def counted_until(s):
    n = 0
    for k in KEYWORDS:
        n += 1
        if k in s:
            break
    return str(n)


def counter_is_read(s):
    n = 0
    for c in set(s):
        if n < 2 and c.isdigit():
            n += 1
    return str(n)


def remembered(s):
    last = ""
    for c in set(s):
        if c.isdigit():
            last = c
    return last


def kept_between_elements(s):
    n = 0
    previous = "a"
    for c in set(s):
        if c > previous:
            n += 1
        previous = c
    return str(n)


def changed_by_elements(s):
    seen = []
    return str(any(seen.append(c) or len(seen) > 1 for c in set(s)))


def changed_by_a_function(s):
    seen = []

    def is_second(c):
        seen.append(c)
        return c == "a" and len(seen) == 2

    return str(any(is_second(c) for c in set(s)))


def used_up(s):
    rest = iter(s)
    return str(any(c in rest and c == "a" for c in set(s)))


def read_after_the_loop(s):
    c = ""
    for c in set(s):
        if c == "a":
            break
    return c


def partly_counted(s):
    n = 0
    try:
        for c in set(s):
            n += int(c)
    except ValueError:
        pass
    return str(n)


def else_reads_it(s):
    n = 0
    for c in set(s):
        n += ord(c)
    else:
        return c + str(n)


def name_of_an_outer_loop(s):
    out = []
    for c in s.split():
        n = 0
        for c in set(c):  # noqa: B020
            n += ord(c)
        out.append(c + str(n))
    return "".join(out)


def mixed_updates(s):
    n = 0
    for c in set(s):
        n += 1
        n = max(n, ord(c) - 96)
    return str(n)


def read_by_a_closure(s):
    n = 0

    def is_low(c):
        return n < 2 and c < "m"

    for c in set(s):
        if is_low(c):
            n += ord(c)
    return str(n)


def by_a_variable(s):
    seen = []

    def is_second(c):
        seen.append(c)
        return c == "a" and len(seen) == 2

    f = is_second
    return str(any(f(c) for c in set(s)))


def seen_by_a_key(s):
    seen = []
    first = max(set(s), key=lambda c: (seen.append(c), ord(c))[1], default=None)
    return str((first, seen))


def inserted_by_reading(s):
    counts = defaultdict(int)
    n = sum(counts[c] for c in set(s))
    return str((n, list(counts)))


def changed_by_a_method_of_a_class(s):
    seen = []
    return str((any(list.append(seen, c) for c in set(s)), seen))


def temporary(s):
    n = 0
    for c in set(s):
        code = ord(c)
        n += code
    return str(n)


def counted_floats(s):
    n = 0
    for w in set(s.split(",")):
        n += float(w)
    return str(n)


NOT_COMPILED = [joined, first_found, last_found, replaced, listed, as_list, mapped, keyed]
NOT_COMPILED += [two_results, counted_until, counter_is_read, remembered, kept_between_elements]
NOT_COMPILED += [
    changed_by_elements,
    changed_by_a_function,
    used_up,
    read_after_the_loop,
    partly_counted,
    counted_floats,
]


@pytest.mark.parametrize("function", NOT_COMPILED, ids=lambda f: f.__name__)
def test_a_visible_order_stays_in_python(spark, function):
    with pytest.raises(NotCompiledError, match="the order of a set would show"):
        assert_same_as_python(function, ["string"], "string", spark=spark)


def some_fail(s):
    return str(any(int(c) > 2 for c in set(s)))


def kept_of_equal_ones(s):
    return str(sorted({float(w) for w in set(s.split(","))}))


def greatest_of_equal_ones(s):
    return str(max(float(w) for w in set(s.split(","))))


def sum_of_floats(s):
    return str(sum(float(w) for w in set(s.split(","))))


def unlike_errors(s):
    return str(sum(int(w) for w in set(s.split(","))))


def by_a_tied_key(s):
    return str(sorted(set(s.split(",")), key=len))


def nan_in_tuples(s):
    return str(max((float(w), w) for w in set(s.split(","))))


UNDECIDED = [(some_fail, "3x"), (kept_of_equal_ones, "0,-0"), (greatest_of_equal_ones, "0,-0,-1")]
UNDECIDED += [(sum_of_floats, "1,2"), (unlike_errors, "a,b")]
UNDECIDED += [(by_a_tied_key, "a,b"), (nan_in_tuples, "2,nan,1")]


@pytest.mark.parametrize(("function", "text"), UNDECIDED, ids=lambda x: getattr(x, "__name__", ""))
def test_a_result_of_only_some_orders_is_undecided(spark, function, text):
    udf = rapids_udfs.udf(function, "string")
    data = spark.createDataFrame([("1",)], "s string")
    assert data.select(udf("s")).collect() == [(function("1"),)]
    data = spark.createDataFrame([(text,)], "s string")
    # PySpark 3.5 has no class for it.
    with pytest.raises(Exception, match=r"UNDECIDED.*(the order of a set|a sort of nan)"):
        data.select(udf("s")).collect()
