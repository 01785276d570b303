# SPDX-License-Identifier: Apache-2.0

"""The places in SQL where a UDF is called: fields and queries that both bodies answer alike.

The place of a call decides what the columnar body gets: parts of a batch inside CASE, a slice of
one behind OFFSET, a batch without rows behind a LIMIT, a constant for a column.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rapids_udfs.session.jvm_objects import java_list
from rapids_udfs.testing.engine import engine
from rapids_udfs.testing.subject import Subject

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

VIEW = "rapids_udfs_test_rows"
"""The view of the test's rows: ``id, a0, a1, ...``."""

PARTS = 3
"""The number of batches of all rows."""
_NULL_ROWS = 5
_GROUPS = 5
_FEW = 8
PERIOD = 12
"""The conditions on ids repeat after this many."""
_ORDERED = ("tinyint", "smallint", "int", "bigint", "date", "timestamp", "decimal", "string")
_NO_KEYS = ("float", "double", "binary", "void", "array", "map", "struct")


def batches(spark: SparkSession, types: Any, rows: Any) -> Any:
    """The rows in several batches, and one of a single row, one without rows and one of nulls."""
    count = rows.size()
    step = max(1, -(-count // PARTS))
    ends = [(at, min(count, at + step)) for at in range(0, count, step)]
    ends += [(0, min(1, count)), (0, 0)]
    made = java_list(spark, [rows.subList(at, end) for at, end in ends])
    made.add(engine(spark).nullRows(types, _NULL_ROWS))
    return made


@dataclass(frozen=True)
class FieldOf:
    """A field that answers for each row by itself; its SQL is over the view's columns."""

    name: str
    sql: str


@dataclass(frozen=True)
class Query:
    """A query whose first field is unique; ``folded`` if its own constants must be folded."""

    name: str
    sql: str
    folded: bool = False


def fields(subject: Subject, kit: Any, types: Any, rows: Any) -> list[FieldOf]:
    """The call alone, in IF and CASE, and with a constant for each of its arguments in turn.

    ``types`` are those of the view's columns behind ``id``.
    """
    call = subject.over_columns()
    found = [
        FieldOf("over columns", call),
        FieldOf("inside IF", f"IF(id % 3 = 0, {call}, NULL)"),
        FieldOf("inside CASE WHEN", f"CASE WHEN id % 4 = 0 THEN {call} WHEN id < 0 THEN NULL END"),
    ]
    columns = subject.columns()
    alone = len(columns) == 1
    for k, of in enumerate(subject.types):
        if alone and subject.folded:
            continue
        # A call over constants only must not be folded, and then no cast is folded either: the
        # constant must be a plain literal, which not every type has.
        text = kit.constant(types, rows, subject.first + k, alone)
        constants = [("a literal", text)] if text else []
        if not alone or text:
            constants.append(("a null literal", f"CAST(NULL AS {of.sql()})"))
        for what, constant in constants:
            arguments = [*columns[:k], constant, *columns[k + 1 :]]
            found.append(FieldOf(f"argument {k + 1} {what}", subject.call(arguments)))
    return found


def queries(subjects: Sequence[Subject], total: int) -> list[Query]:
    """The calls behind slices and filters, in aggregates and in joins.

    Calls of several UDFs are side by side; where the answers decide which rows there are, each has
    a query of its own in a union.
    """
    calls = [subject.over_columns() for subject in subjects]
    each = ", ".join(f"{call} AS r{i}" for i, call in enumerate(calls))
    offset = max(1, total // 3)
    return [
        Query(
            "on a slice (OFFSET)",
            f"SELECT id, {each} FROM (SELECT * FROM {VIEW} ORDER BY id OFFSET {offset})",
        ),
        _no_rows(subjects, each, total),
        *_unions(_filter(subject) for subject in subjects),
        Query(
            "in an aggregate",
            f"SELECT id % {_GROUPS} AS id, {', '.join(map(_aggregates, subjects))} FROM {VIEW} "
            f"GROUP BY id % {_GROUPS}",
        ),
        *_joins(subjects),
    ]


def _unions(each: Iterable[Query]) -> list[Query]:
    """Return queries of ``id`` and a number as one query for each name."""
    by_name: dict[str, list[str]] = {}
    for query in each:
        by_name.setdefault(query.name, []).append(query.sql)
    return [Query(name, _union(sqls)) for name, sqls in by_name.items()]


def _union(sqls: list[str]) -> str:
    if len(sqls) == 1:
        return sqls[0]
    return " UNION ALL ".join(
        f"SELECT id * {len(sqls)} + {i} AS id, r FROM ({sql})" for i, sql in enumerate(sqls)
    )


def _kind(of: Any) -> str:
    return str(of.catalogString()).partition("<")[0].partition("(")[0]


def _no_rows(subjects: Sequence[Subject], each: str, total: int) -> Query:
    """The calls on a batch that has lost all its rows.

    The plugin drops such batches behind a filter, but not behind a LIMIT beyond the last row. Spark
    cannot plan the sum of LIMIT and OFFSET unless it folds it, so this is not for calls that would
    be folded too.
    """
    by_limit = all(subject.types.size() > 0 for subject in subjects)
    rows = f"(SELECT * FROM {VIEW} ORDER BY id LIMIT 1 OFFSET {total})"
    source = rows if by_limit else f"{VIEW} WHERE id < -1"
    return Query("on a batch of no rows", f"SELECT id, {each} FROM {source}", by_limit)


def _filter(subject: Subject) -> Query:
    call, alone = subject.over_columns(), _kind(subject.returns) == "boolean"
    condition = call if alone else f"{call} IS NOT NULL"
    return Query(
        "as a filter" if alone else "in a filter",
        f"SELECT id, id AS r FROM {VIEW} WHERE {condition}",
    )


def _aggregates(subject: Subject) -> str:
    call = subject.over_columns()
    greatest = f", max({call})" if _kind(subject.returns) in _ORDERED else ""
    return f"count({call}){greatest}"


def _joins(subjects: Sequence[Subject]) -> list[Query]:
    few = f"(SELECT * FROM {VIEW} WHERE id < {_FEW}) r"
    found: list[str] = []
    above: list[str] = []
    for subject in subjects:
        left, right = subject.over_columns("l"), subject.over_columns("r")
        if _kind(subject.returns) in _NO_KEYS:
            above.append(f"{right} AS r{len(above)}")
        else:
            found.append(
                f"SELECT /*+ BROADCAST(r) */ l.id * {_FEW} + r.id AS id, r.id AS r FROM {VIEW} l "
                f"JOIN {few} ON {left} = {right}"
            )
    joins = _unions(Query("as the key of a join", sql) for sql in found)
    if above:
        sql = f"SELECT /*+ BROADCAST(r) */ l.id AS id, {', '.join(above)} FROM {VIEW} l"
        joins.append(Query("above a join", f"{sql} JOIN {few} ON l.id % {_FEW} = r.id"))
    return joins
