# SPDX-License-Identifier: Apache-2.0

"""Tables of the calls in functions' cases: the columns are the arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from harness import cases, catalogue
from harness.cases import Case
from harness.catalogue import Function

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_FILES = 3
_VOID = "void"
_NULL = "NULL"


@dataclass(frozen=True)
class Calls:
    """A table of calls.

    Its columns are ``id``, the arguments ``a0, a1, ...`` and ``literal``, the result of the same
    call over literals, as strings.

    Attributes:
        view: its name in SQL.
        types: the types of the arguments.
        literals: the arguments of row 0 as SQL.
    """

    function: str
    view: str
    types: tuple[str, ...]
    literals: tuple[str, ...]
    rows: int

    @property
    def columns(self) -> list[str]:
        """Return the arguments' columns; for void, which not every Spark stores, a value."""
        return columns(self.types)


@dataclass(frozen=True)
class Table:
    """A table of the cases of several functions, see :func:`write_together`.

    Attributes:
        view: its name in SQL.
        columns: the columns of every function's arguments.
        types: the types of the arguments.
        literals: the arguments of row 0 as SQL.
    """

    view: str
    columns: dict[str, list[str]]
    types: dict[str, tuple[str, ...]]
    literals: dict[str, tuple[str, ...]]
    rows: int


def write_together(
    spark: SparkSession, functions: Sequence[str], view: str, folder: Path, *, answers: bool = False
) -> Table:
    """Write the calls of functions' cases: the columns are ``id`` and ``<function>_a0, ...``.

    A function with fewer cases than another repeats its last case. With ``answers``, the column
    ``<function>_literal`` has the result of the same call over literals, as a string.
    """
    every = {name: catalogue.functions()[name] for name in functions}
    typed_calls = {name: arguments(spark, f, cases.every(f)) for name, f in every.items()}
    rows = []
    for number in range(max(len(calls) for _, calls in typed_calls.values())):
        row: dict[str, str] = {}
        for name, (types, calls) in typed_calls.items():
            values = calls[min(number, len(calls) - 1)]
            row |= stored(types, values, f"{name}_")
            if answers:
                row[f"{name}_literal"] = f"CAST({name}({', '.join(values)}) AS STRING)"
        rows.append(row)
    write_rows(spark, rows, view, folder)
    return Table(
        view,
        {name: columns(types, f"{name}_") for name, (types, _) in typed_calls.items()},
        {name: types for name, (types, _) in typed_calls.items()},
        {name: calls[0] for name, (_, calls) in typed_calls.items()},
        len(rows),
    )


def columns(types: Sequence[str], prefix: str = "") -> list[str]:
    """Return the columns of arguments of these types; NULL for void."""
    return [_NULL if t == _VOID else f"{prefix}a{i}" for i, t in enumerate(types)]


def write(spark: SparkSession, function: Function, listed: Sequence[Case], folder: Path) -> Calls:
    """Write the calls of the cases to several Parquet files.

    If a function takes any types, only its first case is written.
    """
    name = str(function["name"])
    types, rows = arguments(spark, function, listed)
    view = f"calls_{name}"
    literals = [f"CAST({name}({', '.join(row)}) AS STRING)" for row in rows]
    fields = [
        {**stored(types, row), "literal": sql} for row, sql in zip(rows, literals, strict=True)
    ]
    write_rows(spark, fields, view, folder)
    return Calls(name, view, types, rows[0], len(rows))


def arguments(
    spark: SparkSession, function: Function, listed: Sequence[Case]
) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return the types of a function's arguments, and the cases' arguments as SQL."""
    plain = [case.call for case in listed if not case.is_error]
    if catalogue.is_dependent(function):
        types = storable(spark, plain[0].arguments)
        plain = plain[:1]
    else:
        types = tuple(str(a["type"]) for a in function["arguments"])
    return types, [call.cast(lambda i: types[i]) for call in plain]


def stored(types: Sequence[str], row: Sequence[str], prefix: str = "") -> dict[str, str]:
    """Return a call's arguments by column, without those of type void."""
    named = enumerate(zip(types, row, strict=True))
    return {f"{prefix}a{i}": sql for i, (type_, sql) in named if type_ != _VOID}


def write_rows(
    spark: SparkSession, rows: Sequence[Mapping[str, str]], view: str, folder: Path
) -> None:
    """Write rows of SQL by column to several Parquet files, with an ``id``; create the view."""
    structs = []
    for number, row in enumerate(rows):
        fields = ", ".join(f"'{name}', {sql}" for name, sql in row.items())
        structs.append(f"named_struct('id', {number}, {fields})")
    path = str(folder / view)
    table = spark.sql(f"SELECT inline(array({', '.join(structs)}))")
    table.repartition(_FILES, "id").write.mode("overwrite").parquet(path)
    spark.read.parquet(path).createOrReplaceTempView(view)


def storable(spark: SparkSession, arguments: Sequence[str]) -> tuple[str, ...]:
    """Return the types of expressions, with INT in place of void, which files cannot store."""
    if not arguments:
        return ()
    columns = ", ".join(f"typeof({a})" for a in arguments)
    return tuple(str(t).replace("void", "int") for t in spark.sql(f"SELECT {columns}").collect()[0])
