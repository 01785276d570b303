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
from rapids_udfs.session.query_errors import message
from rapids_udfs.testing import frames
from rapids_udfs.testing.engine import engine
from rapids_udfs.testing.report import asserting
from rapids_udfs.testing.session_run import summarize_error

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ROWS = 100
_FUNCTION = "identity"
_PARTITIONS = 2
_LONGEST = 48
_HEADERS = ("Spark type", "cuDF type", "rows", "ran in", "verdict")


@dataclass(frozen=True)
class TypeResult:
    """The result for one type.

    Attributes:
        type: as Spark writes it.
        cudf_type: the cuDF type of its columns on the GPU.
        rows: the number of rows that passed through the UDF.
        columnar_batches: the number of batches that were computed in columns.
        row_calls: the number of rows that were computed one by one.
        problem: what is wrong; empty if every value came back unchanged.
    """

    type: str
    cudf_type: str
    rows: int
    columnar_batches: int = 0
    row_calls: int = 0
    problem: str = ""

    @property
    def where(self) -> str:
        """The place where it ran, by the counters."""
        ran = [f"columns ({self.columnar_batches} batches)"] if self.columnar_batches else []
        ran += [f"rows ({self.row_calls} calls)"] if self.row_calls else []
        return " and ".join(ran) or "nowhere"

    @property
    def verdict(self) -> str:
        """Whether all values passed: ``ok`` or ``FAILED``."""
        return "FAILED" if self.problem else "ok"


@dataclass(frozen=True)
class TypeMappingReport:
    """The results of all types; ``str()`` is a table."""

    results: tuple[TypeResult, ...]

    @property
    def ok(self) -> bool:
        """True if there are types and all passed."""
        return bool(self.results) and not any(result.problem for result in self.results)

    def __str__(self) -> str:
        table = [
            (clip(r.type, _LONGEST), clip(r.cudf_type, _LONGEST), r.rows, r.where, r.verdict)
            for r in self.results
        ]
        problems = [f"{r.type}: {r.problem}" for r in self.results if r.problem]
        return "\n".join([render(_HEADERS, table), *problems, self._counts()])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = [(r.type, r.cudf_type, r.rows, r.where, r.problem or "ok") for r in self.results]
        return html_table(_HEADERS, rows, self._counts())

    def _counts(self) -> str:
        failed = sum(bool(r.problem) for r in self.results)
        return f"{len(self.results) - failed} types passed, {failed} failed"


def check_type_mapping(
    spark: SparkSession, *, rows: int = ROWS, seed: int = 0
) -> TypeMappingReport:
    """Check that values of every type pass through a UDF of the session unchanged.

    The types are the rows of the type table and nested ones of them: arrays, maps, structs, and
    these within each other. The values are the edge values of each type and random ones. Each type
    is a query with the function ``identity``, in whatever mode and on whatever cluster the session
    runs; no other query with that function may run at the same time.

    Args:
        spark: a classic session.
        rows: the number of rows of random values for each type, besides the edge values.
        seed: another seed gives other values.

    Returns:
        The table; ``print`` it.

    Raises:
        AssertionError: a value came back changed, or a query failed; the message is the table. Of
            ``assert_type_mapping`` only.
        UnsupportedError: the session is a Spark Connect client.
        SessionError: it has been stopped.
    """
    require_classic(spark, "assert_type_mapping")
    if not is_whole(rows, 0):
        raise ValueError(f"rows is {rows!r}, which is not a number of rows")
    if not spark.catalog.functionExists(_FUNCTION):
        register(spark, _FUNCTION)
    types = engine(spark).typeTable()
    return TypeMappingReport(tuple(_check(spark, of, rows, seed) for of in types))


assert_type_mapping = asserting(check_type_mapping)


def _check(spark: SparkSession, of: Any, rows: int, seed: int) -> TypeResult:
    kit, types = engine(spark), java_list(spark, [of])
    values = java_list(spark, [])
    values.addAll(kit.edgeRows(types))
    values.addAll(kit.randomRows(types, rows, seed))
    count = values.size()
    step = -(-count // _PARTITIONS)
    parts = [values.subList(at, min(count, at + step)) for at in range(0, count, step)]
    df = frames.batches_frame(spark, java_list(spark, parts), types).where("id >= 0")
    names = str(of.catalogString()), str(entry_point(spark).cudfType(of.sql()))
    try:
        with frames.settings(spark, frames.unfolded(constants=True)):
            given = frames.answers(df)
            before = counters(spark)
            found = frames.answers(df.selectExpr("id", f"{_FUNCTION}(a0) AS a0"))
            added = difference(counters(spark), before)
            counts = added.get(_FUNCTION, Counts(0, 0, 0))
    except RapidsUdfsError:
        raise
    except Exception as e:
        return TypeResult(*names, count, problem=summarize_error(e) or message(e))
    wrong = list(given.differing(found, 1, 0.0))
    problem = ""
    if wrong or given.size() != found.size():
        problem = f"{len(wrong)} of {count} values came back changed"
        if wrong:
            i = wrong[0]
            problem += f", such as {given.shown(i, 1)} as {found.shown(i, 1)}"
    elif counts.row_calls + counts.columnar_rows < count:
        problem = f"{counts.row_calls + counts.columnar_rows} of {count} values were computed"
    return TypeResult(*names, count, counts.columnar_batches, counts.row_calls, problem)
