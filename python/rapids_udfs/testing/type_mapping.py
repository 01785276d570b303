# SPDX-License-Identifier: Apache-2.0

"""A conformance run of the type mapping: values of every type through a UDF, in any session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rapids_udfs._numbers import is_whole
from rapids_udfs.console.text_table import clip, html_table, render
from rapids_udfs.counting.counters import Counts, counters, difference
from rapids_udfs.errors import RapidsUdfsError
from rapids_udfs.registration.api import register
from rapids_udfs.session.jvm_objects import java_list
from rapids_udfs.session.library import entry_point, require_classic
from rapids_udfs.testing import frames
from rapids_udfs.testing.engine import engine
from rapids_udfs.testing.report import asserting
from rapids_udfs.testing.session_run import summarize_error

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ROWS = 100
_FUNCTION = "identity"
_LONGEST = 48
_HEADERS = ("Spark type", "cuDF type", "rows", "ran in", "verdict")


@dataclass(frozen=True)
class TypeResult:
    """The result for one type; ``problem`` is empty if every value came back unchanged."""

    type: str
    cudf_type: str
    rows: int
    columnar_batches: int = 0
    row_calls: int = 0
    problem: str = ""

    @property
    def where(self) -> str:
        """The place where it ran, by the counters."""
        columns = f"columns ({self.columnar_batches} batches)" if self.columnar_batches else ""
        rows = f"rows ({self.row_calls} calls)" if self.row_calls else ""
        return " and ".join(filter(None, (columns, rows))) or "nowhere"


@dataclass(frozen=True)
class TypeMappingReport:
    """The results of all types; ``str()`` is a table."""

    results: tuple[TypeResult, ...]

    @property
    def ok(self) -> bool:
        """True if there are types and all passed."""
        return bool(self.results) and not any(result.problem for result in self.results)

    def __str__(self) -> str:
        cells = [
            (
                *(clip(r.type, _LONGEST), clip(r.cudf_type, _LONGEST), r.rows, r.where),
                "FAILED" if r.problem else "ok",
            )
            for r in self.results
        ]
        problems = [f"{r.type}: {r.problem}" for r in self.results if r.problem]
        return "\n".join([render(_HEADERS, cells), *problems, self._summary()])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        cells = [(r.type, r.cudf_type, r.rows, r.where, r.problem or "ok") for r in self.results]
        return html_table(_HEADERS, cells, self._summary())

    def _summary(self) -> str:
        failed = sum(bool(r.problem) for r in self.results)
        return f"{len(self.results) - failed} types passed, {failed} failed"


def check_type_mapping(
    spark: SparkSession, *, rows: int = ROWS, seed: int = 0
) -> TypeMappingReport:
    """Check that values of every type pass through a UDF of the session unchanged.

    The types are those of the type table, and arrays, maps and structs of them, also within each
    other. The values are the edge values of each type and random ones. Each type takes a query with
    the function ``identity``, in any mode and on any cluster; no other query with that function may
    run at the same time.

    Args:
        spark: a classic session.
        rows: the number of rows of random values for each type, besides the edge values.
        seed: the seed of the generator.

    Returns:
        The table; ``print`` it.

    Raises:
        AssertionError: a value came back changed, or a query failed; the message is the table.
            Raised by ``assert_type_mapping`` only.
        UnsupportedError: the session is a Spark Connect client.
        SessionError: it has been stopped.
    """
    require_classic(spark, "assert_type_mapping")
    if not is_whole(rows, 0):
        raise ValueError(f"rows is {rows!r}, which is not a number of rows")
    if not spark.catalog.functionExists(_FUNCTION):
        register(spark, _FUNCTION)
    types = engine(spark).typeTable()
    return TypeMappingReport(tuple(_check(spark, type_, rows, seed) for type_ in types))


assert_type_mapping = asserting(check_type_mapping)


def _check(spark: SparkSession, type_: Any, rows: int, seed: int) -> TypeResult:
    kit, types = engine(spark), java_list(spark, [type_])
    values = java_list(spark, kit.edgeRows(types))
    values.addAll(kit.randomRows(types, rows, seed))
    count, half = values.size(), -(-values.size() // 2)
    halves = java_list(spark, [values.subList(0, half), values.subList(half, count)])
    df = frames.batches_frame(spark, halves, types).where("id >= 0")
    names = str(type_.catalogString()), str(entry_point(spark).cudfType(type_.sql()))
    try:
        with frames.settings(spark, frames.unfolded(constants=True)):
            sent = frames.answers(df)
            before = counters(spark)
            received = frames.answers(df.selectExpr("id", f"{_FUNCTION}(a0) AS a0"))
            added = difference(counters(spark), before)
    except RapidsUdfsError:
        raise
    except Exception as e:
        return TypeResult(*names, count, problem=summarize_error(e))
    counts = added.get(_FUNCTION, Counts(0, 0, 0))
    changed = list(sent.differing(received, 1, 0.0))
    computed = counts.row_calls + counts.columnar_rows
    problem = ""
    if changed:
        example = sent.shown(changed[0], 1), received.shown(changed[0], 1)
        problem = f"{len(changed)} of {count} values came back changed, such as "
        problem += "{} as {}".format(*example)
    elif computed < count:
        problem = f"{computed} of {count} values were computed"
    return TypeResult(*names, count, counts.columnar_batches, counts.row_calls, problem)
