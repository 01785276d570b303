# SPDX-License-Identifier: Apache-2.0

"""The Python UDF of a query itself, compiled, on the rows of a sample."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from rapids_udfs.plans.python_udfs import PythonUdfPlacement, parse
from rapids_udfs.python_udfs.hook import text_of
from rapids_udfs.session.jvm_objects import column, datasets, planned, to_seq
from rapids_udfs.session.library import entry_point
from rapids_udfs.session.modes import PYTHON_UDFS

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_log = logging.getLogger("rapids_udfs")


def compiled(spark: SparkSession, source: DataFrame, udf: Any) -> DataFrame | None:
    """A column of the answers of a UDF, compiled, to a sample; None if it cannot be.

    Args:
        spark: the session.
        source: the sample: a column for each of the UDF's arguments, and more.
        udf: Spark's expression of its call.
    """
    from pyspark.sql import DataFrame

    known_to_jvm(spark, udf)
    # A setting of a clone affects nobody else.
    session = spark._jsparkSession.cloneSession()
    session.conf().set(PYTHON_UDFS, "compile")
    given = source._jdf.queryExecution().analyzed()
    frame = datasets(spark).ofRows(session, given)
    inputs = [given.output().apply(i) for i in range(udf.children().size())]
    call = column(spark, udf.withNewChildren(to_seq(spark, inputs)))
    answers = frame.select(to_seq(spark, [call.alias("compiled")]))
    plan = planned(spark, session, answers.queryExecution().analyzed())
    report = parse(str(entry_point(spark).pythonUdfsJson(plan, False)))
    if [each.where for each in report] != [PythonUdfPlacement.ROWS]:
        return None
    return DataFrame(answers, spark)


def known_to_jvm(spark: SparkSession, udf: Any) -> None:
    """Hand the program of a UDF over that was made before UDFs were set to be compiled."""
    from pyspark.serializers import CPickleSerializer

    library = entry_point(spark)
    if library.isPythonProgram(udf.func()):
        return
    command = library.pythonCommand(udf)
    if command is None:
        return
    try:
        function, _ = CPickleSerializer().loads(bytes(command))  # type: ignore[no-untyped-call]
        library.pythonProgram(udf.func(), text_of(function))
    except Exception:
        _log.debug("a function could not be read back", exc_info=True)
