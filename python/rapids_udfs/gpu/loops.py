# SPDX-License-Identifier: Apache-2.0

"""The loop over rows around a function of one row, compiled by Numba for the CPU or for CUDA."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, cast

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from rapids_udfs.gpu import lists
from rapids_udfs.gpu.worker_device import Device, UseGpu, device, missing, without_library

_THREADS = 256


class Lists(NamedTuple):
    """A column of arrays: row i has the values from offsets[i] on, to offsets[i + 1]."""

    offsets: Any
    values: Any

    def __len__(self) -> int:
        return len(self.offsets) - 1


Argument = Any
"""A NumPy array with one value per row, or Lists."""
Loop = Callable[[Sequence[Argument]], Any]

_KEPT = 64
_compiled: OrderedDict[tuple[Any, ...], Loop] = OrderedDict()
"""The loops that this process has used most recently."""


def nulls(column: pa.Array) -> Any:
    """The mask of rows that are null, or whose list has a null."""
    mask = column.is_null().to_numpy(zero_copy_only=False)
    if pa.types.is_list(column.type) and (flat := column.flatten()).null_count:
        parents = pc.list_parent_indices(column).filter(flat.is_null())
        mask[parents.to_numpy()] = True
    return mask


def of_arrow(name: str, is_list: bool, column: pa.Array) -> Argument:
    """The loop's argument for an Arrow array that has no nulls."""
    if is_list:
        flat = lists.flatten(column)
        return Lists(flat.offsets, flat.values)
    kind = column.type
    is_number = pa.types.is_integer(kind) or pa.types.is_floating(kind)
    if not (is_number or pa.types.is_boolean(kind)):
        raise wrong_column(name, f"Arrow's type {kind}")
    return column.to_numpy(zero_copy_only=False)


def of_numpy(name: str, is_list: bool, column: Any) -> Argument:
    """The loop's argument for an array, or for a sequence of arrays."""
    if is_list:
        rows = [np.asarray(row) for row in column]
        if any(row.ndim != 1 for row in rows) or len({row.dtype for row in rows}) > 1:
            raise TypeError("the arrays of a column are one-dimensional and of one type")
        offsets = np.cumsum([0, *map(len, rows)])
        return Lists(offsets, np.concatenate(rows) if rows else np.empty(0))
    array = np.asarray(column)
    if array.ndim != 1:
        raise TypeError(
            f"the argument for {name!r} has {array.ndim} dimensions; it is an array with a value "
            "for each row. For arrays name the parameter in jit(arrays=[...])"
        )
    if array.dtype.kind not in "biuf":
        raise wrong_column(name, f"NumPy's type {array.dtype}")
    return array


def wrong_column(name: str, kind: str) -> TypeError:
    """The error for a column that no loop takes."""
    return TypeError(
        f"the column for {name!r} is of {kind}; it must be of numbers or booleans. For arrays name "
        "the parameter in jit(arrays=[...]), and cast others"
    )


def compiled(
    token: str, function: Callable[..., Any], given: Sequence[Argument], use_gpu: UseGpu
) -> tuple[Loop, Device, bool]:
    """The loop for arguments of these types, its device, and whether it was compiled now."""
    try:
        import numba  # noqa: F401 (fail here if it is missing, not where it is used)
    except ModuleNotFoundError as e:
        raise missing("compiled functions", e, "numba") from e
    where = device(use_gpu)
    if where.is_gpu:
        from numba import cuda

        if not cuda.is_available():  # type: ignore[no-untyped-call]
            where = without_library(where, "a CUDA driver that Numba can use", use_gpu)
    types = tuple(
        ("list", a.values.dtype.str) if isinstance(a, Lists) else ("one", a.dtype.str)
        for a in given
    )
    key = (token, where.kind, *types)
    new = key not in _compiled
    if new:
        _compiled[key] = _compile(function, given, where)
        if len(_compiled) > _KEPT:
            _compiled.popitem(last=False)
    _compiled.move_to_end(key)
    return _compiled[key], where, new


def _compile(function: Callable[..., Any], given: Sequence[Argument], where: Device) -> Loop:
    import numba
    from numba.core.errors import NumbaError

    try:
        # A division by zero gives infinity or NaN, as on CUDA.
        on_cpu = numba.njit(function, error_model="numpy")
        # The type of the result is the CPU's for CUDA too.
        result = numba.np.numpy_support.as_dtype(_returned(on_cpu, given))
        if where.is_gpu:
            return _on_cuda(function, given, result)
        loop = numba.njit(_written(given, "i in range(len(out))", on_cpu), error_model="numpy")
        # Compile now, so that the time is not counted as the first batch's.
        loop(np.empty(0, result), *_flat(given))
    except NumbaError as e:
        raise TypeError(f"Numba cannot compile {function.__name__}: {e}") from e

    def run(arguments: Sequence[Argument]) -> Any:
        out = np.empty(len(arguments[0]), result)
        loop(out, *_flat(arguments))
        return out

    return run


def _returned(on_cpu: Any, given: Sequence[Argument]) -> Any:
    import numba

    typeof: Any = numba.typeof
    of_row = tuple(
        typeof(_read_only(a.values)) if isinstance(a, Lists) else numba.from_dtype(a.dtype)
        for a in given
    )
    on_cpu.compile(of_row)
    returned = on_cpu.overloads[of_row].signature.return_type
    if not isinstance(returned, (numba.types.Number, numba.types.Boolean)):
        raise TypeError(f"{on_cpu.py_func.__name__} returns {returned}; it must return a number")
    return returned


def _on_cuda(function: Callable[..., Any], given: Sequence[Argument], result: Any) -> Loop:
    from numba import cuda as typed

    cuda: Any = typed  # not all of it is typed
    rows = "i in range(cuda.grid(1), len(out), cuda.gridsize(1))"
    kernel = cuda.jit(_written(given, rows, cuda.jit(device=True)(function)))

    def run(arguments: Sequence[Argument]) -> Any:
        rows = len(arguments[0])
        if not rows:
            return np.empty(0, result)
        out = cuda.device_array(rows, result)
        blocks = -(-rows // _THREADS)
        kernel[blocks, _THREADS](out, *[cuda.to_device(each) for each in _flat(arguments)])
        return out.copy_to_host()

    return run


def _written(given: Sequence[Argument], rows: str, function: Any) -> Callable[..., Any]:
    """Generate the loop, since Numba has no star arguments of several types."""
    parameters, row = [], []
    for number, argument in enumerate(given):
        if isinstance(argument, Lists):
            parameters += [f"o{number}", f"v{number}"]
            row.append(f"v{number}[o{number}[i] : o{number}[i + 1]]")
        else:
            parameters.append(f"a{number}")
            row.append(f"a{number}[i]")
    source = (
        f"def loop(out, {', '.join(parameters)}):\n"
        f"    for {rows}:\n"
        f"        out[i] = function({', '.join(row)})\n"
    )
    names: dict[str, Any] = {"function": function}
    if "cuda." in rows:
        from numba import cuda

        names["cuda"] = cuda
    exec(source, names)  # noqa: S102 (it consists of parameter numbers, nothing else)
    return cast("Callable[..., Any]", names["loop"])


def _flat(arguments: Sequence[Argument]) -> list[Any]:
    found: list[Any] = []
    for argument in arguments:
        found += argument if isinstance(argument, Lists) else [argument]
    return [_read_only(each) for each in found]


def _read_only(array: Any) -> Any:
    """Make an array read-only, as Arrow's memory is, so that Numba sees one type for both."""
    view = np.ascontiguousarray(array).view()
    view.flags.writeable = False
    return view
