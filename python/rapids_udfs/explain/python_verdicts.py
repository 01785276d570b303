# SPDX-License-Identifier: Apache-2.0

"""The plugin's verdict on the Python operators of a plan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rapids_udfs.explain.plan_text import Node
from rapids_udfs.runtime.python_execs import PythonExec, Transfer, python_exec


@dataclass(frozen=True)
class PythonVerdict:
    """The plugin's verdict on an operator that runs Python; its code runs on the CPU either way."""

    exec: PythonExec
    """The operator's row in the table of Python operators."""
    transferred: bool
    """True if the plugin transfers the worker's data and gives it a share of the GPU."""
    reason: str
    """The reason it does not; empty if it does."""
    count: int
    """The number of such operators in the plan."""

    def __str__(self) -> str:
        what = f"{self.exec.name} ({self.exec.runs})"
        if self.transferred:
            return (
                f"{what}: the plugin transfers its data; its Python code uses a GPU only where it "
                "asks for it itself (rapids_udfs.gpu)"
            )
        fix = ""
        if self.exec.transfer is Transfer.OFF:
            fix = f"; {self.exec.setting}=true lets it ({self.exec.note})"
        elif self.exec.transfer is Transfer.NONE and self.exec.note:
            fix = f"; {self.exec.note}"
        return f"{what}: Spark transfers its data{fix}"


def python_verdicts(nodes: Sequence[Node]) -> tuple[PythonVerdict, ...]:
    """The verdict on each Python operator of an explanation, in its order."""
    found: dict[tuple[PythonExec, bool, str], int] = {}
    for node in nodes:
        of_table = python_exec(node.spark_class) if node.is_operator else None
        if of_table is not None:
            key = (of_table, node.marker == "*", "" if node.marker == "*" else node.reason)
            found[key] = found.get(key, 0) + 1
    return tuple(PythonVerdict(*key, count) for key, count in found.items())
