# SPDX-License-Identifier: Apache-2.0

"""Columns compute all rows at once, but with the results of Python's order of evaluation."""

from __future__ import annotations

import pytest

import rapids_udfs
from harness.in_columns import ALWAYS
from rapids_udfs import PythonUdfPlacement, explain
from rapids_udfs.testing import frames


def rotated(s):
    xs = s.split(" ")
    xs.append(xs.pop(0))
    return " ".join(xs)


def added(s):
    stack = [0, 0]
    for token in s.split():
        stack.append(stack.pop() + stack.pop() if token == "x" else len(token))
    return str(stack[-1]) + "/" + str(len(stack))


def moved(s):
    xs = ["p", s]
    xs += [xs.pop(), xs.pop(0)]
    return ",".join(xs)


def pushed_in_a_handler(s):
    q = ["1", s]
    try:
        q.append(str(int(q.pop(0)) + int(q.pop(0))))
    except ValueError:
        q.append("bad")
    return ",".join(q)


def concatenated(s):
    xs = ["a", s]
    return "".join(xs + [xs.pop()])  # noqa: RUF005


def counted(s):
    xs = ["a", s, "a"]
    return str(xs.count(xs.pop()))


def until_zero(s):
    total = 0
    try:
        for n in (int(w) for w in (s[:1], s[1:2], s[2:])):
            if n == 0:
                break
            total += n
    except ValueError:
        return "-1"
    return str(total)


def kept_at_a_failure(s):
    t = ""
    try:
        for c in (s[i] for i in range(4)):
            t += c
    except IndexError:
        return t + "!"
    return t


def any_of_a_list(s):
    try:
        return str(any([int(w) == 1 for w in (s[:1], s[1:2], s[2:])]))  # noqa: C419
    except ValueError:
        return "bad"


def all_of_a_list(s):
    xs = s.split()
    try:
        return str(all([xs[i] != "1" for i in (0, 1)]))  # noqa: C419
    except IndexError:
        return "short"


def next_of_a_list(s):
    try:
        return next([w for w in s.split()], "none")  # noqa: C416
    except TypeError:
        return "type"


def assigned_in_a_display(s):
    n = 0
    for x in ((n := n + 1), (n := n * 2)):
        n += x
    return str(n) + s


def assigned_in_an_argument(s):
    n = 0
    size = len({(n := n + 1), len(s)})
    return str((n, size))


def which_error(s):
    values = {"1": 1, "0": None}
    try:
        return str(sum(values[w] for w in (s[:1], s[1:2])))
    except KeyError:
        return "key"
    except TypeError:
        return "type"


def which_error_of_the_least(s):
    try:
        return str(min(int(w) if w != "x" else None for w in (s[:1], s[1:2], s[2:])))
    except ValueError:
        return "value"
    except TypeError:
        return "type"


def assigned_to_none(s):
    xs = s.split() if s else None
    try:
        xs[0] = "a"
    except TypeError:
        return "type"
    except AttributeError:
        return "attribute"
    return " ".join(xs)


def extended_none(s):
    xs = s.split() if s else None
    try:
        xs += ["a"]
    except TypeError:
        return "type"
    except AttributeError:
        return "attribute"
    return " ".join(xs)


PROGRAMS = [rotated, added, moved, pushed_in_a_handler, concatenated, counted, until_zero]
PROGRAMS += [kept_at_a_failure, any_of_a_list, all_of_a_list, next_of_a_list]
PROGRAMS += [assigned_in_a_display, assigned_in_an_argument, which_error]
PROGRAMS += [which_error_of_the_least, assigned_to_none, extended_none]
IN_COLUMNS = {"rotated", "added", "pushed_in_a_handler", "until_zero", "any_of_a_list"}
TEXTS = ["1", "10x", "1xx", "x", "3 x 4 x", "0", "12", "111", "x12", "a b", "1 2 1", "abcd"]


@pytest.mark.parametrize("function", PROGRAMS, ids=lambda f: f.__name__)
def test_same_as_python(spark, function) -> None:
    def or_error(s):
        try:
            return function(s)
        except Exception as e:
            return type(e).__name__

    rows = spark.createDataFrame([(text,) for text in TEXTS], "s string").coalesce(1)
    with frames.settings(spark, ALWAYS):
        df = rows.select(rapids_udfs.udf(function, "string")("s").alias("x"))
        (of,) = explain(df).python_udfs
        if function.__name__ in IN_COLUMNS:
            assert of.where is PythonUdfPlacement.COLUMNS, str(of)
        if "Error" not in " ".join(map(or_error, TEXTS)):
            assert [r.x for r in df.collect()] == list(map(function, TEXTS)), str(of)
            return
        for text in TEXTS:
            one = rows.where(rows.s == text).select(rapids_udfs.udf(function, "string")("s"))
            wanted = or_error(text)
            if wanted.endswith("Error"):
                with pytest.raises(Exception, match=wanted):
                    one.collect()
            else:
                assert one.collect() == [(wanted,)], text
