# SPDX-License-Identifier: Apache-2.0

"""Python UDFs and helpers of the tests that call compiled UDFs in queries.

Python workers import this module: it needs nothing but this package and pytest.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pyspark.errors import PySparkException
from pyspark.sql import functions as F
from pyspark.sql import types as T

import rapids_udfs
from rapids_udfs._py4j import Py4JJavaError
from rapids_udfs.session.modes import PYTHON_UDFS

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

Make = Callable[["SparkSession"], "DataFrame"]
JAVA_ERRORS = (PySparkException, Py4JJavaError)
"""Of a query; PySpark 3.5 converts few of them."""


def double_it(x):
    return None if x is None else x * 2


def is_even(x):
    return x is not None and x % 2 == 0


def word(x):
    return f"w{x % 3}"


twice = F.udf(double_it, T.LongType())
even = F.udf(is_even, T.BooleanType())
name = F.udf(word, T.StringType())


def plan_of(df: DataFrame) -> str:
    """The physical plan, with that of cached data; adaptive plans as they are before they run."""
    return str(df._jdf.queryExecution().executedPlan())


def runs_python(df: DataFrame) -> bool:
    return re.search("EvalPython|PythonUDF|ArrowPython", plan_of(df)) is not None


def rows(df: DataFrame) -> list[Any]:
    return sorted(map(tuple, df.collect()), key=repr)


def calls(session: SparkSession) -> int:
    return sum(counts.row_calls for counts in rapids_udfs.counters(session).values())


def same(session: SparkSession, make: Make) -> list[Any]:
    """The rows of a query that is compiled, which Python gives as well."""
    session.conf.set(PYTHON_UDFS, "compile")
    frame = make(session)
    assert not runs_python(frame)
    result = rows(frame)
    session.conf.set(PYTHON_UDFS, "off")
    assert result == rows(make(session))
    session.conf.set(PYTHON_UDFS, "compile")
    return result
