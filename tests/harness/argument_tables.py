# SPDX-License-Identifier: Apache-2.0

"""Hundreds of random arguments for functions, from the values in cases and the extremes of types.

A table has four columns for every type that a function takes. Their values are chosen from the
values that the cases of any function have for that type, the type's extremes, and null. A query
also has the calls of the function's own cases, and the same calls with one argument changed.
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
# The types to call functions with that take any type.
_ANY = ("string", "int", "array<string>", "decimal(18,2)")


def takes(function: Function) -> list[str]:
    """Return the types to call a function with."""
    if catalogue.is_dependent(function):
        return list(_ANY) if function["varargs"] else list(_ANY[: len(function["arguments"])])
    return [str(a["type"]) for a in function["arguments"]]


def positive_cases(function: Function) -> list[Case]:
    """Return the cases and examples of a function that are not errors."""
    return [case for case in cases.every(function) if not case.is_error]


@functools.cache
def types() -> list[str]:
    """Return the types of the table's columns; files cannot store void."""
    wanted = [t for f in catalogue.functions().values() for t in takes(f)]
    return sorted({*wanted} - {"void"})


@functools.cache
def _pools() -> dict[str, list[str]]:
    """Return the values of every type as SQL."""
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
    # One row has all values of every type; the table's rows choose from it.
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
    """Return the name of a type's column."""
    return f"t{types().index(type_)}_{number}"


def rows(*functions: Function) -> str:
    """Return a query for ``id`` and all arguments of the functions, ``a0, a1, ...``.

    Generated rows have ids from 0, rows of the functions' cases have negative ids. A function with
    fewer cases than another repeats its last case.
    """
    declared = [takes(function) for function in functions]
    generated = ["NULL" if t == "void" else column(t, k) for d in declared for k, t in enumerate(d)]
    named = "".join(f", {value} AS a{k}" for k, value in enumerate(generated))
    sql = f"SELECT id{named} FROM {VIEW}"
    listed = [_arguments(f, d) for f, d in zip(functions, declared, strict=True)]
    # The plugin leaves a union of binaries to Spark 4.1, which then closes its batches twice.
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
    """Return the arguments of a function's cases as SQL; empty if they may have any type."""
    if catalogue.is_dependent(function):
        return []
    calls = [case.call for case in positive_cases(function)]
    varied = [_varied(call, declared, Random(i)) for i, call in enumerate(calls)]
    return [call.cast(lambda i: declared[i]) for call in [*calls, *varied]]


def _varied(call: Call, declared: Sequence[str], random: Random) -> Call:
    """Return the call with one literal changed: truncated, or with another number in it."""
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
    """Return an integer that is no further from 0 and so fits the type."""
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
