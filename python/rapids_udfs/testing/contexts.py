# SPDX-License-Identifier: Apache-2.0

"""The places in SQL where a UDF can be called: both bodies must return the same results there.

The place decides what the columnar body receives: parts of a batch inside CASE, a slice of one
behind OFFSET, a batch without rows behind LIMIT, a constant instead of a column.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from rapids_udfs.session.jvm_objects import java_list
from rapids_udfs.testing.engine import engine
from rapids_udfs.testing.subject import Subject

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

VIEW = "rapids_udfs_test_rows"
"""The view of the test's rows: ``id, a0, a1, ...``."""
PARTS = 3
"""The number of batches that the rows are divided into."""
PERIOD = 12
"""The period of the conditions on ids."""
_NULL_ROWS = 5
_GROUPS = 5
_FEW = 8
_ORDERED = ("tinyint", "smallint", "int", "bigint", "date", "timestamp", "decimal", "string")
_NO_KEYS = ("float", "double", "binary", "void", "array", "map", "struct")


class Field(NamedTuple):
    """A place whose result belongs to one row; ``sql`` is an expression over the view's columns."""

    name: str
    sql: str


class Query(NamedTuple):
    """A place in a query over the view, whose first field is unique.

    ``outline`` is the query with ``{}`` for its results: the call, or what depends on it. With
    ``folded``, the constants of the outline must be folded.
    """

    name: str
    outline: str
    results: str
    folded: bool = False

    @property
    def sql(self) -> str:
        """The whole query."""
        return self.outline.replace("{}", self.results, 1)


def batches(spark: SparkSession, types: Any, rows: Any) -> Any:
    """Divide rows into batches; add one of a single row, one without rows and one of nulls."""
    count = rows.size()
    step = max(1, -(-count // PARTS))
    ranges = [(start, min(count, start + step)) for start in range(0, count, step)]
    ranges += [(0, min(1, count)), (0, 0)]
    divided = java_list(spark, [rows.subList(start, end) for start, end in ranges])
    divided.add(engine(spark).nullRows(types, _NULL_ROWS))
    return divided


def fields(subject: Subject, kit: Any, types: Any, rows: Any) -> list[Field]:
    """The call alone, in IF and CASE, and with a constant for each of its arguments in turn.

    ``types`` are those of all columns of ``rows``.
    """
    call, columns = subject.over_columns(), subject.columns()
    places = [
        Field("over columns", call),
        Field("inside IF", f"IF(id % 3 = 0, {call}, NULL)"),
        Field("inside CASE WHEN", f"CASE WHEN id % 4 = 0 THEN {call} WHEN id < 0 THEN NULL END"),
    ]
    alone = len(columns) == 1
    if alone and subject.folded:
        return places
    for k, type_ in enumerate(subject.types):
        # To keep Spark from folding a call of constants, no cast is folded either: the constant
        # must be a plain literal, which not every type has.
        literal = kit.constant(types, rows, subject.first + k, alone)
        constants = {"a literal": literal} if literal else {}
        if literal or not alone:
            constants["a null literal"] = f"CAST(NULL AS {type_.sql()})"
        for what, constant in constants.items():
            arguments = [*columns[:k], constant, *columns[k + 1 :]]
            places.append(Field(f"argument {k + 1} {what}", subject.call(arguments)))
    return places


def queries(subject: Subject, total: int) -> list[Query]:
    """The call behind a slice and a filter, in an aggregate and in a join, over ``total`` rows."""
    call, kind = subject.over_columns(), _kind(subject.returns)
    select = f"SELECT id, {{}} FROM {VIEW}"
    ordered = f"SELECT id, {{}} FROM (SELECT * FROM {VIEW} ORDER BY id"
    # The plugin drops empty batches behind a filter, but not behind a LIMIT beyond the last row.
    # Spark cannot plan the sum of LIMIT and OFFSET unless it folds it, and with it a call without
    # arguments.
    by_limit = subject.types.size() > 0
    no_rows = f"{ordered} LIMIT 1 OFFSET {total})" if by_limit else f"{select} WHERE id < -1"
    if kind == "boolean":
        where, condition = "as a filter", call
    else:
        where, condition = "in a filter", f"{call} IS NOT NULL"
    groups = f"SELECT id % {_GROUPS} AS id, {{}} FROM {VIEW} GROUP BY id % {_GROUPS}"
    greatest = f", max({call})" if kind in _ORDERED else ""
    return [
        Query("on a slice (OFFSET)", f"{ordered} OFFSET {max(1, total // 3)})", call),
        Query("on a batch of no rows", no_rows, call, folded=by_limit),
        Query(where, f"{select} WHERE {condition}", "id AS r"),
        Query("in an aggregate", groups, f"count({call}){greatest}"),
        _join(subject, kind),
    ]


def _join(subject: Subject, kind: str) -> Query:
    left, right = subject.over_columns("l"), subject.over_columns("r")
    few = f"(SELECT * FROM {VIEW} WHERE id < {_FEW})"
    select = "SELECT /*+ BROADCAST(r) */ l.id"
    join = f"AS id, {{}} FROM {VIEW} l JOIN {few} r ON"
    if kind in _NO_KEYS:
        return Query("above a join", f"{select} {join} l.id % {_FEW} = r.id", right)
    outline = f"{select} * {_FEW} + r.id {join} {left} = {right}"
    return Query("as the key of a join", outline, "r.id AS r")


def _kind(data_type: Any) -> str:
    return str(data_type.catalogString()).partition("<")[0].partition("(")[0]
