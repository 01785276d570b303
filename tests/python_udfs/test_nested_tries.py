# SPDX-License-Identifier: Apache-2.0

"""Nested ``try`` statements: variables that outer handlers read, and causes."""

from __future__ import annotations

import json

import pytest

from rapids_udfs.errors import NotCompiledError
from rapids_udfs.testing import assert_same_as_python


def in_else(a):
    try:
        try:
            try:
                a *= len(" ")
            except IndexError:
                a = 7
            else:
                a = int("\n" in "1.5")
            a = ord("a"[a][-2])
        except IndexError:
            pass
    finally:
        a = a + 0
    return a


def after_the_inner_one(a):
    try:
        try:
            a += 1
        except TypeError:
            a = 5
        a = str(a)
        a = int(a + "x")
    except ValueError:
        return f"{a}!"
    return str(a)


def in_the_inner_handler(a):
    try:
        try:
            a = a // (a % 2)
        except ZeroDivisionError:
            a = [a]
        a = a + 1
    except TypeError:
        return f"{a}?"
    return str(a)


def three_deep(a):
    try:
        try:
            try:
                a += 1
            finally:
                a = a * 2
            a = f"{a}"
            a = a.index("7")
        except ValueError:
            a = a + "-"
            a = int(a)
    except ValueError:
        return a
    return f"found at {a}"


def from_a_failing_cause(a):
    try:
        try:
            return str(10 // (a - 1))
        except ZeroDivisionError as e:
            if a == 1:
                raise KeyError(a) from e
        raise KeyError from ValueError("abc"[a])
    except IndexError as e:
        return str(e)
    except KeyError as e:
        return repr(e)


def left_by_continue(a):
    e = "before"
    for v in (0, a):
        try:
            10 // v
        except ZeroDivisionError as e:  # noqa: F841 (read below)
            continue
    return str(e)


def left_by_break(a):
    e = "before"
    while True:
        try:
            a += 10 // (a - 1)
            e = "within"
            if a > 3:
                break
        except ZeroDivisionError as e:
            for n in (1, 2):
                if n > 1:
                    break
            a = len(str(e))
            break
    return str(e)


@pytest.mark.parametrize(
    "function",
    [
        *(in_else, after_the_inner_one, in_the_inner_handler, three_deep, from_a_failing_cause),
        *(left_by_continue, left_by_break),
    ],
    ids=lambda f: f.__name__,
)
def test_same_as_python(spark, function):
    returns = "bigint" if function is in_else else "string"
    assert_same_as_python(
        function, ["bigint"], returns, spark=spark, rows=[1, 2, 3, 36, 370, None], examples=30
    )


def read_by_an_outer_handler(a):
    e = None
    try:
        try:
            10 // a
        except ZeroDivisionError as e:
            raise KeyError(a) from e
    except KeyError:
        return repr(e)
    return ""


def read_by_finally(a):
    e = None
    try:
        10 // a
    except ZeroDivisionError as e:  # noqa: F841 (read below)
        return "0"
    finally:
        a = repr(e)
    return a


def nested_kinds(a):
    try:
        return str(10 // a)
    except (ValueError, (ZeroDivisionError, TypeError)):  # noqa: B030 (the point of it)
        return "error"


def from_the_system(a):
    return str(OSError(a, "gone"))


def of_json(a):
    raise json.JSONDecodeError("no", "text", a)


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (read_by_an_outer_handler, "which its handler has deleted"),
        (read_by_finally, "which its handler has deleted"),
        (nested_kinds, "except with a nested tuple"),
        (from_the_system, r"OSError\(\) of these arguments"),
        (of_json, r"JSONDecodeError\(\) of these arguments"),
    ],
)
def test_functions_that_stay_in_python(spark, function, reason):
    with pytest.raises(NotCompiledError, match=reason):
        assert_same_as_python(function, ["bigint"], "string", spark=spark)
