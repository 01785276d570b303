# SPDX-License-Identifier: Apache-2.0

"""Functions of a row, compiled by Numba in the workers, for the CPU or for CUDA from one body.

::

    @compiled.vectorize
    def hypotenuse(a, b):
        return math.sqrt(a * a + b * b)


    @compiled.jit(arrays=["samples"])
    def energy(samples, gain):
        total = 0.0
        for sample in samples:
            total += (gain * sample) ** 2
        return total


    df.select(hypotenuse.udf("double")("x", "y"), energy.udf("double")("samples", "gain"))

Nothing is compiled, and Numba is not imported, before a worker has rows: the driver needs neither
Numba nor a GPU, and Numba refuses CUDA where it finds no driver.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import operator
from collections.abc import Callable, Iterable, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any, cast, overload

from rapids_udfs.errors import ArgumentTypeError
from rapids_udfs.gpu import loops
from rapids_udfs.gpu.casts import outside
from rapids_udfs.gpu.metrics import Meter
from rapids_udfs.gpu.sql_types import NUMBERS, number_types
from rapids_udfs.gpu.worker_device import Device, UseGpu, check_use_gpu

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import Column
    from pyspark.sql.types import DataType

KIND = "numba"
RETURNS = {"boolean": "bool", **NUMBERS}
"""The types that a function may return, by their names in SQL and in NumPy."""


class Kernel:
    """A function of a row's values, to be compiled where it runs; made by the decorators."""

    def __init__(
        self, function: Callable[..., Any], arrays: Sequence[str] = (), use_gpu: UseGpu = "auto"
    ) -> None:
        if not inspect.isfunction(function):
            wanted = "a Python function, whose code Numba can compile"
            raise ArgumentTypeError("compiled", function, wanted)
        parameters = inspect.signature(function).parameters
        kinds = {p.kind for p in parameters.values()}
        if kinds != {inspect.Parameter.POSITIONAL_OR_KEYWORD}:
            raise ValueError(f"{function.__name__} must have parameters, each for one column")
        check_use_gpu(use_gpu)
        if isinstance(arrays, str) or not isinstance(arrays, Iterable):
            raise ValueError(f"arrays={arrays!r}; it is a list of parameters: arrays=['samples']")
        unknown = [name for name in arrays if name not in parameters]
        if unknown:
            raise ValueError(
                f"arrays={list(arrays)!r}, but {function.__name__} has no parameter "
                f"{unknown[0]!r}; it has {', '.join(parameters)}"
            )
        functools.update_wrapper(self, function)
        self.function: Callable[..., Any] = function
        self.are_lists = {name: name in arrays for name in parameters}
        self.use_gpu: UseGpu = use_gpu
        self._token = ""
        self._meter = Meter(KIND, function.__name__)

    def __getstate__(self) -> dict[str, Any]:
        # Workers cache compiled loops by the function with the globals that it uses.
        return {**self.__dict__, "_token": self._fingerprint()}

    def _fingerprint(self) -> str:
        from pyspark import cloudpickle

        f: Any = self.function
        # A copy is pickled by value, with code and globals, even if the function can be imported.
        copy = FunctionType(f.__code__, f.__globals__, f.__name__, f.__defaults__, f.__closure__)
        pickled: bytes = cloudpickle.dumps(copy)  # type: ignore[no-untyped-call]
        return hashlib.sha256(pickled).hexdigest()

    def __call__(self, *columns: Any) -> Any:
        """Call the function on rows in NumPy arrays, without Spark.

        Args:
            columns: an array for each parameter, all of one length; for a parameter named in
                ``arrays``, a sequence of arrays.

        Returns:
            A NumPy array of what the function returns.

        Raises:
            TypeError: a wrong number of columns, arrays of several lengths, of another dimension,
                or of types that Numba does not take; columns of Spark, which are for ``udf``.
            GpuNotFoundError: ``use_gpu=True`` without a GPU that Numba can use.
        """
        self._check_number(columns)
        arguments: dict[str, loops.Argument] = {}
        for (name, is_list), column in zip(self.are_lists.items(), columns, strict=True):
            if isinstance(column, str) or hasattr(column, "isNull"):
                called = self.function.__name__
                raise TypeError(
                    f"{called}(...) takes NumPy arrays, without Spark; for columns of a DataFrame "
                    f"it is {called}.udf(return_type)(...), such as {called}.udf('double')(...)"
                )
            arguments[name] = loops.of_numpy(name, is_list, column)
        if len({len(each) for each in arguments.values()}) > 1:
            told = ", ".join(f"{name}: {len(each)}" for name, each in arguments.items())
            raise TypeError(f"columns of several lengths: {told}")
        given = list(arguments.values())
        loop, _ = self._compiled(given)
        return loop(given)

    def udf(self, return_type: DataType | str) -> Callable[..., Column]:
        """A UDF of as many columns as the function has parameters.

        It works on Arrow's memory from Spark 4.1 on, by pandas before. The columns are numbers or
        booleans (before 4.1 numbers), or arrays of numbers where ``arrays`` says so. A row with a
        null argument, or with a null element in an array, gives null without calling the function;
        NaN is a value.

        Args:
            return_type: ``boolean``, ``tinyint``, ``smallint``, ``int``, ``bigint``, ``float`` or
                ``double``; the function must return the same kind of number.

        Raises:
            ValueError: another return type.
            TypeError: a wrong number of columns; in the job, a column of another type, or a
                function that returns another kind than ``return_type``.
            OverflowError: in the job, whole numbers that ``return_type`` cannot hold.
        """
        from pyspark.sql import functions as F
        from pyspark.sql.types import BooleanType

        of: dict[str, DataType] = {"boolean": BooleanType(), **number_types()}
        returns = (
            of.get(return_type.strip().lower()) if isinstance(return_type, str) else return_type
        )
        if returns is None or returns not in of.values():
            raise ValueError(f"return_type={return_type!r}; it is one of {', '.join(RETURNS)}")
        arrow_udf = getattr(F, "arrow_udf", None)
        made = _by_arrow(self, returns, arrow_udf) if arrow_udf else _by_pandas(self, returns)

        def call(*columns: Column | str) -> Column:
            self._check_number(columns)
            return made(*columns)

        return call

    def apply(self, columns: Sequence[pa.Array], wanted: str, null: Any = False) -> tuple[Any, Any]:
        """The values of a NumPy type for a batch, and the mask of rows that are null.

        ``null`` are rows that are known to be. Rows that are null have 0, and the function is not
        called for them.
        """
        import numpy as np
        import pyarrow as pa

        for column in columns:
            null = null | loops.nulls(column)
        if null.any():
            columns = [column.filter(pa.array(~null)) for column in columns]
        pairs = zip(self.are_lists.items(), columns, strict=True)
        arguments = [loops.of_arrow(*parameter, column) for parameter, column in pairs]
        loop, where = self._compiled(arguments)
        with self._meter.batch(where, len(arguments[0])):
            values = self._fitting(loop(arguments), wanted)
        if not null.any():
            return values, null
        spread = np.zeros(len(null), wanted)
        spread[~null] = values
        return spread, null

    def _fitting(self, values: Any, wanted: str) -> Any:
        """The values as a NumPy type of the same kind."""
        import numpy as np

        name = self.function.__name__
        if not np.can_cast(values.dtype, wanted, "same_kind"):
            raise TypeError(
                f"{name} returns {values.dtype}, which is not of the kind of the UDF's return "
                f"type, {wanted}"
            )
        if np.dtype(wanted).kind == "i" and (lost := outside(values, wanted)):
            raise OverflowError(
                f"{name} returns {lost}, which do not all fit the UDF's return type, {wanted}: "
                "name a wider one"
            )
        return values.astype(wanted, copy=False)

    def _compiled(self, arguments: Sequence[loops.Argument]) -> tuple[loops.Loop, Device]:
        token = self._token or self._fingerprint()
        loop, where, new = loops.compiled(token, self.function, arguments, self.use_gpu)
        if new:
            self._meter.add(where, loads=1)
        return loop, where

    def _check_number(self, columns: Sequence[Any]) -> None:
        if len(columns) != len(self.are_lists):
            raise TypeError(
                f"{self.function.__name__} takes {len(self.are_lists)} columns "
                f"({', '.join(self.are_lists)}), not {len(columns)}"
            )


