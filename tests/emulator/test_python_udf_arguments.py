# SPDX-License-Identifier: Apache-2.0

"""In columns: the order of arguments, their keywords, and the texts of exceptions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from harness.columnar_runs import run

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def cause(a, b):
    try:
        raise KeyError(int(a)) from ValueError(b[3])
    except IndexError:
        return -1
    except TypeError:
        return -2
    except KeyError:
        return -3
    except ValueError:
        return -4


def cause_of_a_class(a, b):
    try:
        raise KeyError from ValueError(b[3])
    except IndexError:
        return -1
    except TypeError:
        return -2
    except KeyError:
        return -3


def handled_cause(a, b):
    try:
        try:
            return int(a)
        except ValueError as e:
            raise KeyError(b) from e
    except TypeError:
        return -2
    except KeyError:
        return -3


def zipped(a, b):
    try:
        return len([x + y for x, y in zip(a, b[3])])  # noqa: B905 (the default is the point)
    except IndexError:
        return -1
    except TypeError:
        return -2


def enumerated(a, b):
    try:
        return sum(i for i, x in enumerate(a[1], int(b)) if x)
    except IndexError:
        return -1
    except TypeError:
        return -2
    except ValueError:
        return -3


def enumerated_in_a_loop(a, b):
    total = 0
    try:
        for i, x in enumerate(a, int(b)):
            total += i if x > "a" else 1
    except TypeError:
        return -2
    except ValueError:
        return -3
    return total


def ranged_in_a_loop(a, b):
    total = 0
    try:
        for i in range(SIZES.get(a), int(b)):
            total += i
    except TypeError:
        return -2
    except ValueError:
        return -3
    return total


def greatest(a, b):
    try:
        return len(max(a, key=ord, default=b[3]))
    except IndexError:
        return -1
    except TypeError:
        return -2


def an_object(a, b):
    return isinstance(a, object) + 2 * isinstance(b, (int, str))


SIZES = {"": 0, "7": 2, "abc": 3}


def sought_from(a, b):
    try:
        return a.find("b", SIZES.get(b))
    except AttributeError:
        return -2


def kept_by_none(a, b):
    try:
        return len(list(filter(None, a.split("b"))))
    except AttributeError:
        return -2


def enumerated_from_none(a, b):
    try:
        return sum(i for i, x in enumerate(a, SIZES.get(b)) if x)
    except TypeError:
        return -2


def assigned_at_none(a, b):
    try:
        parts = a.split("b")
        try:
            parts[SIZES.get(b)] = "xyz"
        except IndexError:
            return -1
        return len("".join(parts))
    except AttributeError:
        return -3
    except TypeError:
        return -2


def converted_and_aligned(a, b):
    try:
        return len(f"{SIZES.get(a)!s:5}|{b!s:>3}|{b!s}")
    except TypeError:
        return -2


TEXTS = [None, "", "7", "abc", "12345", "x", "é"]
FUNCTIONS = [cause, cause_of_a_class, handled_cause, zipped, enumerated]
FUNCTIONS += [enumerated_in_a_loop, ranged_in_a_loop, greatest, an_object, sought_from]
FUNCTIONS += [kept_by_none, enumerated_from_none, assigned_at_none, converted_and_aligned]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_the_order_of_arguments(spark: SparkSession, function) -> None:
    rows = [(a, b) for a in TEXTS for b in TEXTS]
    ran = run(spark, function, "bigint", "a string, b string", rows)
    assert ran.results == [function(*row) for row in rows]


def added(a, b):
    return sum((len(a), len(b)), start=5)


def of_base(a, b):
    return int(a or b, base=16)


def mapped_by_none(a, b):
    try:
        return len(list(map(None, a)))
    except TypeError:
        return -1


@pytest.mark.parametrize("function", [added, of_base, mapped_by_none])
def test_keywords_without_a_form(spark: SparkSession, function) -> None:
    rows = [("ab", "1"), ("", "12"), ("0f", "")]
    ran = run(spark, function, "bigint", "a string, b string", rows, where="rows")
    assert ran.results == [function(*row) for row in rows]
