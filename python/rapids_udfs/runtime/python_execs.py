# SPDX-License-Identifier: Apache-2.0

"""Spark's operators that run Python, and whether the plugin transfers their data.

A test compares the table with the plugin's own verdicts and with the classes in Spark's jar. No
operator by itself runs Python code on a GPU: the plugin takes over the transfer to and from the
Python worker, and gives the worker a share of the GPU.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple


class Transfer(str, Enum):
    """The plugin's part in transferring an operator's data."""

    ON = "on"
    """It transfers the data."""
    OFF = "off"
    """It transfers the data if ``spark.rapids.sql.exec.<operator>`` is true."""
    NONE = "none"
    """It does not support the operator: Spark transfers the data, and the worker gets no GPU."""

    def __str__(self) -> str:
        return self.value


class PythonExec(NamedTuple):
    """An operator that runs Python."""

    name: str
    """Its class in Spark."""
    runs: str
    """The part of PySpark that it runs."""
    spark: str
    """The Spark versions that have it."""
    transfer: Transfer
    note: str = ""

    @property
    def setting(self) -> str:
        """The plugin's setting that turns its transfer on and off."""
        return f"spark.rapids.sql.exec.{self.name}"


_TABLE: Final = """
ArrowEvalPythonExec | pandas_udf, udf(useArrow=True), predict_batch_udf; \
    from 4.1 on arrow_udf, from 4.2 on a plain udf | 3.5, 4.0, 4.1, 4.2 | on
MapInPandasExec | mapInPandas | 3.5, 4.0, 4.1, 4.2 | on
PythonMapInArrowExec | mapInArrow | 3.5 | on
MapInArrowExec | mapInArrow | 4.0, 4.1, 4.2 | on
FlatMapGroupsInPandasExec | groupBy.applyInPandas | 3.5, 4.0, 4.1, 4.2 | on
AggregateInPandasExec | a pandas_udf that aggregates | 3.5, 4.0 | on
ArrowAggregatePythonExec | a pandas_udf or arrow_udf that aggregates | 4.1, 4.2 | on
WindowInPandasExec | a pandas_udf over a window | 3.5, 4.0 | off
ArrowWindowPythonExec | a pandas_udf or arrow_udf over a window | 4.1, 4.2 | off
FlatMapCoGroupsInPandasExec | cogroup.applyInPandas | 3.5, 4.0, 4.1, 4.2 | off
BatchEvalPythonExec | udf, called row by row | 3.5, 4.0, 4.1, 4.2 | none
BatchEvalPythonUDTFExec | udtf | 3.5, 4.0, 4.1, 4.2 | none
ArrowEvalPythonUDTFExec | udtf(useArrow=True) | 3.5, 4.0, 4.1, 4.2 | none
FlatMapGroupsInArrowExec | groupBy.applyInArrow | 4.0, 4.1, 4.2 | none
FlatMapCoGroupsInArrowExec | cogroup.applyInArrow | 4.0, 4.1, 4.2 | none
FlatMapGroupsInPandasWithStateExec | applyInPandasWithState (streaming) | 3.5, 4.0, 4.1, 4.2 | none
TransformWithStateInPandasExec | transformWithStateInPandas (streaming) | 4.0 | none
TransformWithStateInPySparkExec | transformWithState and \
    transformWithStateInPandas (streaming) | 4.1, 4.2 | none
"""
_ROW_FRAMES: Final = "only frames of rows; a frame of a range stays with Spark"
_NOTES: Final = {
    "WindowInPandasExec": _ROW_FRAMES,
    "ArrowWindowPythonExec": _ROW_FRAMES,
    "FlatMapCoGroupsInPandasExec": "slow with many small groups",
    "BatchEvalPythonExec": "make it a pandas_udf, or a udf with useArrow=True",
    "FlatMapGroupsInArrowExec": "applyInPandas does the same, and its data is transferred",
}


_ROWS: Final = ([" ".join(c.split()) for c in row.split("|")] for row in _TABLE.split("\n")[1:-1])
PYTHON_EXECS: Final[tuple[PythonExec, ...]] = tuple(
    PythonExec(name, runs, spark, Transfer(transfer), _NOTES.get(name, ""))
    for name, runs, spark, transfer in _ROWS
)
"""Every operator that starts Python workers, in the Spark versions that the package supports."""

_BY_NAME: Final = {operator.name: operator for operator in PYTHON_EXECS}


def python_exec(spark_class: str) -> PythonExec | None:
    """The operator of a class of Spark or the plugin (``Gpu…``); None if it runs no Python."""
    return _BY_NAME.get(spark_class.removeprefix("Gpu"))
