# SPDX-License-Identifier: Apache-2.0

"""Converts a batch's columns to a model's NumPy arrays, and its output to a batch's predictions.

Arrays and return types are those of ``predict_batch_udf``: numbers and strings, arrays of them, and
structs of both.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from pyspark.sql.types import ArrayType, DataType, StructType

from rapids_udfs.gpu.arguments import NUMBERS
from rapids_udfs.gpu.casts import cast
from rapids_udfs.gpu.worker_device import to_numpy

OnNan = Literal["pass", "null", "raise"]
"""The treatment of a row with NaN: the model gets it, the row gives null, or the job fails."""
Shapes = dict[int, list[int]] | None
"""Tensor shapes by column position; None if the user gave none."""

_BYTES = (bytes, bytearray)
_SCALARS = (*NUMBERS, "string")


class MisfitError(Exception):
    """An input or an output that does not fit; the caller adds the model's name."""


def prepare(batch: Any, shapes: Shapes, on_nan: OnNan, first: int = 0) -> tuple[list[Any], Any]:
    """Convert the columns of a batch; return an array for each, and the mask of the rows in them.

    A row with a null array, string or bytes is left out; a null number is NaN, since pandas has
    nothing else. Bytes with a shape are values of uint8; nested arrays are flattened. ``first`` is
    the number of the batch's first row, for errors.
    """
    columns = [_cells(batch.iloc[:, i], shapes, i, first) for i in range(batch.shape[1])]
    kept = ~np.any([missing for _, missing, _ in columns], axis=0)
    arrays = [_stack(cells[kept], shape) for cells, _, shape in columns]
    if on_nan != "pass":
        nan = np.zeros(len(arrays[0]), dtype=bool)
        for array in arrays:
            if array.dtype.kind == "f":
                nan |= np.isnan(array).any(axis=tuple(range(1, array.ndim)))
        rows = np.flatnonzero(kept)[nan]
        if rows.size and on_nan == "raise":
            raise MisfitError(
                f"row {first + rows[0]} of the batch has NaN. on_nan='null' gives null for such "
                "rows, on_nan='pass' leaves it to the model"
            )
        kept[rows] = False
        arrays = [array[~nan] for array in arrays]
    return arrays, kept


def inputs(arrays: list[Any], count: int, is_struct: bool, shapes: Shapes) -> list[Any]:
    """Return the arrays for a model with this many inputs: a struct's fields as one, if need be."""
    columns = len(arrays)
    if count == columns:
        return arrays
    if count != 1 or not is_struct:
        raise MisfitError(
            f"it takes {count} inputs, but there are {columns} columns. F.struct or F.array "
            "makes one input of several columns of numbers"
        )
    shape = (shapes or {}).get(0, [columns])
    if math.prod(shape) != columns:
        raise MisfitError(f"a struct of {columns} fields is no tensor of shape {shape}")
    return [np.stack(arrays, axis=1).reshape(-1, *shape)]


def _cells(
    column: Any, shapes: Shapes, position: int, first: int
) -> tuple[Any, Any, list[int] | None]:
    """Return a column's cells, the mask of null ones, and the shape of the tensor in each."""
    cells, missing = column.to_numpy(), column.isna().to_numpy()
    if cells.dtype != object:
        # A null number is NaN, which is the model's; a null time is not.
        return cells, missing & (cells.dtype.kind in "mM"), None
    sample = next((cell for cell in cells if cell is not None), None)
    is_array = isinstance(sample, (list, np.ndarray))
    if is_array and shapes is None:
        raise MisfitError(
            "a column of arrays needs input_tensor_shapes: a shape for each column, or None for "
            "cells that the model takes as they come"
        )
    shape = (shapes or {}).get(position) if is_array or isinstance(sample, _BYTES) else None
    if is_array or shape is not None:
        cells = np.frompyfunc(_flat, 1, 1)(cells)
    if shape is not None:
        rows, size = np.flatnonzero(~missing), math.prod(shape)
        lengths = np.fromiter(map(len, cells[rows]), np.intp, len(rows))
        wrong = np.flatnonzero(lengths != size)
        if wrong.size:
            raise MisfitError(
                f"row {first + rows[wrong[0]]} of the batch has {lengths[wrong[0]]} values, but a "
                f"tensor of shape {shape} has {size}"
            )
    return cells, missing, shape


def _flat(cell: Any) -> Any:
    """Return the values of an array, or of an array of arrays, in order; bytes as uint8."""
    if isinstance(cell, _BYTES):
        return np.frombuffer(cell, np.uint8)
    while cell is not None and len(cell) and isinstance(cell[0], (list, np.ndarray)):
        if any(part is None for part in cell):
            raise MisfitError("an array has a null array in it")
        cell = np.concatenate(cell)
    return cell


def _stack(cells: Any, shape: list[int] | None) -> Any:
    if shape is not None:
        return (np.concatenate(cells) if len(cells) else np.zeros(0)).reshape(-1, *shape)
    are_flags = len(cells) and isinstance(cells[0], (bool, np.bool_))
    return cells.astype(bool) if are_flags else cells


