# SPDX-License-Identifier: Apache-2.0

"""Lists and dictionaries that are changed while they are sorted, read or shared."""

from __future__ import annotations

import datetime
import json
from collections import Counter
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

import pyspark
import pytest
from pyspark.sql.functions import udf

import rapids_udfs
from rapids_udfs.python_udfs import install
from rapids_udfs.session.modes import PYTHON_UDFS
from rapids_udfs.testing import assert_same_as_python

# Not from harness.session: Python workers import this module and lack that package.
USING_ARROW = [False, True] if pyspark.__version__ >= "4.1" else [False]


def by_frequency(words):
    words = [w or "" for w in words]
    words.sort(key=lambda w: -words.count(w))
    seen = []
    words.sort(key=lambda w: seen.append(len(words)) or w, reverse=True)
    return str((words, seen))


def grown_while_sorted(words):
    words = [w or "" for w in words]
    try:
        words.sort(key=lambda w: words.append(w) or w)
    except ValueError as e:
        return str((e, words))
    return str(words)


def ended(words):
    words = list(words)
    several = [iter(words), enumerate(words), map(str, words), zip(words, words), iter(words)]  # noqa: B905
    for one in several[:4]:
        for _ in one:
            pass
    words.append("more")
    try:
        while True:
            next(several[0])
    except StopIteration:
        words.append("still more")
    return str([list(one) for one in several])


def unpacked(words):
    rest = iter(words)
    try:
        a, b = rest
    except ValueError as e:
        return str((str(e), list(rest)))
    return str((a, b, list(rest)))


def ended_pairs(counts):
    counts = dict(counts)
    keys = iter(counts)
    found = list(keys)
    counts["one more"] = 1
    return str((found, next(keys, "end"), list(keys)))


def positive(words):
    counts = Counter(words)
    counts.subtract(["a", "a", "b"])
    return str((sorted((+counts).items(), key=str), sorted((-counts).items(), key=str)))


def named_values(x):
    return {0: "zero", 1.5: "one and a half"}.get(x, "other")


def rounded(n, amount):
    rule = ROUND_HALF_UP if n else ROUND_HALF_EVEN
    try:
        return amount.quantize(Decimal("1"), rounding=rule if n != 3 else "half")
    except TypeError as e:
        return Decimal(len(str(e)))


def of_ordinal(n):
    try:
        return datetime.date.fromordinal(n)
    except (TypeError, ValueError, OverflowError):
        return None


def why_not_json(text):
    try:
        return str(json.loads(text))
    except json.JSONDecodeError as e:
        return f"{e.msg} at {e.pos}, line {e.lineno}, column {e.colno}"
    except TypeError:
        return "no text"


CASES = {
    by_frequency: (["array<string>"], "string"),
    grown_while_sorted: (["array<string>"], "string"),
    ended: (["array<string>"], "string"),
    unpacked: (["array<string>"], "string"),
    ended_pairs: (["map<string,int>"], "string"),
    positive: (["array<string>"], "string"),
    named_values: (["double"], "string"),
    rounded: (["int", "decimal(10,2)"], "decimal(10,0)"),
    of_ordinal: (["int"], "date"),
    why_not_json: (["string"], "string"),
}


@pytest.mark.parametrize("function", CASES, ids=lambda f: f.__name__)
def test_same_as_python(spark, function):
    types, returns = CASES[function]
    report = assert_same_as_python(function, types, returns, spark=spark, examples=60)
    assert report.rows > 40


def values(m):
    return m.values()


def pairs(m):
    return zip(m.keys(), m.values())  # noqa: B905


def test_iterables_as_arrays(spark):
    types = ["map<string,bigint>"]
    if True in USING_ARROW:
        assert_same_as_python(values, types, "array<bigint>", transport="arrow", spark=spark)
    pair = "array<struct<k:string,v:bigint>>"
    assert_same_as_python(pairs, types, pair, transport="pickled", spark=spark)


def same(a, b):
    a.append(1)
    return len(b)


def sorts(words):
    words.sort(reverse=True)
    return words[0]


def first(words):
    return words[0]


def inner(lists):
    for one in lists:
        one.append(0)
    return len(lists)


def sizes(lists):
    return sum(len(one) for one in lists)


