# SPDX-License-Identifier: Apache-2.0

"""Functions of one row, compiled by Numba in the workers: one body for the CPU and for CUDA.

::

    @compiled.jit(arrays=["samples"])
    def energy(samples, gain):
        total = 0.0
        for sample in samples:
            total += (gain * sample) ** 2
        return total


    df.select(energy.udf("double")("samples", "gain"))

Numba is not imported before a worker has rows: the driver needs neither Numba nor a GPU.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import operator
from collections.abc import Callable, Iterable, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any, cast, overload

import numpy as np
import pyarrow as pa

from rapids_udfs.errors import ArgumentTypeError
from rapids_udfs.gpu import casts, loops
from rapids_udfs.gpu.arguments import NUMBERS, number_types
from rapids_udfs.gpu.metrics import Meter
from rapids_udfs.gpu.worker_device import Device, UseGpu, check_use_gpu

if TYPE_CHECKING:
    from pyspark.sql import Column
    from pyspark.sql.types import DataType

_RETURNS = {"boolean": "bool", **NUMBERS}
"""NumPy's name of each type that a function may return, by its name in SQL."""


class Kernel:
    """A function of one row's values, which is compiled where it runs; the decorators return it."""

    __name__: str

    def __init__(
        self, function: Callable[..., Any], arrays: Sequence[str] = (), use_gpu: UseGpu = "auto"
    ) -> None:
        if not inspect.isfunction(function):
            expected = "a Python function, whose code Numba can compile"
            raise ArgumentTypeError("compiled", function, expected)
        parameters = inspect.signature(function).parameters
        if {p.kind for p in parameters.values()} != {inspect.Parameter.POSITIONAL_OR_KEYWORD}:
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
        self.parameters = {name: name in arrays for name in parameters}
        """Whether each parameter is an array."""
        self.use_gpu: UseGpu = use_gpu
        self._token = ""
        self._meter = Meter("numba", function.__name__)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_token": self._fingerprint()}

    def _fingerprint(self) -> str:
        """Identify the function with the globals that it uses, by which loops are cached."""
        from pyspark import cloudpickle

        f: Any = self.function
        # A copy is pickled by value, with code and globals, even if the function can be imported.
        copy = FunctionType(f.__code__, f.__globals__, f.__name__, f.__defaults__, f.__closure__)
        pickled: bytes = cloudpickle.dumps(copy)  # type: ignore[no-untyped-call]
        return hashlib.sha256(pickled).hexdigest()

    def __call__(self, *columns: Any) -> Any:
        """Call the function on rows in NumPy arrays, without Spark; return a NumPy array.

        Args:
            columns: an array for each parameter, all of one length; for a parameter named in
                ``arrays``, a sequence of arrays.

        Raises:
            TypeError: a wrong number of columns; arrays of several lengths, of another dimension,
                or of types that Numba does not take; Spark's columns, which are for ``udf``.
            GpuNotFoundError: ``use_gpu=True`` without a GPU that Numba can use.
        """
        self._check_count(columns)
        if any(isinstance(column, str) or hasattr(column, "isNull") for column in columns):
            raise TypeError(
                f"{self.__name__}(...) takes NumPy arrays, without Spark; for columns of a "
                f"DataFrame it is {self.__name__}.udf(return_type)(...), such as "
                f"{self.__name__}.udf('double')(...)"
            )
        arguments = self._arguments(loops.from_numpy, columns)
        if len({argument.rows for argument in arguments}) > 1:
            pairs = zip(self.parameters, arguments, strict=True)
            lengths = ", ".join(f"{name}: {argument.rows}" for name, argument in pairs)
            raise TypeError(f"columns of several lengths: {lengths}")
        loop, _ = self._loop(arguments)
        return loop(arguments)

    def udf(self, return_type: DataType | str) -> Callable[..., Column]:
        """Return a UDF of as many columns as the function has parameters.

        It works on Arrow's memory from Spark 4.1 on, through pandas before. The columns are numbers
        or booleans (before 4.1 numbers), or arrays of numbers for the parameters in ``arrays``. A
        row with a null argument, or with a null element in an array, gives null without calling the
        function; NaN is a value.

        Args:
            return_type: ``boolean``, ``tinyint``, ``smallint``, ``int``, ``bigint``, ``float`` or
                ``double``; the function must return the same kind of number.

        Raises:
            ValueError: another return type.
            TypeError: a wrong number of columns; in the job, a column of another type, or a
                function that returns another kind than ``return_type``.
            OverflowError: in the job, numbers that ``return_type`` cannot hold.
        """
        from pyspark.sql import functions as F
        from pyspark.sql.types import BooleanType

        types: dict[str, DataType] = {"boolean": BooleanType(), **number_types()}
        returns = (
            types.get(return_type.strip().lower()) if isinstance(return_type, str) else return_type
        )
        if returns is None or returns not in types.values():
            raise ValueError(f"return_type={return_type!r}; it is one of {', '.join(_RETURNS)}")
        arrow_udf = getattr(F, "arrow_udf", None)
        dtype = _RETURNS[returns.simpleString()]
        if arrow_udf is None:
            udf = _pandas_udf(self, returns, dtype)
        else:

            def on_arrow(*columns):  # type: ignore[no-untyped-def] # annotations choose the kind
                values, null = self.apply(columns, dtype)
                return pa.array(values, mask=null)

            on_arrow.__name__ = self.__name__
            udf = arrow_udf(on_arrow, returns)

        def call(*columns: Column | str) -> Column:
            self._check_count(columns)
            return udf(*columns)

        return call

    def apply(self, columns: Sequence[pa.Array], dtype: str) -> tuple[Any, Any]:
        """Compute a batch: values of a NumPy type, and the mask of null rows, whose value is 0."""
        valid = ~np.any([loops.nulls(column) for column in columns], axis=0)
        if not valid.all():
            columns = [column.filter(pa.array(valid)) for column in columns]
        arguments = self._arguments(loops.from_arrow, columns)
        loop, where = self._loop(arguments)
        with self._meter.batch(where, arguments[0].rows):
            expected = f"the UDF's return type is {dtype}: name another one"
            values = casts.cast(f"the result of {self.__name__}", loop(arguments), dtype, expected)
        result = np.zeros(len(valid), dtype)
        result[valid] = values
        return result, ~valid

    def _arguments(
        self, convert: Callable[[str, bool, Any], loops.Argument], columns: Sequence[Any]
    ) -> list[loops.Argument]:
        pairs = zip(self.parameters.items(), columns, strict=True)
        return [convert(name, is_array, column) for (name, is_array), column in pairs]

    def _loop(self, arguments: Sequence[loops.Argument]) -> tuple[loops.Loop, Device]:
        token = self._token or self._fingerprint()
        loop, where, is_new = loops.compiled(token, self.function, arguments, self.use_gpu)
        if is_new:
            self._meter.add(where, loads=1)
        return loop, where

    def _check_count(self, columns: Sequence[Any]) -> None:
        if len(columns) != len(self.parameters):
            raise TypeError(
                f"{self.__name__} takes {len(self.parameters)} columns "
                f"({', '.join(self.parameters)}), not {len(columns)}"
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


def _pandas_udf(kernel: Kernel, returns: DataType, dtype: str) -> Callable[..., Column]:
    """Return the UDF for Spark before 4.1, which has no UDFs on Arrow arrays.

    pandas cannot tell null from NaN, and turns integers with nulls into floats: so Spark itself
    removes the nulls before, and restores them afterwards.
    """
    import pandas as pd
    from pyspark.sql import functions as F

    def on_pandas(*columns):  # type: ignore[no-untyped-def] # annotations choose the kind
        *arguments, null = (column.to_numpy() for column in columns)
        arrays = [pa.array(argument, mask=null.astype(bool)) for argument in arguments]
        return pd.Series(kernel.apply(arrays, dtype)[0])

    on_pandas.__name__ = kernel.__name__
    udf = cast(Any, F).pandas_udf(on_pandas, returns)

    def call(*columns: Column | str) -> Column:
        arguments, nulls = [], []
        for is_array, name_or_column in zip(kernel.parameters.values(), columns, strict=True):
            column = F.col(name_or_column) if isinstance(name_or_column, str) else name_or_column
            if is_array:
                has_null = F.exists(column, lambda x: x.isNull())
                nulls.append(column.isNull() | F.coalesce(has_null, F.lit(True)))
                arguments.append(F.filter(F.coalesce(column, F.array()), lambda x: x.isNotNull()))
            else:
                nulls.append(column.isNull())
                # The narrowest type, so that the column keeps its own.
                arguments.append(F.coalesce(column, F.lit(0).cast("tinyint")))
        null = functools.reduce(operator.or_, nulls)
        result = udf(*arguments, null)
        if dtype.startswith("float"):
            # The function returns no null: a null here was NaN.
            result = F.coalesce(result, F.lit(float("nan")).cast(returns))
        return F.when(~null, result)

    return call
