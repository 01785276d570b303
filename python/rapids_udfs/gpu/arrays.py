# SPDX-License-Identifier: Apache-2.0

"""Functions of array columns, computed by NumPy or CuPy on Arrow's memory.

They are UDFs on Arrow arrays, which Spark has since 4.1. Before that, data would go through pandas,
which cannot tell a null element from NaN, so Spark's own array functions compute the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

import numpy as np

from rapids_udfs.errors import ArgumentTypeError
from rapids_udfs.gpu.arguments import FLOATS, NUMBERS, number_types
from rapids_udfs.gpu.lists import FlatLists, flatten
from rapids_udfs.gpu.metrics import Meter
from rapids_udfs.gpu.worker_device import UseGpu, arrays_on, check_use_gpu, no_gpu, to_numpy

if TYPE_CHECKING:
    from pyspark.sql import Column


def zero_suppress(
    col: Column | str, threshold: float, *, element: str = "smallint", use_gpu: UseGpu = "auto"
) -> Column:
    """Set samples whose magnitude is at most a threshold to 0; NaN and nulls are kept.

    Args:
        col: a column of arrays of ``element``.
        threshold: in the samples' unit, at least 0; infinity suppresses all but NaN.
        element: the SQL type of the samples: ``tinyint``, ``smallint``, ``int``, ``bigint``,
            ``float`` or ``double``. The result has the same type.
        use_gpu: the device, see ``rapids_udfs.gpu.device``.

    Raises:
        ValueError: an argument has an invalid value.
        ArgumentTypeError: ``threshold`` is not a number.
        TypeError: in the job, the column's elements do not fit ``element``; before Spark 4.1 it is
            Spark's error, with the same reason.
        GpuNotFoundError: ``use_gpu=True`` on Spark before 4.1.
    """
    number: Any = threshold
    if isinstance(number, bool) or not isinstance(number, Real):
        raise ArgumentTypeError("zero_suppress", threshold, "a number for threshold")
    # Python's own numbers, because NumPy's unsigned ones have no negative.
    threshold = int(number) if isinstance(number, Integral) else float(number)
    if math.isnan(threshold) or threshold < 0:
        raise ValueError(f"threshold={threshold!r}; a magnitude is at least 0")

    def on_arrays(xp: Any, lists: FlatLists) -> FlatLists:
        values = suppressed(xp, xp.asarray(lists.values), threshold)
        return lists._replace(values=to_numpy(values))

    def in_spark(column: Column) -> Column:
        from pyspark.sql import functions as F

        low, high = map(F.lit, _bounds(threshold, NUMBERS[element]))
        return F.transform(
            column, lambda x: F.when((x <= high) & (x >= low), F.lit(0).cast(element)).otherwise(x)
        )

    return _apply("zero_suppress", on_arrays, in_spark, col, element, NUMBERS, use_gpu)


def nan_compact(col: Column | str, *, element: str = "double", use_gpu: UseGpu = "auto") -> Column:
    """Remove NaNs from arrays; the other elements, nulls too, keep their order.

    Args:
        col: a column of arrays of ``element``.
        element: ``float`` or ``double``. The result has the same type.
        use_gpu: the device, see ``rapids_udfs.gpu.device``.

    Raises:
        ValueError, TypeError, GpuNotFoundError: as for ``zero_suppress``.
    """

    def on_arrays(xp: Any, lists: FlatLists) -> FlatLists:
        return lists.filter(to_numpy(~xp.isnan(xp.asarray(lists.values))))

    def in_spark(column: Column) -> Column:
        from pyspark.sql import functions as F

        return F.filter(column, lambda x: x.isNull() | ~F.isnan(x))

    return _apply("nan_compact", on_arrays, in_spark, col, element, FLOATS, use_gpu)


def _apply(
    name: str,
    on_arrays: Callable[[Any, FlatLists], FlatLists],
    in_spark: Callable[[Column], Column],
    col: Column | str,
    element: str,
    allowed: Iterable[str],
    use_gpu: UseGpu,
) -> Column:
    """Apply a function by a UDF on Arrow arrays, or before Spark 4.1 by Spark's own functions."""
    from pyspark.sql import functions as F
    from pyspark.sql.types import ArrayType

    if element not in allowed:
        raise ValueError(f"element={element!r}; it is one of {', '.join(allowed)}")
    check_use_gpu(use_gpu)
    fitting = [sql for sql, dtype in NUMBERS.items() if np.can_cast(dtype, NUMBERS[element])]
    returns = ArrayType(number_types()[element])
    arrow_udf = getattr(F, "arrow_udf", None)
    if arrow_udf is None:
        if use_gpu is True:
            raise no_gpu("Spark has UDFs on Arrow arrays from 4.1 on")
        column = F.col(col) if isinstance(col, str) else col
        # Spark evaluates the condition when it plans the query.
        fits = F.typeof(column).isin([f"array<{sql}>" for sql in fitting])
        reason = F.lit(f" is the column's type, which does not fit element={element!r}: ")
        error = F.concat(F.typeof(column), reason, F.lit("use its own, or cast the column"))
        return F.when(fits, in_spark(column).cast(returns)).otherwise(F.raise_error(error))
    meter = Meter("arrays", name)
    sql_names = {dtype: sql for sql, dtype in NUMBERS.items()}

    # Without annotations it is a scalar UDF to Spark.
    def on_arrow(column):  # type: ignore[no-untyped-def]
        lists = flatten(column)
        stored = sql_names[lists.values.dtype.name]
        if stored not in fitting:
            raise TypeError(
                f"the column has elements of {stored}, which do not all fit element={element!r}: "
                f"use element={stored!r}, or cast the column"
            )
        where, xp = arrays_on(use_gpu)
        with meter.batch(where, len(column)):
            return on_arrays(xp, lists).to_arrow()

    on_arrow.__name__ = name  # Spark names the column after it
    result: Column = arrow_udf(on_arrow, returns)(col)
    return result


def suppressed(xp: Any, values: Any, threshold: float) -> Any:
    """Set the values whose magnitude is at most ``threshold`` to 0; NaN is kept."""
    low, high = _bounds(threshold, values.dtype)
    # Not the inverse comparison: both are false for NaN, which must stay.
    return xp.where((values <= high) & (values >= low), xp.zeros_like(values), values)


def _bounds(threshold: float, dtype: Any) -> tuple[float, float]:
    """Return the least and the greatest number of a type whose magnitude is at most a threshold."""
    # Values are compared with these: the magnitude of a type's least integer does not fit it.
    if np.issubdtype(dtype, np.integer):
        limits = np.iinfo(dtype)
        whole = limits.max + 1 if math.isinf(threshold) else math.floor(threshold)
        return max(-whole, limits.min), min(whole, limits.max)
    with np.errstate(over="ignore"):
        bound = np.dtype(dtype).type(threshold)
    # As doubles: NumPy would round the threshold for a comparison with float32.
    if float(bound) > threshold:
        bound = np.nextafter(bound, bound.dtype.type(0))
    return -bound.item(), bound.item()