def counted(words):
    counts, groups = {}, {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
        groups.setdefault(len(word), []).append(word)
    return f"{len(counts)} {len(groups)}"


DATA = "SELECT array(1, 2) AS n, array('a', 'b') AS w, array(array(1), array()) AS nested"


@pytest.mark.parametrize("use_arrow", USING_ARROW)
def test_a_shared_list_that_a_function_may_change_stays_in_python(spark, use_arrow):
    install()

    def as_udf(f, returns):
        return udf(f, returns, useArrow=use_arrow)

    frame = spark.sql(DATA)
    twice = frame.select(as_udf(same, "int")("n", "n").alias("s"))
    both = frame.select(as_udf(sorts, "string")("w").alias("a"), as_udf(first, "string")("w"))
    deep = frame.select(as_udf(inner, "int")("nested").alias("a"), as_udf(sizes, "int")("nested"))
    results = {}
    for mode in ("off", "compile"):
        spark.conf.set(PYTHON_UDFS, mode)
        results[mode] = [f.select("*").collect() for f in (twice, both, deep)]
    assert results["compile"] == results["off"]
    for query, name in ((twice, "same"), (both, "sorts"), (deep, "inner")):
        for said in rapids_udfs.explain(query).python_udfs:
            assert str(said.where) == "python"
            assert f"which {name} may change" in said.reason
    alone = frame.select(
        as_udf(sorts, "string")("w").alias("a"), as_udf(counted, "string")("w").alias("b")
    )
    assert {str(said.where) for said in rapids_udfs.explain(alone).python_udfs} == {"python"}
    fine = frame.select(
        as_udf(sorts, "string")("w"),
        as_udf(same, "int")("n", "nested"),
        as_udf(sizes, "int")("nested"),
    )
    assert "python" not in {str(said.where) for said in rapids_udfs.explain(fine).python_udfs}
    own = frame.select(as_udf(counted, "string")("w"), as_udf(first, "string")("w"))
    assert "python" not in {str(said.where) for said in rapids_udfs.explain(own).python_udfs}


def in_place(w):
    w += ["z"]
    return w[0]


def an_item(w):
    w[0] = "z"
    return w[0]


def deleted(w):
    del w[0]
    return "".join(w)


def by_another_name(w):
    words = w if w else []
    words.append("z")
    return w[0]


def one_of_two(w):
    words, n = w, 1
    words.append(str(n))
    return w[0]


def within_a_list(w):
    both = [w, []]
    both[0].append("z")
    return w[0]


def within_a_dictionary(w):
    kept = {}
    kept["w"] = w
    kept["w"].append("z")
    return w[0]


def in_a_loop(w):
    for words in [w]:
        words.append("z")
    return w[0]


def grow(words):
    words.append("z")
    return words


def by_a_helper(w):
    return grow(w)[0]


def by_an_inner_function(w):
    def add():
        w.append("z")

    add()
    return w[0]


def perhaps_copied(w):
    if len(w) > 5:
        w = w[:]
    w.append("z")
    return w[0]


def after_a_change(w):
    w.append("z")
    w = list(w)
    return w[0]


CHANGING = [
    *(in_place, an_item, deleted, by_another_name, one_of_two, within_a_list),
    *(within_a_dictionary, in_a_loop, by_a_helper, by_an_inner_function),
    *(perhaps_copied, after_a_change),
]


def copied(w):
    w = [x.strip() for x in w]
    w.sort()
    w.append("z")
    return w[0]


def accumulated(w):
    out, sizes, total = [], {}, 0
    for x in w:
        out.append(x)
        sizes[x] = sizes.get(x, 0) + 1
        total += len(x)
    out.sort()
    return f"{out[0]} {total}"


def grouped_by(w):
    groups = {}
    for x in sorted(w):
        groups.setdefault(x[:1], []).append(x)
    for group in range(3):
        groups[str(group)] = []
    return str(len(groups))


def of_its_parts(w):
    parts = w[0].split(",")
    parts.pop()
    first = w[:1]
    first.extend(parts)
    return first[0]


def counted_if_any(w):
    n = 1 if w else 0
    n += len(w[:1])
    return str(n)


KEEPING = [copied, accumulated, grouped_by, of_its_parts, counted_if_any]


@pytest.mark.parametrize("function", [*CHANGING, *KEEPING], ids=lambda f: f.__name__)
def test_functions_that_may_change_an_argument(spark, function):
    one, other = rapids_udfs.udf(function, "string"), rapids_udfs.udf(first, "string")
    query = spark.sql(DATA).select(one("w").alias("a"), other("w").alias("b"))
    wheres = {str(said.where) for said in rapids_udfs.explain(query).python_udfs}
    assert wheres == {"python"} if function in CHANGING else "python" not in wheres
    alone = rapids_udfs.explain(spark.sql(DATA).select(one("w"))).python_udfs
    assert str(alone[0].where) != "python", "it compiles"
