"""Tables whose columns are the arguments of calls: the cases of a function as data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from harness import catalogue
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
        types: of the arguments.
        literals: the arguments of row 0 as SQL.
    """

    function: str
    view: str
    types: tuple[str, ...]
    literals: tuple[str, ...]
    rows: int

    @property
    def columns(self) -> list[str]:
        """The arguments' columns; a value in place of one of void, for not every Spark stores it."""  # noqa: E501
        return [_NULL if t == _VOID else f"a{i}" for i, t in enumerate(self.types)]


def write(spark: SparkSession, function: Function, cases: Sequence[Case], folder: Path) -> Calls:
    """Write the calls of the cases to Parquet, in several files.

    Cases of other argument types than the first are left out where a function takes any.
    """
    name = str(function["name"])
    plain = [case.call for case in cases if not case.is_error]
    if catalogue.is_dependent(function):
        types = storable(spark, plain[0].arguments)
        plain = plain[:1]
    else:
        types = tuple(str(a["type"]) for a in function["arguments"])
    rows = [call.cast(lambda i: types[i]) for call in plain]
    stored = [i for i, type_ in enumerate(types) if type_ != _VOID]
    structs = ", ".join(_struct(name, number, row, stored) for number, row in enumerate(rows))
    view = f"calls_{name}"
    path = str(folder / view)
    table = spark.sql(f"SELECT inline(array({structs}))")
    table.repartition(_FILES, "id").write.mode("overwrite").parquet(path)
    spark.read.parquet(path).createOrReplaceTempView(view)
    return Calls(name, view, types, rows[0], len(rows))


def _struct(function: str, number: int, arguments: Sequence[str], stored: Sequence[int]) -> str:
    literal = f"CAST({function}({', '.join(arguments)}) AS STRING)"
    fields = [("id", str(number)), *((f"a{i}", arguments[i]) for i in stored)]
    text = ", ".join(f"'{name}', {sql}" for name, sql in [*fields, ("literal", literal)])
    return f"named_struct({text})"


def storable(spark: SparkSession, arguments: Sequence[str]) -> tuple[str, ...]:
    """The types of expressions; what is void there is INT, for no file stores void."""
    if not arguments:
        return ()
    columns = ", ".join(f"typeof({a})" for a in arguments)
    return tuple(str(t).replace("void", "int") for t in spark.sql(f"SELECT {columns}").collect()[0])
