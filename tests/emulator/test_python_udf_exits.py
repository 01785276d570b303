# SPDX-License-Identifier: Apache-2.0

"""In columns, rows that leave a loop or an iteration in nested statements do not come back."""

from __future__ import annotations

import pytest

import rapids_udfs
from harness.in_columns import ALWAYS
from rapids_udfs import PythonUdfPlacement, explain
from rapids_udfs.testing import frames


def nested_break(s):
    n = 0
    for c in s:
        if c.isdigit():
            n += int(c)
            if n > 2:
                break
        else:
            n += 1
    return str(n)


def break_alone(s):
    out = ""
    for c in s:
        if c.isdigit():
            out = out + c * 2
            if len(out) > 4:
                break
    return out


def nested_return(s):
    t = ""
    for c in s:
        t += c
        if c.isdigit():
            if c == "0":
                return t
            t += "d"
        else:
            t += "e"
    return "end" + t


def break_of_while(s):
    n = 0
    i = 0
    while i < len(s):
        i += 1
        if s[i - 1] != "1":
            n += 1
            if n > 1:
                break
    return f"{n}{i}"


def break_in_a_handler(s):
    b = 0
    for c in s:
        try:
            int(c)
        except ValueError:
            b += 1
            if b > 1:
                break
        else:
            b = 0
    return str(b)


def continue_and_break(s):
    n = 0
    for c in s:
        if c == " ":
            if n > 1:
                continue
            n += 5
        elif c == "0":
            break
        n += 1
    return str(n)


def continue_deep(s):
    n = 0
    for c in s:
        if c.isdigit():
            if c > "1":
                if c == "2":
                    continue
                n += 100
            n += 10
        n += 1
    return str(n)


def else_after_nested_break(s):
    for c in s:
        if c.isdigit():
            if c == "0":
                break
        elif c == "b":
            return "b"
    else:
        return "none"
    return "zero"


def return_after_ifs(s):
    if s:
        if s[0] == "1":
            return "one"
        t = "other"
    else:
        t = "empty"
    return t + str(len(s))


def turned_around(s):
    xs = list(s)
    i, j = 0, len(xs) - 1
    while i < j:
        xs[i], xs[j] = xs[j], xs[i]
        i += 1
        j -= 1
    return "".join(xs)


def sorted_by_swaps(s):
    xs = [ord(c) for c in s]
    for i in range(len(xs) - 1):
        if xs[i] > xs[i + 1]:
            xs[i], xs[i + 1] = xs[i + 1], xs[i]
    return ",".join(str(x) for x in xs)


def item_as_a_target(s):
    xs = ["-", "+"]
    for xs[0] in s:
        pass
    return "".join(xs)


EXITS = [nested_break, break_alone, nested_return, break_of_while, break_in_a_handler]
EXITS += [continue_and_break, continue_deep, else_after_nested_break, return_after_ifs]
ITEMS = [turned_around, sorted_by_swaps, item_as_a_target]
TEXTS = ["", "1234", "2222", "00", "a0b0", "a b", "0", "0 1", "a1b", "1", "22132", "  10", "xyz"]


@pytest.mark.parametrize("function", EXITS + ITEMS, ids=lambda f: f.__name__)
def test_same_as_python(spark, function) -> None:
    rows = spark.createDataFrame([(text,) for text in TEXTS], "s string").coalesce(1)
    with frames.settings(spark, ALWAYS):
        df = rows.select(rapids_udfs.udf(function, "string")("s").alias("x"))
        (of,) = explain(df).python_udfs
        # Functions whose loops assign items may run row by row.
        if function in EXITS:
            assert of.where is PythonUdfPlacement.COLUMNS, str(of)
        assert [r.x for r in df.collect()] == list(map(function, TEXTS)), str(of)


def listed_in_a_loop(s):
    for c in s:
        if c.isdigit():
            return [c, s]
    return [s]


def test_a_list_returned_within_a_loop_stays_in_rows(spark) -> None:
    rows = spark.createDataFrame([(text,) for text in TEXTS], "s string").coalesce(1)
    with frames.settings(spark, ALWAYS):
        df = rows.select(rapids_udfs.udf(listed_in_a_loop, "array<string>")("s").alias("x"))
        (of,) = explain(df).python_udfs
        assert of.where is PythonUdfPlacement.ROWS, str(of)
        assert of.reason == "a list that is returned within a loop"
        assert [r.x for r in df.collect()] == list(map(listed_in_a_loop, TEXTS))
