# SPDX-License-Identifier: Apache-2.0

"""The cases of functions: row by row against Python UDFs and builtins, and on the emulator."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd
import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql import functions as F
from pyspark.sql import types as T
from pyspark.sql.functions import pandas_udf, udf
from pyspark.sql.pandas.types import to_arrow_type

import references
from bench import data, vectorised
from bench.calls import CALLS, Call
from bench.case import ARROW, ARROW_ARRAYS, BUILTIN, OURS, PANDAS, PYTHON, READING, USUAL, Case, Way
from rapids_udfs import list_functions
from rapids_udfs.session.modes import COMPILE_ROWS

IN_PYTHON = (ARROW, ARROW_ARRAYS, PANDAS, PYTHON)
TARGETS = {PYTHON: 20.0, BUILTIN: 1.0}
"""The target against Python UDFs, for functions only on strings."""
_IDENTITY = {READING: 1 / 1.1}
VARIABLE_WIDTH = ("string", "binary", "array", "map", "struct")
WARM_UPS = 5
"""Warm-up runs of a fraction of a second: the JVM compiles them only after several."""
SMALL, SMALL_WARM_UPS = 100_000, 40
"""Queries over few rows are mostly planning, which takes more runs to compile."""
FIXED_WIDTH_SECONDS = 2.0
"""The limit for a function of fixed-width columns on the emulator, for a million rows."""

_A_TASK_PER_FILE = {
    "spark.sql.files.maxPartitionBytes": "1g",
    "spark.sql.files.openCostInBytes": "1g",
}
"""The same tasks for every number of rows, so that only the rows differ."""

GROWING = ("identity", "ascii_lower", "ipv4_to_long", "money_gross", "array_cosine")
SIZES = (10_000, 100_000, 1_000_000, 10_000_000)


def row_wise() -> list[Case]:
    return [
        Case(
            call.function,
            call.call,
            2_000_000,
            data.table,
            lambda spark, _, call=call: _ways(spark, call),
            cached=False,
            sample=20_000,
            slow=IN_PYTHON,
            warm_ups=WARM_UPS,
            by_tasks=(READING, OURS, USUAL, BUILTIN),
            settings={USUAL: {COMPILE_ROWS: "false"}},
            target=_target(call),
            tolerance=1e-9,
            note=call.why,
            remark=_against(call),
        )
        for call in CALLS
    ]


def growing() -> list[Case]:
    """Return a case for every one of five functions and every number of rows."""
    calls = [call for call in CALLS if call.function in GROWING]
    columns = tuple(dict.fromkeys(column for call in calls for column in call.columns))
    return [
        Case(
            f"{call.function}_{rows}",
            call.call,
            rows,
            lambda spark, count: data.table(spark, count, columns),
            lambda _, __, call=call: {READING: _reading(call), OURS: _selecting(call.call)},
            cached=False,
            warm_ups=SMALL_WARM_UPS if rows <= SMALL else WARM_UPS,
            settings={READING: _A_TASK_PER_FILE, OURS: _A_TASK_PER_FILE},
        )
        for call in calls
        for rows in SIZES
    ]


def on_the_emulator() -> list[Case]:
    """Return a case for every call: the columnar body, and reading its arguments."""
    return [
        Case(
            call.function,
            call.call,
            1_000_000,
            data.table,
            lambda _, __, call=call: {READING: _reading(call), OURS: _selecting(call.call)},
            cached=False,
            limit=None if takes_or_gives(call, *VARIABLE_WIDTH) else FIXED_WIDTH_SECONDS,
        )
        for call in CALLS
    ]


def _target(call: Call) -> dict[str, float]:
    if call.function == "identity":
        return _IDENTITY
    text = takes_or_gives(call, "string") and call.differs != "true"
    return TARGETS if text else {BUILTIN: TARGETS[BUILTIN]}


def takes_or_gives(call: Call, *types: str) -> bool:
    """Return whether the function's signature has one of the types, also nested."""
    function = next(f for f in list_functions() if f.name == call.function)
    declared = [*(a.type for a in function.arguments), function.returns]
    return any(t in text for t in types for text in declared)


def _against(call: Call) -> str:
    remark = f": {call.remark}" if call.remark else ""
    return f"against `{call.builtin}`{remark}" if call.builtin else ""


def _reading(call: Call) -> Way:
    # A call without arguments reads nothing, but there must be a column.
    return lambda df: df.selectExpr(*(dict.fromkeys(call.columns) or ["1"]))


def _selecting(sql: str) -> Way:
    return lambda df: df.selectExpr(f"{sql} AS result")


def _ways(spark: SparkSession, call: Call) -> Mapping[str, Way]:
    ours = _selecting(call.call)
    ways = {READING: _reading(call), OURS: ours, USUAL: ours}
    if call.builtin:
        ways[BUILTIN] = _selecting(call.builtin)
    for label, function in _python_udfs(spark, call).items():
        name = f"{label.replace(' ', '_')}_{call.function}"
        spark.udf.register(name, function)
        ways[label] = _selecting(f"{name}({call.arguments})")
    return ways


def _python_udfs(spark: SparkSession, call: Call) -> dict[str, Any]:
    body = references.of(call.function)
    if body is None:
        return {}
    first = data.frame(spark, 1).selectExpr(f"struct({call.arguments}) AS a", f"{call.call} AS r")
    takes, returns = (first.schema[name].dataType for name in "ar")
    types = [field.dataType for field in takes]  # type: ignore[attr-defined]
    udfs: dict[str, Any] = {ARROW: udf(body, returns, useArrow=True)}
    # A struct is a DataFrame to pandas, in which no row can be null.
    if not any(isinstance(t, T.StructType) for t in (*types, returns)):
        whole = [isinstance(t, T.IntegralType) for t in types]
        function = getattr(vectorised, call.function, None) or _mapped(body, whole)
        udfs[PANDAS] = pandas_udf(function, returns)
        # Since Spark 4.1. Arrow builds no maps from dicts.
        if "map" not in returns.simpleString():
            udfs[ARROW_ARRAYS] = F.arrow_udf(_over_arrays(body, returns), returns)
    return {**udfs, PYTHON: udf(body, returns, useArrow=False)}


def _over_arrays(body: Callable[..., object], returns: T.DataType) -> Callable[..., pa.Array]:
    """Return a function on Arrow arrays that calls the body for every row."""
    of = to_arrow_type(returns, timezone="UTC")

    def over_arrays(*columns: pa.Array) -> pa.Array:
        rows = zip(*(c.to_pylist(maps_as_pydicts="strict") for c in columns), strict=True)
        return pa.array([body(*row) for row in rows], of)

    over_arrays.__annotations__ = {"columns": pa.Array, "return": pa.Array}
    return over_arrays


def _mapped(body: Callable[..., object], whole: list[bool]) -> Callable[..., pd.Series]:
    """Return a pandas function that calls the body for every value."""

    def mapped(*columns: pd.Series) -> pd.Series:
        # A column of whole numbers with nulls arrives as floats.
        exact = [c.astype("Int64") if w else c for c, w in zip(columns, whole, strict=True)]
        values = [c.astype("object").where(c.notna(), None) for c in exact]
        return pd.Series([body(*row) for row in zip(*values, strict=True)], dtype="object")

    # Spark infers the sort of UDF from annotations that are classes, not strings.
    mapped.__annotations__ = {"columns": pd.Series, "return": pd.Series}
    return mapped
