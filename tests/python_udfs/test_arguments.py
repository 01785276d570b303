# SPDX-License-Identifier: Apache-2.0

"""Arguments that become Python values only when needed; hashes and escapes of strings."""

from __future__ import annotations

import datetime
import hashlib
import math
from decimal import Decimal
from functools import partial
from urllib.parse import unquote_plus

import pytest

from harness.session import COMPILED_TRANSPORTS
from rapids_udfs.testing import assert_same_as_python

MAPS = [
    ({"page": "home", "lang": None},),
    ({"": "empty", "é": "ü", "𝄞": "𝄞"},),
    ({"a": "1", "b": "2", "c": "3", "d": "4", "e": "5", "f": "6"},),
    ({},),
]


def looked_up(labels):
    return f"{labels.get('page', 'none')} {'lang' in labels} {labels.get('lang')}"


def required(labels):
    return labels["page"].upper()


def looked_up_often(labels):
    return "".join(str(labels.get(key)) for key in "abcdefabcdef")


def looked_up_then_changed(labels):
    first = labels.get("a")
    labels["a"] = "changed"
    del labels["b"]
    return f"{first} {labels.get('a')} {'b' in labels} {len(labels)} {sorted(labels)}"


def looked_up_by_others(labels):
    return f"{labels.get(1)} {labels.get(None)} {labels.get(('a',))} {labels.get('?')}"


@pytest.mark.parametrize(
    "f", [looked_up, required, looked_up_often, looked_up_then_changed, looked_up_by_others]
)
def test_entries_of_maps(spark, f):
    rows = [*MAPS, ({"?": "question"},)]
    assert_same_as_python(f, ["map<string,string>"], "string", rows=rows, examples=60, spark=spark)


def keys_in_order(a, b, c, d, e, f, g):
    texts = [str(k) for k in a] + [str(k) for k in b] + [str(k) for k in c] + [str(k) for k in d]
    return texts + [str(k) for k in e] + [str(k) for k in f] + [str(k) for k in g]


def folded(labels, groups):
    """Lower-case the keys; of equal keys, the last one counts."""
    last = ";".join({key.lower(): key for key in labels}.values())
    return last + ",".join(key for group in groups for key in group)


KEYS = {
    "string": ["Abc", "aBC", "abC", "127.0.0.1", "x y", "", "\u00e9", "\U0001d11e", "AaAa", "BBBB"],
    "int": [5, -1, 100_000, 65_536, 16, 0, -70_000],
    "bigint": [5, -1, 2**40, -(2**40), 16, 0],
    "double": [1.5, -2.0, 1e300, 0.1, 7.0],
    "boolean": [True, False],
    "date": [datetime.date(2024, 2, 29), datetime.date(1969, 12, 31), datetime.date(1, 1, 1)],
    "decimal(10,2)": [Decimal("1.50"), Decimal("-7.25"), Decimal("99999999.99")],
}


@pytest.mark.parametrize("transport", COMPILED_TRANSPORTS)
def test_the_order_of_maps(spark, transport) -> None:
    """Pickled, the entries have the order of Java's hash map; over Arrow, that of the column."""
    same = partial(assert_same_as_python, spark=spark, transport=transport, examples=60)
    types = [f"map<{key},int>" for key in KEYS]
    rows = [
        tuple(dict.fromkeys(keys[i:] + keys[:i][::-1], 1) for keys in KEYS.values())
        for i in (0, 1, 2, 9)
    ]
    same(keys_in_order, types, "array<string>", rows=rows)
    some = [row[0] for row in rows]
    same(folded, [types[0], f"array<{types[0]}>"], "string", rows=[(m, some) for m in some])


def lists_of_maps(groups):
    groups.get("a").append(7)
    return sum(groups["a"]) + len(groups.get("a"))


def test_changed_values_stay_the_same_objects(spark):
    rows = [({"a": [1, 2]},), ({"b": [1], "a": []},)]
    types = ["map<string,array<int>>"]
    assert_same_as_python(lists_of_maps, types, "int", rows=rows, examples=30, spark=spark)


def keys_of_numbers(names):
    return f"{names.get(1)} {names.get(True)} {names.get(2.0)} {names.get('1')}"


def test_keys_that_are_not_strings(spark):
    rows = [({1: "one", 2: "two"},)]
    types = ["map<int,string>"]
    assert_same_as_python(keys_of_numbers, types, "string", rows=rows, examples=30, spark=spark)


def parts_of_days(first, last):
    return f"{(last - first).days} {first.year} {last.month} {first < last} {first == last} {first}"


def test_dates(spark):
    first, last = datetime.date(1, 1, 1), datetime.date(9999, 12, 31)
    rows = [(first, last), (last, first), (first, first)]
    assert_same_as_python(parts_of_days, ["date", "date"], "string", rows=rows, spark=spark)


def parts_of_times(first, last):
    return f"{first.year} {last.hour} {(last - first).days} {first.date()} {last.time()} {first}"


def mixed(day, at):
    return (day - at).days


def test_timestamps(spark):
    types = ["timestamp_ntz", "timestamp_ntz"]
    assert_same_as_python(parts_of_times, types, "string", spark=spark)
    report = assert_same_as_python(mixed, ["date", "timestamp_ntz"], "int", spark=spark)
    assert report.errors == report.rows


def hashed(text):
    both = hashlib.sha256(text.encode())
    first = both.hexdigest()
    both.update(b"more")
    both.update(b"")
    return first + both.hexdigest() + hashlib.md5().hexdigest()


def test_hash_objects_that_are_updated(spark):
    assert_same_as_python(hashed, ["string"], "string", rows=["", "é?", "𝄞"], spark=spark)


def unquoted(text):
    return unquote_plus(text) + unquote_plus(f"%41{text}%e2%82%ac%e2{text}%8%%C3%A9")


def test_escapes(spark):
    rows = ["", "%", "%4", "%e2%82", "é%C3", "a+b%2Bc", "%C3é%A9", "%ff%41", "𝄞%F0%9D%84%9E"]
    assert_same_as_python(unquoted, ["string"], "string", rows=rows, spark=spark)


def of_floats(x):
    found = []
    try:
        found.append(f"{math.sqrt(x)}")
        found.append(f"{math.log(x):.12g}")
        found.append(f"{math.exp(x):.12g}")
    except (ValueError, OverflowError) as e:
        found.append(str(e))
    try:
        found.append(f"{math.sin(x):.12g} {math.cos(x):.12g} {math.atan(x):.12g}")
        found.append(f"{math.radians(x)} {math.asin(x):.12g}")
    except ValueError as e:
        found.append(str(e))
    return "; ".join(found)


def test_math_of_floats(spark):
    edges = [0.0, -0.0, 1.0, -1.0, 1.0000001, 709.0, 710.0, 5e-324, 1e308, float("inf")]
    rows = [*edges, float("-inf"), float("nan"), 0.5, -0.5]
    assert_same_as_python(of_floats, ["double"], "string", rows=rows, spark=spark)
