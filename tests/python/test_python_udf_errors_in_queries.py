# SPDX-License-Identifier: Apache-2.0

"""Errors of compiled Python UDFs in queries, beside those of Python workers."""

from __future__ import annotations

import functools
import re

import pytest
from pyspark.errors import PythonException
from pyspark.sql.functions import udf

import rapids_udfs
from harness.session import SPARK
from rapids_udfs import explain


def functions():
    """Functions that workers get by value: they cannot import this module."""

    def again(n):
        try:
            return 10 // n
        except ZeroDivisionError:
            raise

    def as_it_was(n):
        try:
            return 10 // n
        except ZeroDivisionError as e:
            n += 1
            raise e

    def of_another(n):
        try:
            return again(n)
        except ZeroDivisionError:
            raise

    return again, as_it_was, of_another


def raised(spark, python_udf) -> str:
    with pytest.raises(PythonException) as error:
        spark.range(1).select(python_udf("id")).collect()
    return str(error.value)


@pytest.mark.parametrize("function", functions(), ids=lambda f: f.__name__)
def test_the_line_is_sparks(spark, function) -> None:
    def places(text: str) -> list[str]:
        return re.findall(rf'File "{re.escape(__file__)}", (line \d+, in \w+)', text)

    plain = places(raised(spark, udf(function, "int").asNondeterministic()))
    compiled = places(raised(spark, rapids_udfs.udf(function, "int")))
    assert plain[-1:] == compiled


@pytest.mark.skipif(SPARK.version < "4.2", reason="before Spark 4.2 the text has other first lines")
def test_the_first_line_is_sparks(spark) -> None:
    again, *_ = functions()
    plain = raised(spark, udf(again, "int").asNondeterministic())
    compiled = raised(spark, rapids_udfs.udf(again, "int"))
    assert plain.strip().splitlines()[0] == compiled.strip().splitlines()[0]


def test_an_error_with_a_character_of_a_later_unicode(spark) -> None:
    compiled = rapids_udfs.udf(lambda s: {"a": 1}[s], "int")
    # PySpark 3.5 has no class for it.
    with pytest.raises(Exception, match=r"UNDECIDED.*<lambda>.*line .*U\+1FAE0"):
        spark.createDataFrame([("\U0001fae0",)], "s string").select(compiled("s")).collect()


@functools.lru_cache
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def test_a_cached_function_that_calls_itself_stays_in_python(spark) -> None:
    cached = rapids_udfs.udf(lambda n: fibonacci(n), "bigint")
    (explained,) = explain(spark.range(90).select(cached("id"))).python_udfs
    assert "fibonacci, which is cached and calls itself" in str(explained)
