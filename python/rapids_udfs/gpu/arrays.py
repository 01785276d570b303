# SPDX-License-Identifier: Apache-2.0

"""Functions of array columns for DataFrames, computed by NumPy or CuPy on Arrow's memory.

Spark has UDFs on Arrow arrays since 4.1. Before that, data would go through pandas, which cannot
tell a null element from NaN; there Spark's own array functions compute the same, on the CPU.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from rapids_udfs.errors import ArgumentTypeError
from rapids_udfs.gpu import lists
from rapids_udfs.gpu.metrics import Meter
from rapids_udfs.gpu.sql_types import FLOATS, INTEGERS, NUMBERS, number_types
from rapids_udfs.gpu.worker_device import UseGpu, arrays_on, check_use_gpu, no_gpu, to_numpy

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import Column
    from pyspark.sql.types import ArrayType


def zero_suppress(
    col: Column | str, threshold: float, *, element: str = "smallint", use_gpu: UseGpu = "auto"
) -> Column:
    """Set samples whose magnitude is at most a threshold to 0.

    NaN and null elements stay, and so do null arrays.

    Args:
        col: a column of arrays of ``element``.
        threshold: in the samples' unit, at least 0; infinity suppresses all but NaN.
        element: the SQL type of the samples: ``tinyint``, ``smallint``, ``int``, ``bigint``,
            ``float`` or ``double``. The result has the same.
        use_gpu: the device, see ``rapids_udfs.gpu.device``.

    Raises:
        ValueError: a threshold that is negative or NaN, or another ``element`` or ``use_gpu``.
        ArgumentTypeError: a threshold that is not a number.
        TypeError: in the job, the column's elements do not fit ``element``; before Spark 4.1 it is
            Spark's error, with the same reason.
        GpuNotFoundError: ``use_gpu=True`` on Spark before 4.1.
    """
    numbers: tuple[Any, ...] = (int, float, np.number)
    if isinstance(threshold, bool) or not isinstance(threshold, numbers):
        raise ArgumentTypeError("zero_suppress", threshold, "a number for threshold")
    given: Any = threshold
    if isinstance(given, np.number):
        threshold = given.item()  # an unsigned one has no negative
    if math.isnan(threshold) or threshold < 0:
        raise ValueError(f"threshold={threshold!r}; a magnitude is at least 0")
    returns = _array_of(element, NUMBERS)

    def suppress(xp: Any, column: pa.Array) -> pa.Array:
        return lists.map_values(
            column, lambda values: to_numpy(suppressed(xp, xp.asarray(values), threshold))
        )

    def of_spark(column: Column | str) -> Column:
        from pyspark.sql import functions as F

        if element in FLOATS:
            low, high = F.lit(-float(threshold)), F.lit(float(threshold))
        else:
            limits = np.iinfo(INTEGERS[element])
            low, high = map(F.lit, _whole_bounds(threshold, limits.min, limits.max))
        return F.transform(
            column, lambda x: F.when((x <= high) & (x >= low), F.lit(0).cast(element)).otherwise(x)
        )

    return _applied("zero_suppress", suppress, of_spark, col, returns, use_gpu)


def nan_compact(col: Column | str, *, element: str = "double", use_gpu: UseGpu = "auto") -> Column:
    """Remove NaNs from arrays; the other elements keep their order.

    Null elements and null arrays stay: null is not NaN.

    Args:
        col: a column of arrays of ``element``.
        element: ``float`` or ``double``. The result has the same.
        use_gpu: the device, see ``rapids_udfs.gpu.device``.

    Raises:
        ValueError: another ``element``: only these have NaN; or another ``use_gpu``.
        TypeError: in the job, the column's elements do not fit ``element``; before Spark 4.1 it is
            Spark's error, with the same reason.
        GpuNotFoundError: ``use_gpu=True`` on Spark before 4.1.
    """
    returns = _array_of(element, FLOATS)

    def compact(xp: Any, column: pa.Array) -> pa.Array:
        # A value behind a null is not NaN.
        return lists.filter_values(
            column,
            lambda values, valid: to_numpy(~(xp.isnan(xp.asarray(values)) & xp.asarray(valid))),
        )

    def of_spark(column: Column | str) -> Column:
        from pyspark.sql import functions as F

        return F.filter(column, lambda x: x.isNull() | ~F.isnan(x))

    return _applied("nan_compact", compact, of_spark, col, returns, use_gpu)


def _applied(
    name: str,
    on_arrow: Callable[[Any, pa.Array], pa.Array],
    of_spark: Callable[[Any], Column],
    col: Column | str,
    returns: ArrayType,
    use_gpu: UseGpu,
) -> Column:
    """Apply the function by a UDF on Arrow arrays if Spark has them, else Spark's own functions."""
    from pyspark.sql import functions as F

    check_use_gpu(use_gpu)
    make = getattr(F, "arrow_udf", None)
    if make is not None:
        import pyarrow as pa

        meter = Meter("arrays", name)
        element = returns.elementType.simpleString()

        def counted(column: pa.Array) -> pa.Array:
            lists.check_fits(column.type, element, NUMBERS[element])
            where, xp = arrays_on(use_gpu)
            with meter.batch(where, len(column)):
                return on_arrow(xp, column)

        # Spark infers the sort of UDF from annotations that are classes, not strings.
        counted.__annotations__ = {"column": pa.Array, "return": pa.Array}
        counted.__name__ = name  # Spark names the column after it
        applied: Column = make(counted, returns)(col)
        return applied
    if use_gpu is True:
        raise no_gpu("Spark has UDFs on Arrow arrays from 4.1 on")
    column = F.col(col) if isinstance(col, str) else col
    element = returns.elementType.simpleString()
    # A condition for a lossless cast, as in lists.check_fits; Spark folds it when it plans.
    fitting = [f"array<{sql}>" for sql in NUMBERS if lists.can_cast(sql, element)]
    text = f" is the column's type, and not all of it is of element={element!r}"
    unfit = F.concat(F.typeof(column), F.lit(f"{text}: name its own, or cast"))
    fits = F.typeof(column).isin(fitting)
    return F.when(fits, of_spark(column).cast(returns)).otherwise(F.raise_error(unfit))


