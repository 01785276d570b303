# SPDX-License-Identifier: Apache-2.0

"""Spark's own API for Java UDFs, ``registerJavaFunction``, which every session has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rapids_udfs.catalogue.function_info import FunctionInfo

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def takes_class(function: FunctionInfo) -> bool:
    """Return whether the API can express the function's calls: it knows fixed arities only."""
    return not function.varargs


def why_not(function: FunctionInfo) -> str | None:
    """Return the reason why the API cannot express a function; None if it can."""
    if function.dependent_result:
        return "its result type depends on its arguments, which only the extension can express"
    if not takes_class(function):
        return "it takes any number of arguments, which needs the extension"
    return None


def register_class(spark: SparkSession, function: FunctionInfo, sql_name: str) -> None:
    """Create a temporary function of a function's class, whatever the name stood for before."""
    # The API needs one type even if it depends on the arguments.
    returns = "void" if function.dependent_result else function.returns
    spark.udf.registerJavaFunction(sql_name, function.class_name, returns)
