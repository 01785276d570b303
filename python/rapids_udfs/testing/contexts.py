"""The places in SQL where a UDF is called, and what each must answer: from each row's own answer.

Where a call stands changes what the columnar body gets: parts of a batch inside CASE, a slice of
one behind OFFSET, a batch without rows behind a LIMIT, a constant for a column.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pyspark
from pyspark.sql.types import (
    BinaryType,
    BooleanType,
    ByteType,
    DataType,
    DateType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerType,
    LongType,
    NullType,
    ShortType,
    StringType,
    TimestampType,
)

from rapids_udfs.testing.literals import literal, plain_literal
from rapids_udfs.testing.spark_types import is_nested
from rapids_udfs.testing.subject import Subject

VIEW = "rapids_udfs_test_rows"
"""The view of the test's rows: ``id, a0, a1, ...``."""

Answers = dict[int, Any]
"""The row-wise answer to each row, by its id."""
Rows = list[tuple[Any, ...]]

# Plugin 25.04.0 makes a batch without columns of one without rows, which no projection can read.
_HAS_EMPTY_BATCHES = not pyspark.__version__.startswith("3.")
_GROUPS = 5
_FEW = 8
PERIOD = 12
"""After so many ids the conditions on them repeat."""
_ORDERED = (
    ByteType, ShortType, IntegerType, LongType, DateType, TimestampType, DecimalType, StringType,
)  # fmt: skip
_WITH_LITERALS = (
    BooleanType, ByteType, ShortType, IntegerType, LongType, DoubleType, DateType, StringType,
)  # fmt: skip


@dataclass(frozen=True)
class FieldOf:
    """A field that answers for each row by itself; its SQL is over the view's columns."""

    name: str
    sql: str


@dataclass(frozen=True)
class Query:
    """A query whose first field is unique, and its rows as they must be.

    Attributes:
        name: what it shows.
        sql: over the view.
        expected: its rows, from the row-wise answers.
        folded: whether the optimizer must fold constants, the query's own ones.
    """

    name: str
    sql: str
    expected: Callable[[Answers], Rows]
    folded: bool = False


def fields(subject: Subject, rows: Sequence[tuple[Any, ...]]) -> list[FieldOf]:
    """The call alone, in IF and CASE, and with a constant for each of its arguments in turn."""
    call = subject.over_columns()
    found = [
        FieldOf("over columns", call),
        FieldOf("inside IF", f"IF(id % 3 = 0, {call}, NULL)"),
        FieldOf("inside CASE WHEN", f"CASE WHEN id % 4 = 0 THEN {call} WHEN id < 0 THEN NULL END"),
    ]
    columns = [f"a{k}" for k in range(len(subject.types))]
    for k, of in enumerate(subject.types):
        alone = len(columns) == 1
        if alone and subject.folded:
            continue
        constants = _constants([row[k] for row in rows], of, alone)
        for what, constant in constants:
            arguments = [*columns[:k], constant, *columns[k + 1 :]]
            found.append(FieldOf(f"argument {k + 1} {what}", subject.call(arguments)))
    return found


def _constants(values: Sequence[Any], of: DataType, alone: bool) -> list[tuple[str, str]]:
    """A value and null as constants of a type.

    A call with nothing but constants must not be computed beforehand, so then no cast is either: a
    constant is a plain literal, where the type has such.
    """
    if isinstance(of, NullType) or (alone and not isinstance(of, _WITH_LITERALS)):
        return []
    null = ("a null literal", literal(None, of))
    # A short one, for the plan's sake, but not an empty one.
    found = [v for v in values if v is not None and v != ()]
    write = plain_literal if alone else literal
    texts = sorted((text for v in found if (text := write(v, of))), key=len)
    return [("a literal", texts[len(texts) // 2]), null] if texts else [null]


def queries(subject: Subject, total: int) -> list[Query]:
    """The call behind slices and filters, in aggregates and in joins."""
    call = subject.over_columns()
    offset = max(1, total // 3)
    found = [
        Query(
            "on a slice (OFFSET)",
            f"SELECT id, {call} AS r FROM (SELECT * FROM {VIEW} ORDER BY id OFFSET {offset})",
            lambda answers: [(i, answers[i]) for i in sorted(answers) if i >= offset],
        ),
        _no_rows(subject, call, total),
    ]
    return [*found, _filter(subject, call), _aggregate(subject, call), _join(subject)]


def _no_rows(subject: Subject, call: str, total: int) -> Query:
    """The call on a batch that has lost all its rows.

    The plugin drops such batches behind a filter, but not behind a LIMIT beyond the last row, whose
    sum with OFFSET Spark cannot plan unless it folds it: not where the call would be folded too.
    """
    by_limit = bool(subject.types) and _HAS_EMPTY_BATCHES
    rows = f"(SELECT * FROM {VIEW} ORDER BY id LIMIT 1 OFFSET {total})"
    source = rows if by_limit else f"{VIEW} WHERE id < -1"
    sql = f"SELECT id, {call} AS r FROM {source}"
    return Query("on a batch of no rows", sql, lambda answers: [], folded=by_limit)


def _filter(subject: Subject, call: str) -> Query:
    if isinstance(subject.returns, BooleanType):
        return Query(
            "as a filter",
            f"SELECT id, id AS r FROM {VIEW} WHERE {call}",
            lambda answers: [(i, i) for i, r in answers.items() if r],
        )
    return Query(
        "in a filter",
        f"SELECT id, id AS r FROM {VIEW} WHERE {call} IS NOT NULL",
        lambda answers: [(i, i) for i, r in answers.items() if r is not None],
    )


def _aggregate(subject: Subject, call: str) -> Query:
    ordered = isinstance(subject.returns, _ORDERED)
    greatest = f", max({call}) AS m" if ordered else ""

    def expected(answers: Answers) -> Rows:
        groups: dict[int, list[Any]] = {i % _GROUPS: [] for i in answers}
        for i, r in answers.items():
            groups[i % _GROUPS] += [] if r is None else [r]
        return [(g, len(rs), *([_greatest(rs)] if ordered else [])) for g, rs in groups.items()]

    sql = f"SELECT id % {_GROUPS} AS id, count({call}) AS n{greatest} FROM {VIEW}"
    return Query("in an aggregate", f"{sql} GROUP BY id % {_GROUPS}", expected)


def _greatest(values: Sequence[Any]) -> Any:
    def key(value: Any) -> Any:
        return value.encode("utf-8", "surrogateescape") if isinstance(value, str) else value

    return max(values, key=key, default=None)


def _join(subject: Subject) -> Query:
    left, right = subject.over_columns("l"), subject.over_columns("r")
    few = f"(SELECT * FROM {VIEW} WHERE id < {_FEW}) r"
    unfit = (FloatType, DoubleType, BinaryType, NullType)
    if is_nested(subject.returns) or isinstance(subject.returns, unfit):
        return Query(
            "above a join",
            f"SELECT /*+ BROADCAST(r) */ l.id AS id, {right} AS v FROM {VIEW} l JOIN {few} "
            f"ON l.id % {_FEW} = r.id",
            lambda answers: [(i, answers[i % _FEW]) for i in answers if i % _FEW in answers],
        )
    return Query(
        "as the key of a join",
        f"SELECT /*+ BROADCAST(r) */ l.id * {_FEW} + r.id AS id, r.id AS v FROM {VIEW} l "
        f"JOIN {few} ON {left} = {right}",
        lambda answers: [
            (i * _FEW + j, j)
            for i, one in answers.items()
            for j in range(_FEW)
            if one is not None and answers.get(j) is not None and one == answers[j]
        ],
    )
