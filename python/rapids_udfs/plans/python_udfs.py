# SPDX-License-Identifier: Apache-2.0

"""The plain Python UDFs of a query, and where each runs: compiled into the query, or in Python."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final, NamedTuple

from rapids_udfs._entry_point import ENTRY_POINT
from rapids_udfs.plans.queries import Query, replanned
from rapids_udfs.session.jvm_objects import inner_queries
from rapids_udfs.session.library import entry_point, has_class
from rapids_udfs.session.modes import PYTHON_UDFS

NO_PLUGIN: Final = (
    "The cuDF plugin is not in this session: this explains only the query's Python UDFs, not where "
    "its operators and functions would run on a GPU."
)


class PythonUdfPlacement(str, Enum):
    """The place where a Python UDF runs."""

    COLUMNS = "columns"
    """Compiled, on the plugin's columns."""
    ROWS = "rows"
    """Compiled into the query, row by row in the JVM."""
    PYTHON = "python"
    """In a Python worker."""

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class PythonUdf:
    """A Python UDF of a query, and where it runs; ``print`` shows it in one line."""

    name: str
    """The function's name, or the one that it is registered under."""
    file: str
    """The file that it is written in; empty if unknown."""
    line: int
    """The line of that file on which it begins, from 1; 0 if unknown."""
    where: PythonUdfPlacement
    reason: str = ""
    """The reason it runs in Python, or has no columns in a session with the plugin; else empty."""
    reason_line: int = 0
    """The line that the reason is about, from 1; 0 if it is not about one line."""
    reason_column: int = 0
    """The column in that line, from 1, in bytes of UTF-8; 0 if unknown."""
    hints: tuple[str, ...] = ()
    """Results that Spark turns into NULL, surely against the author's intention."""

    @property
    def verdict(self) -> str:
        """The place, and the reason with its position."""
        line = f", line {self.reason_line}" if self.reason_line else ""
        column = f", column {self.reason_column}" if line and self.reason_column else ""
        return f"{self.where}{line}{column}" + (f": {self.reason}" if self.reason else "")

    def __str__(self) -> str:
        cell = _cell(self.file)
        if self.line:
            place = f"{cell}, line {self.line}" if cell else f"{self.file}:{self.line}"
        else:
            place = cell or self.file
        text = f"{self.name} ({place})" if place else self.name
        return "\n".join([f"{text}: {self.verdict}", *(f"  hint: {h}" for h in self.hints)])


def _cell(file: str) -> str:
    """Return IPython's name of a cell, for instance ``Cell In[3]``; empty for other files."""
    current = getattr(sys.modules.get("IPython"), "get_ipython", None)
    shell = current() if current else None
    # IPython 7 and some other shells have no names of cells.
    name_of = getattr(getattr(shell, "compile", None), "format_code_name", None)
    return " ".join((name_of and name_of(file)) or ())


class PythonUdfCall(NamedTuple):
    """A call of a Python UDF in a plan."""

    text: str
    """The call as Spark writes it, with the ids of columns; empty if it is not compiled."""
    udf: PythonUdf
    """The function, and where its form allows it to run."""


def parse(text: str) -> list[PythonUdfCall]:
    """The calls of the JVM's report."""
    return [
        PythonUdfCall(
            udf["call"],
            PythonUdf(
                *(udf["name"], udf["file"], udf["line"], PythonUdfPlacement(udf["where"])),
                udf.get("reason", ""),
                udf.get("at_line", 0),
                # The front end counts from 0, and says 0 where it does not know.
                column + 1 if (column := udf.get("at_column", 0)) else 0,
                tuple(udf["hints"]),
            ),
        )
        for udf in json.loads(text)
    ]


def calls(query: Query, executions: Sequence[Any], *, plugin: bool) -> list[PythonUdfCall]:
    """The calls of Python UDFs in a query; in a command, those of its own expressions, too.

    Args:
        query: the query, as the user wrote it.
        executions: the query planned to be explained, and the cached ones that it reads.
        plugin: whether the plugin's columns are there for them.
    """
    library = entry_point(query.spark)
    is_command = bool(inner_queries(query.spark, query.execution.analyzed()))
    plans = (*executions, *([query.execution] if is_command else ()))
    return [call for plan in plans for call in parse(str(library.pythonUdfsJson(plan, plugin)))]


def without_plugin(query: Query) -> tuple[PythonUdf, ...] | None:
    """The Python UDFs in a session without the plugin; None without any and without setting."""
    spark = query.spark
    if not has_class(spark, ENTRY_POINT):
        return None
    setting = (spark.conf.get(PYTHON_UDFS, "off") or "").lower()
    udfs = placed(calls(query, replanned(query), plugin=False), {})
    return udfs if udfs or setting != "off" else None


def placed(calls: Sequence[PythonUdfCall], reasons: Mapping[str, str]) -> tuple[PythonUdf, ...]:
    """The distinct UDFs of some calls; one that runs in columns here and in rows there is twice.

    Args:
        calls: those of a query.
        reasons: the plugin's reason for each call that it leaves on the CPU, by the call's text.
    """
    udfs = (
        replace(udf, where=PythonUdfPlacement.ROWS, reason=f"the plugin: {reasons[text]}")
        if udf.where is PythonUdfPlacement.COLUMNS and text in reasons
        else udf
        for text, udf in calls
    )
    return tuple(dict.fromkeys(udfs))


def informative(udfs: Sequence[PythonUdf]) -> list[PythonUdf]:
    """The UDFs whose report has more than the plugin's: that they run in Python."""
    return [udf for udf in udfs if udf.file or udf.where is not PythonUdfPlacement.PYTHON]
