# SPDX-License-Identifier: Apache-2.0

"""Reasons that keep a UDF off the GPU, and their remedies."""

from __future__ import annotations

import re
from typing import Final

from rapids_udfs.explain.plan_text import Node
from rapids_udfs.runtime.python_execs import Transfer, python_exec

NOTHING_FOUND: Final = (
    "the plan has no UDF (functions of Spark's own are none; .text has the plugin's verdict on "
    "each of them): a call whose arguments are all constants is computed beforehand, and a "
    "command's query is its own, so explain a query over a table"
)
NO_GPU_IMPLEMENTATION: Final = re.compile(
    r"provides a GPU implementation|not provide a GPU implementation"
)
"""The plugin's reason for a UDF without a columnar body."""

PYTHON_UDFS: Final = ("PythonUDF", "PythonUDAF", "PythonUDTF")
"""The expressions that call Python."""

_PYTHON: Final = (
    "a Python UDF is a row-by-row call of a Python worker; use a function of the catalogue where "
    "one fits (rapids-udfs list), else a pandas UDF, whose data at least the plugin hands over"
)
_PANDAS: Final = (
    "the plugin hands a pandas UDF its data, and its Python code still runs on the CPU unless it "
    "uses the GPU itself; use a function of the catalogue where one fits (rapids-udfs list)"
)
_NOT_HANDED: Final = (
    "Spark hands this Python function its data: the plugin does not run its operator; use a "
    "function of the catalogue where one fits (rapids-udfs list), else pandas UDFs or mapInPandas"
)
_LAMBDA: Final = (
    "a plain lambda or UDF class has no columnar body: make it a class that implements "
    "com.nvidia.spark.RapidsUDF, or use a function of the catalogue where one fits "
    "(rapids-udfs list)"
)
_SHADOWED: Final = (
    "another function has this name in the session; register with a prefix or replace=True"
)
_UNSUPPORTED: Final = "the plugin's reason says which of its types or settings stands in the way"
_NEIGHBOUR: Final = (
    "the function itself could run there: put what stays on the CPU into a query of its own "
    "(for instance a subquery or a view before it), or replace it"
)


def hint(node: Node, function: str | None) -> str:
    """The remedy that moves a UDF to the GPU; empty if nothing is to be done.

    Args:
        node: the UDF in the plugin's explanation, not on the GPU unless it is not of the catalogue.
        function: its name in the catalogue, if it is of the catalogue.
    """
    if node.spark_class in PYTHON_UDFS:
        operator = node.operator()
        found = None if operator is None else python_exec(operator.spark_class)
        if found is None or found.name == "BatchEvalPythonExec":
            return _PYTHON
        return _PANDAS if found.transfer is Transfer.ON else _NOT_HANDED
    if NO_GPU_IMPLEMENTATION.search(node.reason):
        return _LAMBDA if function is None else _SHADOWED
    if node.marker == "*":
        return ""
    if node.marker in "@^":
        return _NEIGHBOUR
    return _UNSUPPORTED
