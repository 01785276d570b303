# SPDX-License-Identifier: Apache-2.0

"""The plugin's explanation of planned queries."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from rapids_udfs.errors import ConfigurationError
from rapids_udfs.session.iceberg import EXPLAINING, HIDDEN, TO_CLASS_PATH, Problem
from rapids_udfs.session.jvm_objects import datasets
from rapids_udfs.session.library import jvm_class

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

EXPLAIN_PLAN: Final = "com.nvidia.spark.rapids.ExplainPlan"


def plugin_texts(spark: SparkSession, executions: Iterable[Any]) -> list[str]:
    """The plugin's text on each of some planned queries."""
    from rapids_udfs._py4j import Py4JJavaError

    plugin = jvm_class(spark, EXPLAIN_PLAN)
    # The plugin needs only the plan of a dataset: any encoder will do.
    encoder = spark.range(0)._jdf.encoder()
    frames = (datasets(spark)(execution, encoder) for execution in executions)
    try:
        return [str(plugin.explainPotentialGpuPlan(frame, "ALL")) for frame in frames]
    except Py4JJavaError as e:
        if "NoClassDefFoundError: org/apache/iceberg/" in str(e.java_exception.toString()):
            problem = Problem(f"Iceberg {HIDDEN}", EXPLAINING, TO_CLASS_PATH)
            raise ConfigurationError(str(problem)) from e
        raise
