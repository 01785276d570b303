# SPDX-License-Identifier: Apache-2.0

"""Where the plain Python UDFs of a query run: compiled into it, or in Python."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from rapids_udfs._entry_point import ENTRY_POINT
from rapids_udfs.session.jvm_objects import inner_queries, planned
from rapids_udfs.session.library import entry_point, has_class
from rapids_udfs.session.modes import PYTHON_UDFS

if TYPE_CHECKING:
    from rapids_udfs.plans.queries import Query

NO_PLUGIN: Final = (
    "The cuDF plugin is not in this session: nothing is said of where the query's operators and "
    "functions would run on a GPU, only of its Python UDFs."
)


class PythonUdfPlacement(str, Enum):
    """The place where a Python UDF runs."""

    COLUMNS = "columns"
    """Compiled for the plugin's columns, where the plugin takes the operator."""
    ROWS = "rows"
    """Compiled into the query, row by row in the JVM."""
    PYTHON = "python"
    """In a Python worker."""

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class PythonUdf:
    """A Python UDF of a query, and where it runs; ``print`` shows it in a line."""

    name: str
    """The function's name, or the one that it is registered under."""
    file: str
    """The file that it is written in; empty if unknown."""
    line: int
    """The line of that file on which it begins, from 1; 0 if unknown."""
    where: PythonUdfPlacement
    """The place where it runs."""
    reason: str = ""
    """The reason it runs in Python, or has no columns in a session with the plugin; else empty."""
    reason_line: int = 0
    """The line of what the reason names, from 1; 0 if it is none of one line."""
    reason_column: int = 0
    """The column in that line, from 1, in bytes of UTF-8; 0 if unknown."""
    hints: tuple[str, ...] = ()
    """Results that Spark makes NULL, which its author surely does not mean."""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        text = f"{self.name} ({place}): {self.where}" if place else f"{self.name}: {self.where}"
        text += f", line {self.reason_line}" if self.reason_line else ""
        text += f", column {self.reason_column}" if self.reason_line and self.reason_column else ""
        text += f": {self.reason}" if self.reason else ""
        return "\n".join([text, *(f"  hint: {hint}" for hint in self.hints)])


def parse(text: str) -> tuple[PythonUdf, ...]:
    """The UDFs of the JVM's report."""
    return tuple(
        PythonUdf(
            each["name"],
            each["file"],
            each["line"],
            PythonUdfPlacement(each["where"]),
            each.get("reason", ""),
            each.get("at_line", 0),
            # The front end counts from 0, and says 0 where it does not know.
            column + 1 if (column := each.get("at_column", 0)) else 0,
            tuple(each["hints"]),
        )
        for each in json.loads(text)
    )


def of_query(query: Query) -> tuple[PythonUdf, ...]:
    """The Python UDFs of a query, each once; those of a command's query as well."""
    return _parsed(_reports(query, plugin=True))


def _parsed(reports: Sequence[str]) -> tuple[PythonUdf, ...]:
    found = [parse(text) for text in reports]
    return tuple(dict.fromkeys(udf for each in found for udf in each))


def without_plugin(query: Query) -> tuple[PythonUdf, ...] | None:
    """The same where the session has no plugin; None if nobody wants them compiled."""
    spark = query.spark
    if not has_class(spark, ENTRY_POINT):
        return None
    wanted = (spark.conf.get(PYTHON_UDFS, "off") or "").lower() != "off"
    reports = _reports(query, plugin=False)
    if wanted or any(each["always"] for text in reports for each in json.loads(text)):
        return _parsed(reports)
    return None


def known(udfs: Sequence[PythonUdf]) -> list[PythonUdf]:
    """Those of which more is known than that they run in Python, which the plugin says too."""
    return [udf for udf in udfs if udf.file or udf.where is not PythonUdfPlacement.PYTHON]


def rows(udfs: Sequence[PythonUdf]) -> list[tuple[object, ...]]:
    """What HTML shows of them."""
    return [
        (each.name, each.where, "", str(each).partition(": ")[2].partition("\n")[0], hints)
        for each in udfs
        for hints in ["\n".join(each.hints)]
    ]


def _reports(query: Query, *, plugin: bool) -> list[str]:
    spark, session = query.spark, query.session
    inner = inner_queries(spark, query.execution.analyzed())
    queries = [query.execution, *(planned(spark, session, plan) for plan in inner)]
    return [str(entry_point(spark).pythonUdfsJson(each, plugin)) for each in queries]
