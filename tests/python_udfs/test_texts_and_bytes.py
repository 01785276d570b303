# SPDX-License-Identifier: Apache-2.0

"""Parts of strings split at blanks, methods of bytes, and operations that no row decides."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from pyspark.errors import PythonException
from pyspark.sql import functions as F

import rapids_udfs
from harness.session import SPARK
from rapids_udfs.errors import NotCompiledError
from rapids_udfs.testing import assert_same_as_python

BINARY_AS_BYTES = pytest.mark.skipif(
    SPARK.version < "4.1", reason="BINARY arguments are bytearray objects before Spark 4.1"
)
BLANKS = ["  a b  c  ", "a b ", " a b", "  a  ", "", "  ", "a", " a\t0", "\x1ca\x85b\xa0"]
BYTES = [
    b"",
    b" a\x1cb ",
    b"Abc aBC\x0b\x1c\x85",
    bytes(range(256)),
    b"a\r\nb\rc\n",
    b"-5",
    b"\xc3\xa4",
]


def split(text):
    return str([text.split(None, 1), text.split(maxsplit=2), text.split(None, 0)])


def split_from_the_end(text):
    return str([text.rsplit(None, 1), text.rsplit(maxsplit=0), text.rsplit(None, 5)])


NAMES = [
    "_",
    "a_1",
    "1a",
    "a b",
    "\u00e9\u0301",
    "\u037a",
    "\u0e33",
    "a\u0e33",
    "\uff9f",
    "a\uff9f",
    "a\u2e2f",
]
NAMES += [
    "\u2118",
    "a\u00b7",
    "\u00b7",
    "a\u0387",
    "\ufe70",
    "a\ufe71",
    "\ud800",
    "\U00020000",
    "a\xad",
    "if",
]


def identifier(text):
    return text.isidentifier()


def padded(n):
    return f"{n:2}|{n:3d}|{n:02}|{n:05d}|{n:9d}|{n:0d}|{n:1}|{n:-4d}"


def character(text):
    return "%c%3c" % (text[:1] or "-", len(text) + 65)  # noqa: UP031


def host(text):
    return urlsplit("http://" + text.strip()).netloc


@pytest.mark.parametrize(
    "function", [split, split_from_the_end, character], ids=lambda f: f.__name__
)
def test_same_as_python(spark, function):
    assert_same_as_python(function, ["string"], "string", spark=spark, rows=BLANKS, examples=60)


def test_identifiers(spark):
    assert_same_as_python(identifier, ["string"], "boolean", spark=spark, rows=NAMES, examples=60)


def test_padded_numbers(spark):
    rows = [0, -1, 9, -10, 99_999, -(2**63), 2**63 - 1]
    assert_same_as_python(padded, ["bigint"], "string", spark=spark, rows=rows, examples=60)


def test_a_cached_function_of_python_is_an_operation(spark):
    assert_same_as_python(host, ["string"], "string", spark=spark, rows=["a/b?c"], examples=20)


def searched(b):
    found = [b.find(b"a"), b.rfind(97), b.count(b"b", 1), b.startswith((b" ", b"A"), 0, 3)]
    return str([*found, b.partition(b"b"), b.rpartition(b"b"), b.replace(b"a", b"__", 1)])


def parts(b):
    whole = [
        b.split(),
        b.rsplit(None, 1),
        b.split(b"a", 1),
        b.splitlines(True),
        b.strip(),
        b.lstrip(b" aA"),
    ]
    return str([*whole, b.removeprefix(b" a"), b.removesuffix(b" "), b", ".join(b.split(b"b"))])


def changed(b):
    cases = [b.lower(), b.upper(), b.title(), b.capitalize(), b.swapcase()]
    table = bytes.maketrans(b"ab", b"xy")
    filled = [b.center(9, b"*"), b.ljust(4), b.rjust(5), b.zfill(4), b.expandtabs(4)]
    return str([*cases, *filled, b.translate(table, b"c"), bytes.fromhex("0a ff") + bytes(b)])


def judged(b):
    kinds = [b.isalpha(), b.isdigit(), b.isalnum(), b.isspace(), b.isascii()]
    return str([*kinds, b.isupper(), b.islower(), b.istitle()])


@BINARY_AS_BYTES
@pytest.mark.parametrize("function", [searched, parts, changed, judged], ids=lambda f: f.__name__)
def test_bytes(spark, function):
    rows = [(b,) for b in BYTES]
    assert_same_as_python(function, ["binary"], "string", spark=spark, rows=rows, examples=60)


UNDECIDED = {
    "a locale": lambda n, s, b: f"{n:n}",
    "a width": lambda n, s, b: "%*d" % (n, n),  # noqa: UP031
    "an encoding": lambda n, s, b: s.encode("cp1252").hex(),
    "bytes %": lambda n, s, b: str(b"%s" % b),
}


@BINARY_AS_BYTES
@pytest.mark.parametrize("what", UNDECIDED)
def test_operations_that_no_row_decides_stay_in_python(spark, what):
    with pytest.raises(NotCompiledError):
        assert_same_as_python(UNDECIDED[what], ["int", "string", "binary"], "string", spark=spark)


def two_billion_blanks(s):
    return s.ljust(2_000_000_000) if len(s) < 0 else s


def test_compiling_tries_no_call_that_exceeds_the_memory(spark):
    assert_same_as_python(two_billion_blanks, ["string"], "string", spark=spark, examples=20)


def two(a, b="x"):
    return f"{a}-{b}"


@pytest.mark.skipif(SPARK.version < "4", reason="Spark 3.5's UDFs take no arguments by name")
def test_arguments_by_name_that_two_calls_share(spark):
    udf = rapids_udfs.udf(two, "string")
    frame = spark.createDataFrame([("p", 3)], "a string, n int")
    calls = udf(b=F.col("n"), a="a").alias("x"), udf("a", b="n").alias("y")
    assert frame.select(*calls).collect() == [("p-3", "p-3")]


def test_an_error_in_another_file_names_it(spark):
    from python_udfs import helpers

    def of_helper(text):
        return helpers.ratio(text)

    def of_inner(text):
        return helpers.opened(text)

    frame = spark.createDataFrame([("",)], "text string")
    with pytest.raises(PythonException, match=rf'helpers.py", line {helpers.LINE}, in ratio'):
        frame.select(rapids_udfs.udf(of_helper, "int")("text")).collect()
    (udf,) = rapids_udfs.explain(
        frame.select(rapids_udfs.udf(of_inner, "string")("text"))
    ).python_udfs
    assert udf.reason.endswith(f"(of {helpers.__file__})")
