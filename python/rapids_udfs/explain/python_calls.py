# SPDX-License-Identifier: Apache-2.0

"""The calls of Python UDFs in a query, with samples of their arguments and answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rapids_udfs.session.jvm_objects import column, datasets, items, simple_name, to_seq

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_ARGUMENTS_AND_ANSWER: Final = ("Filter", "Project", "Sort", "Aggregate", "Window")
"""Operators whose expressions are over the rows of their one child."""


class PythonCall(NamedTuple):
    """A call of a Python UDF.

    Attributes:
        name: the UDF's.
        text: the call, as Spark writes it.
        operator: where it is, as Spark's plan names it.
        sample: the columns ``a0``, ``a1``, … of its arguments and ``answer`` of its answers, over
            some rows of the query; None if they cannot be computed on their own.
    """

    name: str
    text: str
    operator: str
    sample: DataFrame | None


def python_calls(df: DataFrame, rows: int) -> list[PythonCall]:
    """Each distinct call of a Python UDF in a query, with a sample of this many rows.

    Calls in subqueries are left out.
    """
    found: dict[str, PythonCall] = {}
    for node in _nodes(df._jdf.queryExecution().analyzed()):
        for udf in _udfs(node):
            if (text := _text(udf)) not in found:
                operator = simple_name(node)
                sample = None
                if operator in _ARGUMENTS_AND_ANSWER and simple_name(udf) == "PythonUDF":
                    sample = _sample(df.sparkSession, node.child(), udf, rows)
                found[text] = PythonCall(str(udf.name()), text, operator, sample)
    return list(found.values())


def _sample(spark: SparkSession, rows_of: Any, udf: Any, rows: int) -> DataFrame | None:
    from pyspark.errors import AnalysisException
    from pyspark.sql import DataFrame

    columns = [column(spark, child).alias(f"a{i}") for i, child in enumerate(items(udf.children()))]
    columns.append(column(spark, udf).alias("answer"))
    try:
        few = datasets(spark).ofRows(spark._jsparkSession, rows_of).limit(rows)
        return DataFrame(few.select(to_seq(spark, columns)), spark)
    except AnalysisException:
        return None  # for instance, an argument is an aggregate


def _text(udf: Any) -> str:
    """A call without the ids that Spark gives to columns and results."""
    arguments = ", ".join(str(child) for child in items(udf.children()))
    return re.sub(r"#\d+L?", "", f"{udf.name()}({arguments})")


def _nodes(plan: Any) -> Iterator[Any]:
    yield plan
    for child in items(plan.children()):
        yield from _nodes(child)


def _udfs(node: Any) -> Iterator[Any]:
    """The Python UDFs of an operator's expressions, outer ones first."""
    to_see = list(items(node.expressions()))
    while to_see:
        expression = to_see.pop(0)
        if simple_name(expression) in ("PythonUDF", "PythonUDAF"):
            yield expression
        to_see += items(expression.children())