def check_return_type(kind: DataType) -> None:
    """Raise ValueError for a type that ``predict_batch_udf`` cannot return."""
    types = [field.dataType for field in kind.fields] if isinstance(kind, StructType) else [kind]
    if not types:
        raise ValueError("return_type is a struct without fields")
    if any(_scalar(each) not in _SCALARS for each in types):
        raise ValueError(
            f"return_type={kind.simpleString()!r}; it is one of {', '.join(_SCALARS)}, an array of "
            "one of them, or a struct of such fields"
        )


def predictions(output: Any, rows: int, kind: DataType) -> Any:
    """Return a batch's predictions: an array, or for a struct a dict of arrays or a list of dicts.

    Extra fields of a dict are left out. If it has several and the type is one value, ``logits`` is
    taken. MisfitError for an output that does not fit the type or the number of rows.
    """
    if isinstance(kind, StructType):
        return _struct(output, rows, kind)
    if isinstance(output, Mapping):
        if len(output) > 1 and "logits" not in output:
            raise MisfitError(
                f"its output {_fields(output)}, but return_type={kind.simpleString()!r} is one "
                "value: use a struct of them, or pick one in a predict function"
            )
        output = output["logits"] if "logits" in output else next(iter(output.values()), None)
    return _column("its output", output, rows, kind)


def join(pieces: list[Any]) -> Any:
    """Join the predictions of a batch's pieces."""
    if isinstance(pieces[0], dict):
        return {name: np.concatenate([piece[name] for piece in pieces]) for name in pieces[0]}
    if isinstance(pieces[0], list):
        return [row for piece in pieces for row in piece]
    return np.concatenate(pieces)


def _struct(output: Any, rows: int, kind: StructType) -> Any:
    names = kind.names
    if isinstance(output, list) and output and all(isinstance(row, Mapping) for row in output):
        if len(output) != rows:
            raise MisfitError(f"its output is {len(output)} dicts for {rows} rows")
        return [_pick(row, names) for row in output]
    if isinstance(output, (tuple, list)) and len(output) == len(names):
        output = dict(zip(names, output, strict=True))
    if not isinstance(output, Mapping):
        raise MisfitError(
            f"its output is {_describe(output)}, but return_type={kind.simpleString()!r} takes a "
            "dict of arrays, a tuple of them in field order, or a list with one dict per row"
        )
    picked = _pick(output, names)
    return {f.name: _column(f"its {f.name!r}", picked[f.name], rows, f.dataType) for f in kind}


def _pick(fields: Mapping[str, Any], names: list[str]) -> dict[str, Any]:
    missing = [name for name in names if name not in fields]
    if missing:
        raise MisfitError(f"its output {_fields(fields)}, but no {', '.join(missing)}")
    return {name: fields[name] for name in names}


def _column(subject: str, output: Any, rows: int, kind: DataType) -> Any:
    output = to_numpy(output)
    if isinstance(output, (tuple, list)) and any(np.ndim(to_numpy(each)) for each in output):
        raise MisfitError(
            f"{subject} is {_describe(output)} of arrays instead of one array: np.stack them if "
            "they are rows, or pick one"
        )
    array = np.asarray(output)
    is_array = isinstance(kind, ArrayType)
    if not is_array and array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != (2 if is_array else 1) or len(array) != rows:
        shape = f"({rows}, elements)" if is_array else f"({rows},)"
        raise MisfitError(
            f"{subject} is {_describe(output)}, but {rows} rows of {kind.simpleString()} are an "
            f"array of shape {shape}"
        )
    scalar = _scalar(kind)
    if scalar == "string":
        if array.dtype.kind not in "UTO":
            raise MisfitError(f"{subject} is of type {array.dtype}, not strings")
        return array.astype(object)
    if array.dtype == object:
        return array
    expected = f"its return type is {scalar}: name another one, or convert the output"
    return fitting(subject, array, NUMBERS[scalar], expected)


def fitting(subject: str, array: Any, dtype: Any, expected: str) -> Any:
    """Cast an array; MisfitError instead of a loss other than rounding (see ``casts.cast``)."""
    try:
        return cast(subject, array, dtype, expected)
    except (TypeError, OverflowError) as e:
        raise MisfitError(str(e)) from None


def _scalar(kind: DataType) -> str:
    """Return the name of a type, or of an array's elements."""
    return (kind.elementType if isinstance(kind, ArrayType) else kind).simpleString()


def _fields(output: Mapping[str, Any]) -> str:
    return f"has the fields {', '.join(map(str, output))}" if output else "has no fields"


def _describe(output: Any) -> str:
    kind, shape = type(output).__name__, getattr(output, "shape", None)
    if shape is not None:
        return f"{kind} of shape {tuple(shape)}"
    return f"{kind} of length {len(output)}" if isinstance(output, (tuple, list, str)) else kind
