# SPDX-License-Identifier: Apache-2.0

"""Functions of Python's modules with None: a handler sees CPython's own error."""

from __future__ import annotations

import datetime
import html
import re
import unicodedata
from collections import Counter
from urllib.parse import urlparse, urlsplit

import pytest
from pyspark.sql.functions import udf

import rapids_udfs
from harness.session import with_compiled_arrow
from rapids_udfs.testing import assert_same_as_python

TEXTS = [None, "", "a&b", "é😀", "http://www.X.com:80/p;c?q=1#f", "0aff", "\\g<0>"]


def escaped(s):
    try:
        return html.escape(s)
    except AttributeError as e:
        return str(e)


def normalized(s):
    try:
        return unicodedata.normalize("NFC", s) + unicodedata.normalize(s, "a")
    except (TypeError, ValueError) as e:
        return str(e)


def from_hex(s):
    try:
        return repr(bytes.fromhex(s))
    except (TypeError, ValueError) as e:
        return str(e)


def as_pattern(s):
    try:
        return re.escape(s)
    except TypeError as e:
        return str(e)


def replaced(s):
    try:
        return re.sub("a", s, "banana")
    except (TypeError, re.error) as e:
        return str(e)[:20]


def parts(s):
    url = urlparse(s)
    return repr(url) + repr(url.hostname) + repr(url.port) + repr(urlsplit(s).path)


def of_other_scheme(s):
    try:
        return repr(urlparse(s, "http"))
    except TypeError as e:
        return str(e)


def combined(s):
    day = None if s is None else datetime.date(2024, 2, 29)
    try:
        return str(datetime.datetime.combine(day, s and datetime.time(1, 2)))
    except TypeError as e:
        return str(e)


def counted(s):
    return str(Counter({"a": 1, "b": s})) + str(Counter(s or ""))


FUNCTIONS = [
    combined,
    counted,
    escaped,
    normalized,
    from_hex,
    as_pattern,
    replaced,
    parts,
    of_other_scheme,
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_same_as_python(spark, function):
    assert_same_as_python(function, ["string"], "string", spark=spark, rows=TEXTS, examples=20)


@with_compiled_arrow
def test_the_host_of_a_null_url(spark):
    def host(s):  # not from this module, which workers cannot import
        return urlparse(s).netloc

    frame = spark.createDataFrame([(None,), ("http://a.b/c",)], "s string").coalesce(1)
    compiled, original = (of(host, "string", useArrow=True) for of in (rapids_udfs.udf, udf))
    (none, some) = frame.select(compiled("s").alias("host")).collect()
    assert (none.host, some.host) == ("b''", "a.b")
    assert frame.select(original("s").alias("host")).collect() == [none, some]
