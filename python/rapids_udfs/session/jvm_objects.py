# SPDX-License-Identifier: Apache-2.0

"""The JVM's collections and Spark's datasets, by Py4J."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from rapids_udfs.session.library import has_class, jvm_class

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_CLASSIC: Final = "org.apache.spark.sql.classic"
_COMMAND: Final = "org.apache.spark.sql.catalyst.plans.logical.Command"


def simple_name(java_object: Any) -> str:
    """The name of an object's class, without its package."""
    return str(java_object.getClass().getSimpleName())


def items(sequence: Any) -> Iterator[Any]:
    """The elements of a Scala ``Seq``."""
    return map(sequence.apply, range(sequence.size()))


def to_seq(spark: SparkSession, elements: Iterable[Any]) -> Any:
    """A Scala ``Seq`` of elements."""
    python_utils = jvm_class(spark, "org.apache.spark.api.python.PythonUtils")
    return python_utils.toSeq(java_list(spark, elements))


def java_list(spark: SparkSession, elements: Iterable[Any]) -> Any:
    """A Java list of elements."""
    java = jvm_class(spark, "java.util.ArrayList")()
    for element in elements:
        java.add(element)
    return java


def planned(spark: SparkSession, session: Any, plan: Any) -> Any:
    """A ``QueryExecution`` of a logical plan; unlike ``Dataset.ofRows`` it runs no command."""
    modes = jvm_class(spark, "org.apache.spark.sql.execution.CommandExecutionMode")
    return session.sessionState().executePlan(plan, modes.SKIP())


def inner_queries(spark: SparkSession, plan: Any) -> list[Any]:
    """The queries inside a command such as ``CREATE … AS``; Spark plans them when it runs it."""
    command = jvm_class(spark, "java.lang.Class").forName(_COMMAND)
    if not command.isInstance(plan):
        return []
    if plan.children().isEmpty():
        return [*items(plan.innerChildren())]
    has_query = any(method.getName() == "query" for method in plan.getClass().getMethods())
    return [plan.query()] if has_query else []


def datasets(spark: SparkSession) -> Any:
    """The class ``Dataset``."""
    classic = f"{_CLASSIC}.Dataset"  # from Spark 4.0 on
    name = classic if has_class(spark, classic) else "org.apache.spark.sql.Dataset"
    return jvm_class(spark, name)


def column(spark: SparkSession, expression: Any) -> Any:
    """A Scala ``Column`` of an expression of Catalyst."""
    of_expressions = f"{_CLASSIC}.ExpressionUtils"  # from Spark 4.0 on
    if has_class(spark, of_expressions):
        return jvm_class(spark, of_expressions).column(expression)
    return jvm_class(spark, "org.apache.spark.sql.Column")(expression)
