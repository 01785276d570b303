# SPDX-License-Identifier: Apache-2.0

"""The last closed group of a match, and operations that show the order of a set."""

from __future__ import annotations

import re

import pytest

import rapids_udfs
from harness.session import COMPILED_TRANSPORTS
from rapids_udfs.errors import NotCompiledError
from rapids_udfs.testing import assert_same_as_python

TOKENS = re.compile(r"(?P<number>\d+(\.\d*)?)|(?P<name>[a-z]\w*)|(?P<blank>\s+)|(?P<other>.)")
NESTED = re.compile(r"((a)(b)?)|(?P<c>c(d)?)|e(f)?|g")
REPEATED = re.compile(r"(?:((a)b?)|(b)|(?P<c>c)|.)+")
EMPTY = re.compile(r"(?:()x|(b))+")


def tokens(s):
    return " ".join(f"{m.lastgroup}={m.group()}" for m in TOKENS.finditer(s))


def last(s):
    m = NESTED.search(s)
    return f"{m.lastindex} {m.lastgroup}" if m else None


def last_of_repeated(s):
    named = REPEATED.sub(lambda m: m.lastgroup or "-", s)
    return f"{[m.lastindex for m in REPEATED.finditer(s)]} {named}"


@pytest.mark.parametrize("transport", COMPILED_TRANSPORTS)
@pytest.mark.parametrize("function", [tokens, last, last_of_repeated], ids=lambda f: f.__name__)
def test_the_last_group(spark, function, transport):
    texts = ["a = 1.5 + b1", "", "a", "ab", "c", "cd", "e", "ef", "g", "h", "xcdab"]
    assert_same_as_python(
        *(function, ["string"], "string"),
        spark=spark,
        rows=[(text,) for text in texts],
        transport=transport,
    )


NOT_COMPILED = {
    "a set as text": (lambda s: str(set(s)), "the order of a set"),
    "a set in an f-string": (lambda s: f"{set(s)}", "the order of a set"),
}


def test_only_a_run_shows_whether_a_group_closed_last(spark):
    last_empty = rapids_udfs.udf(lambda s: EMPTY.match(s).lastindex, "int")
    # PySpark 3.5 has no class for it.
    with pytest.raises(Exception, match=r"UNDECIDED.*which group closed last"):
        spark.createDataFrame([("bx",)], "s string").select(last_empty("s")).collect()


@pytest.mark.parametrize("what", NOT_COMPILED)
def test_functions_that_stay_in_python(spark, what):
    function, reason = NOT_COMPILED[what]
    with pytest.raises(NotCompiledError, match=reason):
        assert_same_as_python(function, ["string"], "string", spark=spark)