def _array_of(element: str, allowed: Iterable[str]) -> ArrayType:
    from pyspark.sql import types as T

    if element not in allowed:
        raise ValueError(f"element={element!r}; it is one of {', '.join(allowed)}")
    return T.ArrayType(number_types()[element])


def suppressed(xp: Any, values: Any, threshold: float) -> Any:
    """The values with those of a magnitude of at most ``threshold`` set to 0.

    NaN stays. No magnitude is computed: that of the least integer of a type does not fit in it.
    """
    low: float
    high: float
    if xp.isdtype(values.dtype, "integral"):
        limits = xp.iinfo(values.dtype)
        low, high = _whole_bounds(threshold, int(limits.min), int(limits.max))
    else:
        high = _float_bound(threshold, values.dtype)
        low = -high
    # Not the inverse comparison: both are false for NaN, which must stay.
    return xp.where((values <= high) & (values >= low), xp.zeros_like(values), values)


def _float_bound(threshold: float, dtype: Any) -> Any:
    """The greatest number of a type that is at most ``threshold``."""
    with np.errstate(over="ignore"):
        nearest = np.dtype(dtype).type(threshold)
    # As doubles: NumPy would round the threshold for a comparison with float32.
    too_large = float(nearest) > threshold
    return np.nextafter(nearest, nearest.dtype.type(0)) if too_large else nearest


def _whole_bounds(threshold: float, least: int, greatest: int) -> tuple[int, int]:
    """The least and the greatest integer of a type whose magnitude is at most ``threshold``."""
    whole = greatest + 1 if math.isinf(threshold) else math.floor(threshold)
    return max(-whole, least), min(whole, greatest)
