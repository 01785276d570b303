# SPDX-License-Identifier: Apache-2.0

"""The loop over rows around a function of one row, compiled by Numba for the CPU or for CUDA."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from rapids_udfs.gpu.lists import flatten
from rapids_udfs.gpu.worker_device import Device, UseGpu, device, missing, without_library

_THREADS = 256
_KEPT = 64


class Argument(NamedTuple):
    """A column: a number per row, or with offsets the array values[offsets[i]:offsets[i + 1]]."""

    values: Any
    offsets: Any = None

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.values) if self.offsets is None else len(self.offsets) - 1


Loop = Callable[[Sequence[Argument]], Any]

_compiled: OrderedDict[tuple[Any, ...], Loop] = OrderedDict()
"""The loops that this process has used most recently."""


def nulls(column: pa.Array) -> Any:
    """Return the mask of rows that are null, or whose list has a null."""
    mask = column.is_null().to_numpy(zero_copy_only=False)
    if pa.types.is_list(column.type) and (flat := column.flatten()).null_count:
        parents = pc.list_parent_indices(column).filter(flat.is_null())
        mask[parents.to_numpy()] = True
    return mask


def from_arrow(name: str, is_list: bool, column: pa.Array) -> Argument:
    """Convert an Arrow array without nulls; TypeError if it is not of numbers or booleans."""
    if is_list:
        lists = flatten(column)
        return Argument(lists.values, lists.offsets)
    if not pa.types.is_primitive(column.type) or pa.types.is_temporal(column.type):
        raise _not_numbers(name, f"Arrow's type {column.type}")
    return Argument(column.to_numpy(zero_copy_only=False))


def from_numpy(name: str, is_list: bool, column: Any) -> Argument:
    """Convert an array, or a sequence of arrays; TypeError if it is not of numbers or booleans."""
    if is_list:
        rows = [np.asarray(row) for row in column]
        if any(row.ndim != 1 for row in rows) or len({row.dtype for row in rows}) > 1:
            raise TypeError("the arrays of a column are one-dimensional and of one type")
        offsets = np.cumsum([0, *map(len, rows)])
        return Argument(np.concatenate(rows) if rows else np.empty(0), offsets)
    array = np.asarray(column)
    if array.ndim != 1:
        raise TypeError(
            f"the argument for {name!r} has {array.ndim} dimensions; it is an array with a value "
            "for each row. For arrays name the parameter in jit(arrays=[...])"
        )
    if array.dtype.kind not in "biuf":
        raise _not_numbers(name, f"NumPy's type {array.dtype}")
    return Argument(array)


def _not_numbers(name: str, kind: str) -> TypeError:
    return TypeError(
        f"the column for {name!r} is of {kind}; it must be of numbers or booleans. For arrays name "
        "the parameter in jit(arrays=[...]), and cast others"
    )


def compiled(
    token: str, function: Callable[..., Any], arguments: Sequence[Argument], use_gpu: UseGpu
) -> tuple[Loop, Device, bool]:
    """Return the loop for the arguments' types, its device, and whether it was compiled now.

    Functions with equal tokens share their loops.
    """
    try:
        import numba  # noqa: F401 (fail here if it is missing, not where it is used)
    except ModuleNotFoundError as e:
        raise missing("compiled functions", e, "numba") from e
    where = device(use_gpu)
    if where.is_gpu and (lacking := _lacking_for_cuda()):
        where = without_library(where, lacking, use_gpu)
    types = [(a.values.dtype.str, a.offsets is None) for a in arguments]
    key = (token, where.kind, *types)
    is_new = key not in _compiled
    if is_new:
        _compiled[key] = _compile(function, arguments, where)
        if len(_compiled) > _KEPT:
            _compiled.popitem(last=False)
    _compiled.move_to_end(key)
    return _compiled[key], where, is_new


@cache
def _lacking_for_cuda() -> str:
    """What Numba lacks to compile for CUDA; empty if nothing."""
    try:
        from numba import cuda

        if not cuda.is_available():  # type: ignore[no-untyped-call]
            return "a CUDA driver that Numba can use"
        # Numba imports most of its CUDA target only when it compiles, and may not fit NumPy.
        cuda.jit("void(float64[:])")(_probe)  # type: ignore[no-untyped-call]
    except Exception as e:
        return f"a Numba that compiles for CUDA ({type(e).__name__}: {e})"
    return ""


def _probe(out: Any) -> None:
    out[0] = 1.0


def _compile(function: Callable[..., Any], arguments: Sequence[Argument], where: Device) -> Loop:
    import numba
    from numba.core.errors import NumbaError

    # A division by zero gives infinity or NaN, as on CUDA.
    njit: Any = partial(numba.njit, error_model="numpy")
    try:
        on_cpu = njit(function)
        # On CUDA the result has the same type as on the CPU.
        dtype = _return_type(on_cpu, arguments)
        if where.is_gpu:
            return _on_cuda(function, arguments, dtype)
        loop = njit(_generate(arguments, "range(len(out))", function=on_cpu))
        # Compile now, so that the time is not counted as the first batch's.
        loop(np.empty(0, dtype), *_arrays(arguments))
    except NumbaError as e:
        raise TypeError(f"Numba cannot compile {function.__name__}: {e}") from e

    def run(arguments: Sequence[Argument]) -> Any:
        out = np.empty(arguments[0].rows, dtype)
        loop(out, *_arrays(arguments))
        return out

    return run


def _return_type(on_cpu: Any, arguments: Sequence[Argument]) -> Any:
    """Compile the function for one row; return NumPy's type of its result."""
    from numba import from_dtype, types
    from numba.np.numpy_support import as_dtype

    row = [from_dtype(argument.values.dtype) for argument in arguments]
    for i, argument in enumerate(arguments):
        if argument.offsets is not None:
            row[i] = types.Array(row[i], 1, "C", readonly=True)
    on_cpu.compile(tuple(row))
    result = on_cpu.overloads[tuple(row)].signature.return_type
    if not isinstance(result, (types.Number, types.Boolean)):
        raise TypeError(f"{on_cpu.py_func.__name__} returns {result}; it must return a number")
    return as_dtype(result)


