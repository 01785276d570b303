# SPDX-License-Identifier: Apache-2.0

"""Methods that are passed to sorted, min, max and map, such as ``key=counts.get``."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

import rapids_udfs
from rapids_udfs.errors import NotCompiledError
from rapids_udfs.testing import assert_same_as_python

ORDER = ["b", "a", "c"]
MAPS = [{"a": 1, "b": 2}, {"a": 1, "b": 1}, {}, None, {"c": 5}, {"b": None, "a": 3}, {"zz": 1}]


def greatest(m):
    return max(m, key=m.get)


def ranked(m):
    return ",".join(sorted(m, key=m.get, reverse=True)) if m else None


def in_order(m):
    return ",".join(sorted(m or {}, key=ORDER.index))


def found(m):
    return str(list(map(m.get, ["a", "zz"])))


def or_none(m):
    try:
        return str(max(["a"], key=m.get))
    except AttributeError as e:
        return str(e)


def most_common(m):
    counts = Counter((m or {}).values())
    return str(max(counts, key=counts.get, default=-1))


def mode(m):
    values = list((m or {}).values())
    return str(max(values, key=values.count, default=0))


def bound_before(m):
    values = [1, 2, 1]
    return str(max([2, 1], key=values.count)) + str(m is None)


def texts(m):
    return str(sorted(["ba", "ab", "b"], key="ab".find))


@pytest.mark.parametrize(
    "function",
    [greatest, ranked, in_order, found, or_none, most_common, mode, bound_before, texts],
    ids=lambda f: f.__name__,
)
def test_same_as_python(spark, function):
    types = ["map<string,bigint>"]
    assert_same_as_python(function, types, "string", spark=spark, rows=MAPS, examples=40)


def of_a_set(m):
    values = list((m or {}).values())
    return str(max(set(values), key=values.count)) if values else None


def changing(m):
    out = []
    list(map(out.append, m or {}))
    return str(out)


@pytest.mark.parametrize("function", [of_a_set, changing])
def test_functions_that_stay_in_python(spark, function):
    with pytest.raises(NotCompiledError):
        assert_same_as_python(function, ["map<string,bigint>"], "string", spark=spark)


def grouped(text):
    groups = defaultdict(list)
    for word in (text or "-").split():
        groups[len(word)].append(word)
    return f"{groups}{[int, str]}"


def test_the_text_of_a_defaultdict_names_its_factory(spark):
    assert_same_as_python(grouped, ["string"], "string", spark=spark, examples=40)
    assert rapids_udfs.udf(grouped, "string").func("a") == (
        "defaultdict(<class 'list'>, {1: ['a']})[<class 'int'>, <class 'str'>]"
    )
