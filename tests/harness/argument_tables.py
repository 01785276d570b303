# SPDX-License-Identifier: Apache-2.0

"""Hundreds of arguments for functions: the cases' values and every extreme, at random.

A table has four columns for each type that a function takes. Each value in them is one that some
case of some function has for that type, one of the type's extremes, or null. Then come the calls of
the function's own cases, and these once more with one argument changed.
"""

from __future__ import annotations

import functools
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from harness import cases, catalogue, type_tables
from harness.calls import Call
from harness.cases import Case
from harness.catalogue import Function

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

VIEW = "generated_arguments"
ROWS = 400
FILES = 4
_COLUMNS = 4
_STRING = re.compile(r"'[^'\\]*'")
_NUMBER = re.compile(r"\d+")
_INTEGER = re.compile(r"-?\d+[YSL]?")
# The types for functions that take any type.
_ANY = ("string", "int", "array<string>", "decimal(18,2)")


def takes(function: Function) -> list[str]:
    """The types to call a function with."""
    if catalogue.is_dependent(function):
        return list(_ANY) if function["varargs"] else list(_ANY[: len(function["arguments"])])
    return [str(a["type"]) for a in function["arguments"]]


def positive_cases(function: Function) -> list[Case]:
    """The cases and examples of a function that are not errors."""
    return [case for case in cases.every(function) if not case.is_error]


@functools.cache
def types() -> list[str]:
    """The types of the table's columns; files cannot store void."""
    wanted = [t for f in catalogue.functions().values() for t in takes(f)]
    return sorted({*wanted} - {"void"})


@functools.cache
def _pools() -> dict[str, list[str]]:
    """The values of each type as SQL."""
    pools: dict[str, dict[str, None]] = defaultdict(dict)
    for function in catalogue.functions().values():
        if catalogue.is_dependent(function):
            continue
        declared = takes(function)
        for case in positive_cases(function):
            for type_, argument in zip(declared, case.call.arguments, strict=True):
                pools[type_][f"CAST({argument} AS {type_})"] = None
    return {t: [*pools[t], *type_tables.values(t), f"CAST(NULL AS {t})"] for t in types()}


def write(spark: SparkSession, folder: Path) -> None:
    """Create the view over several Parquet files."""
    # One row that holds all values of each type; the rows of the table pick from it.
    pools = ", ".join(
        f"array({', '.join(_pools()[type_])}) AS p{i}" for i, type_ in enumerate(types())
    )
    spark.sql(f"SELECT {pools}").write.mode("overwrite").parquet(str(folder / "pools"))
    spark.read.parquet(str(folder / "pools")).createOrReplaceTempView("pools")
    picked = ", ".join(
        f"element_at(p{i}, CAST(pmod(xxhash64(id, {i}, {k}), size(p{i})) AS INT) + 1) "
        f"AS {column(type_, k)}"
        for i, type_ in enumerate(types())
        for k in range(_COLUMNS)
    )
    path = str(folder / VIEW)
    table = spark.sql(
        f"SELECT /*+ broadcast(pools) */ id, {picked} FROM range(0, {ROWS}, 1, {FILES}) JOIN pools"
    )
    table.write.mode("overwrite").parquet(path)
    spark.read.parquet(path).createOrReplaceTempView(VIEW)


def column(type_: str, number: int) -> str:
    """A column of a type."""
    return f"t{types().index(type_)}_{number}"


def rows(*functions: Function) -> str:
    """A query for the functions' arguments: ``id``, and ``a0, a1, ...`` for all of them.

    Generated rows have ids from 0 on, rows of the functions' cases have negative ones; a function
    with fewer cases than another repeats its last one.
    """
    declared = [takes(function) for function in functions]
    generated = ["NULL" if t == "void" else column(t, k) for d in declared for k, t in enumerate(d)]
    named = "".join(f", {value} AS a{k}" for k, value in enumerate(generated))
    sql = f"SELECT id{named} FROM {VIEW}"
    listed = [_arguments(f, d) for f, d in zip(functions, declared, strict=True)]
    # The plugin leaves a union of binaries to Spark, which on 4.1 then closes its batches twice.
    if not any(listed) or any({"void", "binary"} & {*types} for types in declared):
        return sql
    structs = []
    for number in range(max(map(len, listed))):
        fields = [f"'id', {-number - 1}L"]
        for calls, types in zip(listed, declared, strict=True):
            nulls = tuple(f"CAST(NULL AS {t})" for t in types)
            values = calls[min(number, len(calls) - 1)] if calls else nulls
            fields += [f"'{len(fields)}', {value}" for value in values]
        structs.append(f"named_struct({', '.join(fields)})")
    return f"{sql} UNION ALL SELECT inline(array({', '.join(structs)})) FROM range(1)"


def _arguments(function: Function, declared: Sequence[str]) -> list[tuple[str, ...]]:
    """The arguments of a function's cases as SQL; empty if they may be of any type."""
    if catalogue.is_dependent(function):
        return []
    calls = [case.call for case in positive_cases(function)]
    varied = [_varied(call, declared, Random(i)) for i, call in enumerate(calls)]
    return [call.cast(lambda i: declared[i]) for call in [*calls, *varied]]


def _varied(call: Call, declared: Sequence[str], random: Random) -> Call:
    """The call with one literal changed: cut off, or with another number in it."""
    changes = {
        i: _changed_integer if type_.endswith("int") else _changed_string
        for i, (type_, sql) in enumerate(zip(declared, call.arguments, strict=True))
        if (type_ == "string" and _STRING.fullmatch(sql))
        or (type_.endswith("int") and _INTEGER.fullmatch(sql))
    }
    if not changes:
        return call
    at = random.choice([*changes])
    arguments = list(call.arguments)
    arguments[at] = changes[at](arguments[at], random)
    return replace(call, arguments=tuple(arguments))


def _changed_integer(sql: str, random: Random) -> str:
    """An integer no further from 0, so that it fits the type."""
    sign = "-" if sql.startswith("-") else ""
    return f"{sign}{random.randint(0, int(sql.strip('-YSL')))}"


def _changed_string(sql: str, random: Random) -> str:
    text = sql[1:-1]
    numbers = [*_NUMBER.finditer(text)]
    if not numbers or random.random() < 0.3:
        return f"'{text[: random.randint(0, len(text))]}'"
    number = random.choice(numbers)
    digits = random.randint(1, len(number[0]) + 1)
    return f"'{text[: number.start()]}{random.randrange(10**digits)}{text[number.end() :]}'"
