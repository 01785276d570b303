# SPDX-License-Identifier: Apache-2.0

"""UDFs of compiled functions before Spark 4.1, which has no UDFs on Arrow arrays: by pandas.

pandas cannot tell null from NaN, and turns whole numbers with nulls into floating-point ones: so
Spark itself removes the nulls before, and restores them afterwards.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rapids_udfs.gpu import loops

if TYPE_CHECKING:
    from pyspark.sql import Column
    from pyspark.sql.types import DataType


def udf(kernel: Any, returns: DataType, wanted: str) -> Callable[..., Column]:
    """The UDF of a ``rapids_udfs.gpu.compiled.Kernel``; see its ``udf``."""
    import pandas as pd
    from pyspark.sql import functions as F

    functions: Any = F  # not all of it is typed

    def on_pandas(*columns):  # type: ignore[no-untyped-def] # Spark reads its annotations
        *of_kernel, null = columns
        given = list(map(_argument, kernel.names, kernel.are_lists, of_kernel))
        return pd.Series(kernel.run_where(~null.to_numpy(dtype=bool), given, wanted))

    on_pandas.__annotations__ = {"columns": pd.Series, "return": pd.Series}
    on_pandas.__name__ = kernel.function.__name__
    made = functions.pandas_udf(on_pandas, returns)

    def call(*columns: Column | str) -> Column:
        kernel.check_number(columns)
        given = [F.col(c) if isinstance(c, str) else c for c in columns]
        pairs = list(zip(kernel.are_lists, given, strict=True))
        null = functools.reduce(operator.or_, [_null(is_list, column) for is_list, column in pairs])
        found = made(*[_filled(is_list, column) for is_list, column in pairs], null)
        if wanted.startswith("float"):
            # The function returns no null: a null here was NaN.
            found = F.coalesce(found, F.lit(float("nan")).cast(returns))
        return F.when(~null, found)

    return call


def _filled(is_list: bool, column: Column) -> Column:
    from pyspark.sql import functions as F

    if is_list:
        return F.filter(F.coalesce(column, F.array()), lambda x: x.isNotNull())
    # Of the narrowest type, so that the column keeps its own.
    return F.coalesce(column, F.lit(0).cast("tinyint"))


def _null(is_list: bool, column: Column) -> Column:
    from pyspark.sql import functions as F

    if not is_list:
        return column.isNull()
    return column.isNull() | F.coalesce(F.exists(column, lambda x: x.isNull()), F.lit(True))


def _argument(name: str, is_list: bool, column: Any) -> loops.Argument:
    argument: loops.Argument = loops.lists_of(list(column)) if is_list else column.to_numpy()
    dtype = argument.values.dtype if isinstance(argument, loops.Lists) else argument.dtype
    if dtype.kind not in "biuf":
        raise loops.wrong_column(name, f"pandas's type {dtype}")
    return argument
