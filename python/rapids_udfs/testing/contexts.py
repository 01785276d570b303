"""The places in SQL where a UDF is called, and what each must answer: from each row's own answer.

Where a call stands changes what the columnar body gets: parts of a batch inside CASE, a slice of
one behind OFFSET, a batch without rows behind a LIMIT, a constant for a column.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pyspark

from rapids_udfs.testing.subject import Subject

VIEW = "rapids_udfs_test_rows"
"""The view of the test's rows: ``id, a0, a1, ...``."""

# Plugin 25.04.0 makes a batch without columns of one without rows, which no projection can read.
_HAS_EMPTY_BATCHES = not pyspark.__version__.startswith("3.")
_GROUPS = 5
_FEW = 8
PERIOD = 12
"""After so many ids the conditions on them repeat."""
_ORDERED = ("tinyint", "smallint", "int", "bigint", "date", "timestamp", "decimal", "string")
_NO_KEYS = ("float", "double", "binary", "void", "array", "map", "struct")


@dataclass(frozen=True)
class FieldOf:
    """A field that answers for each row by itself; its SQL is over the view's columns."""

    name: str
    sql: str


@dataclass(frozen=True)
class Query:
    """A query whose first field is unique.

    Attributes:
        name: what it shows.
        sql: over the view.
        folded: whether the optimizer must fold constants, the query's own ones.
    """

    name: str
    sql: str
    folded: bool = False


def fields(subject: Subject, kit: Any, rows: Any) -> list[FieldOf]:
    """The call alone, in IF and CASE, and with a constant for each of its arguments in turn."""
    call = subject.over_columns()
    found = [
        FieldOf("over columns", call),
        FieldOf("inside IF", f"IF(id % 3 = 0, {call}, NULL)"),
        FieldOf("inside CASE WHEN", f"CASE WHEN id % 4 = 0 THEN {call} WHEN id < 0 THEN NULL END"),
    ]
    columns = [f"a{k}" for k in range(subject.types.size())]
    alone = len(columns) == 1
    for k, of in enumerate(subject.types):
        if alone and subject.folded:
            continue
        # A call with nothing but constants must not be computed beforehand, so then no cast is
        # either: the constant is a literal by itself, where the type has such.
        text = kit.constant(subject.types, rows, k, alone)
        constants = [("a literal", text)] if text else []
        if not alone or text:
            constants.append(("a null literal", f"CAST(NULL AS {of.sql()})"))
        for what, constant in constants:
            arguments = [*columns[:k], constant, *columns[k + 1 :]]
            found.append(FieldOf(f"argument {k + 1} {what}", subject.call(arguments)))
    return found


def queries(subject: Subject, total: int) -> list[Query]:
    """The call behind slices and filters, in aggregates and in joins."""
    call, returns = subject.over_columns(), _kind(subject.returns)
    offset = max(1, total // 3)
    condition = call if returns == "boolean" else f"{call} IS NOT NULL"
    greatest = f", max({call}) AS m" if returns in _ORDERED else ""
    return [
        Query(
            "on a slice (OFFSET)",
            f"SELECT id, {call} AS r FROM (SELECT * FROM {VIEW} ORDER BY id OFFSET {offset})",
        ),
        _no_rows(subject, call, total),
        Query(
            "as a filter" if returns == "boolean" else "in a filter",
            f"SELECT id, id AS r FROM {VIEW} WHERE {condition}",
        ),
        Query(
            "in an aggregate",
            f"SELECT id % {_GROUPS} AS id, count({call}) AS n{greatest} FROM {VIEW} "
            f"GROUP BY id % {_GROUPS}",
        ),
        _join(subject, returns),
    ]


def _kind(of: Any) -> str:
    """The name of a type without its parameters."""
    return str(of.catalogString()).partition("<")[0].partition("(")[0]


def _no_rows(subject: Subject, call: str, total: int) -> Query:
    """The call on a batch that has lost all its rows.

    The plugin drops such batches behind a filter, but not behind a LIMIT beyond the last row, whose
    sum with OFFSET Spark cannot plan unless it folds it: not where the call would be folded too.
    """
    by_limit = subject.types.size() > 0 and _HAS_EMPTY_BATCHES
    rows = f"(SELECT * FROM {VIEW} ORDER BY id LIMIT 1 OFFSET {total})"
    source = rows if by_limit else f"{VIEW} WHERE id < -1"
    return Query("on a batch of no rows", f"SELECT id, {call} AS r FROM {source}", by_limit)


def _join(subject: Subject, returns: str) -> Query:
    left, right = subject.over_columns("l"), subject.over_columns("r")
    few = f"(SELECT * FROM {VIEW} WHERE id < {_FEW}) r"
    if returns in _NO_KEYS:
        return Query(
            "above a join",
            f"SELECT /*+ BROADCAST(r) */ l.id AS id, {right} AS v FROM {VIEW} l JOIN {few} "
            f"ON l.id % {_FEW} = r.id",
        )
    return Query(
        "as the key of a join",
        f"SELECT /*+ BROADCAST(r) */ l.id * {_FEW} + r.id AS id, r.id AS v FROM {VIEW} l "
        f"JOIN {few} ON {left} = {right}",
    )