@overload
def vectorize(function: Callable[..., Any], /) -> Kernel: ...


@overload
def vectorize(*, use_gpu: UseGpu = "auto") -> Callable[[Callable[..., Any]], Kernel]: ...


def vectorize(
    function: Callable[..., Any] | None = None, /, *, use_gpu: UseGpu = "auto"
) -> Kernel | Callable[[Callable[..., Any]], Kernel]:
    """Compile a function of numbers for columns: a decorator, with or without options.

    Args:
        function: of numbers, to a number; of what Numba compiles for both the CPU and CUDA:
            arithmetic, branches, loops, ``math``.
        use_gpu: the device, see ``rapids_udfs.gpu.device``.

    Raises:
        ValueError: the function has no parameters, or some that cannot be columns.
        ArgumentTypeError: it is not a Python function.
    """
    if function is None:
        return lambda f: Kernel(f, use_gpu=use_gpu)
    return Kernel(function)


def jit(
    *, arrays: Sequence[str], use_gpu: UseGpu = "auto"
) -> Callable[[Callable[..., Any]], Kernel]:
    """Compile a function of a row's arrays and numbers for columns: a decorator.

    Args:
        arrays: the parameters that are arrays: one-dimensional, to be read only.
        use_gpu: the device, see ``rapids_udfs.gpu.device``.

    Raises:
        ValueError: the function has no such parameters, or some that cannot be columns.
        ArgumentTypeError: it is not a Python function.
    """
    return lambda function: Kernel(function, arrays, use_gpu)


