# SPDX-License-Identifier: Apache-2.0

"""The calls of Python UDFs in a query, with samples of their arguments and answers."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rapids_udfs.plans.python_udfs import PythonUdfPlacement, parse
from rapids_udfs.python_udfs.hook import text_of
from rapids_udfs.session.jvm_objects import (
    column,
    datasets,
    inner_queries,
    items,
    planned,
    simple_name,
    to_seq,
)
from rapids_udfs.session.library import entry_point
from rapids_udfs.session.modes import PYTHON_UDFS

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_log = logging.getLogger("rapids_udfs")
_SAMPLED: Final = ("Filter", "Project", "Sort", "Aggregate", "Window")
"""Operators whose expressions are over the rows of their one child."""


class PythonCall(NamedTuple):
    """A call of a Python UDF.

    Attributes:
        name: the UDF's name.
        text: the call as Spark writes it.
        operator: the operator that the call is in.
        sample: the columns ``a0``, ``a1``, … of its arguments and ``answer``, over some rows of the
            query; None if they cannot be computed on their own.
        udf: Spark's expression of the call.
    """

    name: str
    text: str
    operator: str
    sample: DataFrame | None
    udf: Any


def python_calls(spark: SparkSession, plan: Any, rows: int) -> list[PythonCall]:
    """Each distinct call of a Python UDF in a logical plan, with a sample of this many rows.

    Calls in subqueries are left out.
    """
    calls: dict[str, PythonCall] = {}
    for node in _nodes(spark, plan):
        for udf in _udfs(node):
            arguments = ", ".join(str(child) for child in items(udf.children()))
            # Without the ids that Spark gives to columns and results.
            text = re.sub(r"#\d+L?", "", f"{udf.name()}({arguments})")
            if text not in calls:
                operator = simple_name(node)
                can = operator in _SAMPLED and simple_name(udf) == "PythonUDF"
                sample = _sample(spark, node.child(), udf, rows) if can else None
                calls[text] = PythonCall(str(udf.name()), text, operator, sample, udf)
    return list(calls.values())


def _sample(spark: SparkSession, plan: Any, udf: Any, rows: int) -> DataFrame | None:
    from pyspark.errors import AnalysisException
    from pyspark.sql import DataFrame

    columns = [column(spark, child).alias(f"a{i}") for i, child in enumerate(items(udf.children()))]
    columns.append(column(spark, udf).alias("answer"))
    try:
        first_rows = datasets(spark).ofRows(spark._jsparkSession, plan).limit(rows)
        return DataFrame(first_rows.select(to_seq(spark, columns)), spark)
    except AnalysisException:
        return None  # for instance, an argument is an aggregate


def _nodes(spark: SparkSession, plan: Any) -> Iterator[Any]:
    yield plan
    for child in [*items(plan.children())] or inner_queries(spark, plan):
        yield from _nodes(spark, child)


def _udfs(node: Any) -> Iterator[Any]:
    expressions = [*items(node.expressions())]
    while expressions:
        expression = expressions.pop(0)
        if simple_name(expression) in ("PythonUDF", "PythonUDAF"):
            yield expression
        expressions += items(expression.children())


def compiled_answers(spark: SparkSession, sample: DataFrame, udf: Any) -> DataFrame | None:
    """The answers of a UDF, compiled, to a sample of its arguments; None if it cannot be."""
    from pyspark.sql import DataFrame

    _send_program(spark, udf)
    # Settings of a clone affect nobody else.
    session = spark._jsparkSession.cloneSession()
    session.conf().set(PYTHON_UDFS, "compile")
    plan = sample._jdf.queryExecution().analyzed()
    arguments = [plan.output().apply(i) for i in range(udf.children().size())]
    call = column(spark, udf.withNewChildren(to_seq(spark, arguments)))
    frame = datasets(spark).ofRows(session, plan)
    answers = frame.select(to_seq(spark, [call.alias("compiled")]))
    execution = planned(spark, session, answers.queryExecution().analyzed())
    report = parse(str(entry_point(spark).pythonUdfsJson(execution, False)))
    if [call.udf.where for call in report] != [PythonUdfPlacement.ROWS]:
        return None
    return DataFrame(answers, spark)


def _send_program(spark: SparkSession, udf: Any) -> None:
    """Give the JVM the program of a UDF that is older than the setting that compiles UDFs."""
    from pyspark.serializers import CPickleSerializer

    library = entry_point(spark)
    command = None if library.isPythonProgram(udf.func()) else library.pythonCommand(udf)
    if command is None:
        return
    try:
        function, _ = CPickleSerializer().loads(bytes(command))  # type: ignore[no-untyped-call]
        library.pythonProgram(udf.func(), text_of(function))
    except Exception:
        _log.debug("a function could not be read back", exc_info=True)
