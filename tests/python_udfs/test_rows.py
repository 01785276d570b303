# SPDX-License-Identifier: Apache-2.0

"""``Row`` objects that a compiled UDF creates, as results and within the function."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from pyspark.sql import Row

from harness.session import COMPILED_TRANSPORTS
from rapids_udfs.errors import NotCompiledError
from rapids_udfs.testing import assert_same_as_python

PAIR = "struct<name:string,size:int>"
Pair = Row("name", "size")
ORIGIN = Row(name="", size=0)


def in_order(s):
    return Row(name=s, size=len(s))


def by_position(s):
    return Row(size=s.upper(), name=len(s))


def too_many(s):
    return Row(name=s, size=len(s), more=1)


def nested(s):
    return Row(name=s, inner=Row(a=1, b=s[:1]) if s else None)


def in_a_list(s):
    return [Row(name=part, size=i) for i, part in enumerate(s.split(","))]


def used_within(s):
    row = Row(name=s, size=len(s))
    name, size = row
    seen = [row.name == name, row["size"] == size, row[1], len(row), "name" in row]
    seen.append(row == (s, size))
    return f"{row} {seen} {sorted(row.asDict())}"


def missing_field(s):
    try:
        return Row(name=s).size
    except AttributeError as e:
        return f"no {e}"


def without_names(s):
    return Row(s, len(s))


def without_names_within(s):
    row = Row(s, len(s))
    return f"{row} {row[0]} {len(row)} {s in row} {'name' in row} {row == (s, len(s))}"


def of_a_class(s):
    return Pair(s, len(s))


def of_a_class_inside(s):
    kind = Row("first", "second")
    row = kind(s, Row("size")(len(s)))
    return f"{row} {row.first} {row['second']} {'size' in row} {kind} {sorted(row.asDict())}"


def rows_by_a_class(s):
    return [Pair(c, i) for i, c in enumerate(s)] + [ORIGIN]


def missing_key(s):
    try:
        return Row(name=s)["size"]
    except ValueError as e:
        return f"no {e}"


def no_row_of_sparks(s):
    url = urlsplit(f"http://{s}/a")
    try:
        return url["netloc"]
    except TypeError as e:
        return f"{e} {'netloc' in url} {'http' in url} {url.netloc == s}"


CASES = [
    (in_order, PAIR),
    (by_position, PAIR),
    (too_many, PAIR),
    (nested, "struct<name:string,inner:struct<a:int,b:string>>"),
    (in_a_list, f"array<{PAIR}>"),
    (used_within, "string"),
    (missing_field, "string"),
    (missing_key, "string"),
    (without_names, PAIR),
    (without_names_within, "string"),
    (no_row_of_sparks, "string"),
    (of_a_class, PAIR),
    (of_a_class_inside, "string"),
    (rows_by_a_class, f"array<{PAIR}>"),
]


@pytest.mark.parametrize("transport", COMPILED_TRANSPORTS)
@pytest.mark.parametrize(("function", "returns"), CASES, ids=lambda v: getattr(v, "__name__", ""))
def test_same_as_python(spark, function, returns, transport):
    rows = [("",), ("a,b",), ("é,",), (None,)]
    assert_same_as_python(
        *(function, ["string"], returns), spark=spark, rows=rows, transport=transport, examples=40
    )


NOT_COMPILED = {
    "no value": lambda s: Row(),
    "names for some": lambda s: Row(s, size=1),
    "too few values": lambda s: Row("name", "size")(s),
    "as a value": lambda s: next(map(Row, [s])),
}


@pytest.mark.parametrize("what", NOT_COMPILED)
def test_functions_that_stay_in_python(spark, what):
    with pytest.raises(NotCompiledError, match="Row"):
        assert_same_as_python(NOT_COMPILED[what], ["string"], PAIR, spark=spark)