def _on_cuda(function: Callable[..., Any], arguments: Sequence[Argument], dtype: Any) -> Loop:
    from numba import cuda as typed

    cuda: Any = typed  # not all of it is typed
    rows = "range(cuda.grid(1), len(out), cuda.gridsize(1))"
    on_device = cuda.jit(device=True)(function)
    kernel = cuda.jit(_generate(arguments, rows, function=on_device, cuda=cuda))

    def run(arguments: Sequence[Argument]) -> Any:
        if not arguments[0].rows:
            return np.empty(0, dtype)
        out = cuda.device_array(arguments[0].rows, dtype)
        blocks = -(-len(out) // _THREADS)
        kernel[blocks, _THREADS](out, *map(cuda.to_device, _arrays(arguments)))
        return out.copy_to_host()

    return run


def _generate(arguments: Sequence[Argument], rows: str, **names: Any) -> Any:
    """Generate a loop that uses these names, since Numba has no star arguments of several types."""
    parameters, row = [], []
    for n, argument in enumerate(arguments):
        is_array = argument.offsets is not None
        parameters += [f"v{n}", f"o{n}"] if is_array else [f"v{n}"]
        row.append(f"v{n}[o{n}[i] : o{n}[i + 1]]" if is_array else f"v{n}[i]")
    source = (
        f"def loop(out, {', '.join(parameters)}):\n"
        f"    for i in {rows}:\n"
        f"        out[i] = function({', '.join(row)})\n"
    )
    exec(source, names)  # noqa: S102 (it consists of parameter numbers, nothing else)
    return names["loop"]


def _arrays(arguments: Sequence[Argument]) -> list[Any]:
    """Return the loop's arrays, read-only as Arrow's memory is, so that Numba sees one type."""
    arrays = [a for argument in arguments for a in argument if a is not None]
    views = [np.ascontiguousarray(array).view() for array in arrays]
    for view in views:
        view.flags.writeable = False
    return views