def _by_arrow(kernel: Kernel, returns: DataType, arrow_udf: Any) -> Callable[..., Column]:
    import pyarrow as pa

    wanted = RETURNS[returns.simpleString()]

    def on_arrow(*columns):  # type: ignore[no-untyped-def] # Spark reads its annotations
        values, null = kernel.apply(columns, wanted)
        return pa.array(values, mask=null)

    # Spark infers the sort of UDF from annotations that are classes, not strings.
    on_arrow.__annotations__ = {"columns": pa.Array, "return": pa.Array}
    on_arrow.__name__ = kernel.function.__name__
    made: Callable[..., Column] = arrow_udf(on_arrow, returns)
    return made


def _by_pandas(kernel: Kernel, returns: DataType) -> Callable[..., Column]:
    """The UDF before Spark 4.1, which has no UDFs on Arrow arrays.

    pandas cannot tell null from NaN, and turns whole numbers with nulls into floating-point ones:
    so Spark itself removes the nulls before, and restores them afterwards.
    """
    import pandas as pd
    import pyarrow as pa
    from pyspark.sql import functions as F
    from pyspark.sql.pandas.functions import pandas_udf

    wanted = RETURNS[returns.simpleString()]

    def on_pandas(*columns):  # type: ignore[no-untyped-def] # Spark reads its annotations
        *of_kernel, null = columns
        arrays = [pa.array(column.to_numpy()) for column in of_kernel]
        return pd.Series(kernel.apply(arrays, wanted, null.to_numpy(dtype=bool))[0])

    on_pandas.__annotations__ = {"columns": pd.Series, "return": pd.Series}
    on_pandas.__name__ = kernel.function.__name__
    made = cast(Any, pandas_udf)(on_pandas, returns)

    def call(*columns: Column | str) -> Column:
        given, nulls = [], []
        for is_list, named in zip(kernel.are_lists.values(), columns, strict=True):
            column = F.col(named) if isinstance(named, str) else named
            if is_list:
                has_null = F.exists(column, lambda x: x.isNull())
                nulls.append(column.isNull() | F.coalesce(has_null, F.lit(True)))
                given.append(F.filter(F.coalesce(column, F.array()), lambda x: x.isNotNull()))
            else:
                nulls.append(column.isNull())
                # Of the narrowest type, so that the column keeps its own.
                given.append(F.coalesce(column, F.lit(0).cast("tinyint")))
        null = functools.reduce(operator.or_, nulls)
        found = made(*given, null)
        if wanted.startswith("float"):
            # The function returns no null: a null here was NaN.
            found = F.coalesce(found, F.lit(float("nan")).cast(returns))
        return F.when(~null, found)

    return call
