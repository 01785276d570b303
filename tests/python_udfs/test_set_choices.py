# SPDX-License-Identifier: Apache-2.0

"""Choices from a set: compiled if every order agrees, else undecided or in Python."""

from __future__ import annotations

from collections import defaultdict

import pytest

import rapids_udfs
from rapids_udfs.errors import NotCompiledError
from rapids_udfs.testing import assert_same_as_python


def counting_key(s):
    counts = defaultdict(int)
    first = max(set(s), key=lambda c: (counts[c], c), default=None)
    return str((first, list(counts)))


def key_uses_up(s):
    rest = iter(s)
    return str(max(set(s), key=lambda c: (c in rest, c), default=None))


def kept_by_a_method(s):
    box = []
    box.append(iter(s))
    return str(any(c in box[0] and c == "a" for c in set(s)))


def flag_is_read(s):
    found = False
    for w in set(s.split(",")):
        if not found and int(w) > 2:
            found = True
            break
    return str(found)


def extended(s):
    out = []
    for w in set(s.split(",")):
        out += [w]
    return str(sorted(out))


def added_texts(s):
    text = ""
    for c in set(s):
        text += c
    return str(len(text))


def added_floats(s):
    total = 0.0
    for c in set(s):
        total += len(c)
    return str(total)


def listed_keys(s):
    counts = dict.fromkeys(s, 1)
    return str([k + "!" for k in counts.keys() - {"a"}])


def joined_keys(s):
    counts = dict.fromkeys(s, 1)
    return ",".join(counts.keys() & {"a", "b"})


STAY = [counting_key, key_uses_up, kept_by_a_method, flag_is_read]
STAY += [extended, added_texts, added_floats, listed_keys, joined_keys]


@pytest.mark.parametrize("function", STAY, ids=lambda f: f.__name__)
def test_a_visible_order_stays_in_python(spark, function):
    with pytest.raises(NotCompiledError, match="the order of a set would show"):
        assert_same_as_python(function, ["string"], "string", spark=spark)


def longest(s):
    return str(max([w.lower() for w in set(s.split(","))], key=len))


def shortest(s):
    return str(min((w.lower() for w in set(s.split(","))), key=len, default=None))


def greatest(s):
    return str(max(float(w) if "." in w else int(w) for w in set(s.split(","))))


def once(s):
    return str(sorted(set([float(w) for w in set(s.split(","))])))  # noqa: C403


def frozen_once(s):
    return str(sorted(frozenset(list(float(w) for w in set(s.split(","))))))  # noqa: C400


def tupled_once(s):
    return str(sorted(set(tuple(float(w) for w in set(s.split(","))))))  # noqa: C414


def greatest_pair(s):
    return str(max({(w[0], int(w[1]) if w[1].isdigit() else w[1]) for w in s.split(",")}))


def greatest_by_key(s):
    try:
        return max(set(s.split(",")), key=int)
    except ValueError as e:
        return str(e)


def ordered_by_key(s):
    try:
        return str(sorted(set(s.split(",")), key=int))
    except ValueError as e:
        return str(e)


CHOICES = [
    (longest, ["AB,c", "x", "ab,AB", "a,b,cde"], "AB,cd,ab"),
    (shortest, ["AB,c", "x", "ab,AB,abc"], "AB,cd,ab"),
    (greatest, ["0,-1", "2.5,2", "1,1"], "1.0,1,1.00"),
    (once, ["0,1", "1,1.0"], "0,-0,0.0"),
    (frozen_once, ["0,1", "1,1.0"], "0,-0,0.0"),
    (tupled_once, ["0,1", "1,1.0"], "0,-0,0.0"),
    (greatest_pair, ["d2,c1,c3", "ax,bx"], "d2,c1,cx"),
    (greatest_by_key, ["10,9", "x", "1,x"], "x,y"),
    (ordered_by_key, ["10,9", "x", "1,x"], "x,y"),
]


@pytest.mark.parametrize(("function", "texts", "undecided"), CHOICES, ids=lambda x: str(x)[:20])
def test_only_results_of_every_order_are_decided(spark, function, texts, undecided):
    udf = rapids_udfs.udf(function, "string")
    data = spark.createDataFrame([(text,) for text in texts], "s string").coalesce(1)
    with_udf = data.select(udf("s").alias("x"))
    (of,) = rapids_udfs.explain(with_udf).python_udfs
    assert of.where is rapids_udfs.PythonUdfPlacement.ROWS, str(of)
    assert [r.x for r in with_udf.collect()] == [function(text) for text in texts]
    data = spark.createDataFrame([(undecided,)], "s string")
    # PySpark 3.5 has no class for it.
    with pytest.raises(Exception, match=r"UNDECIDED.*the order of a set"):
        data.select(udf("s")).collect()


def kept_of_a_view(s):
    numbers = dict.fromkeys([1, 2], s)
    pairs = numbers.items() & {(1.0, s), (2, s)}
    return str([sorted(numbers.keys() & {1.0, 2.0}), sorted({1.0, 2.0} & numbers.keys())]) + str(
        [sorted(numbers.keys() & {1.0}), sorted(numbers.keys() & frozenset({1.0, 2.0})), len(pairs)]
    )


def test_a_view_keeps_its_own_elements(spark):
    rows = spark.createDataFrame([("a",)], "s string")
    df = rows.select(rapids_udfs.udf(kept_of_a_view, "string")("s"))
    (of,) = rapids_udfs.explain(df).python_udfs
    assert of.where is rapids_udfs.PythonUdfPlacement.ROWS, str(of)
    assert df.collect() == [(kept_of_a_view("a"),)]
