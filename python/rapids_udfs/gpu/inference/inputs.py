# SPDX-License-Identifier: Apache-2.0

"""Converts the columns of an Arrow batch, as pandas has them, to a model's NumPy arrays.

The arrays are those that ``predict_batch_udf`` makes. It stacks the cells of each of its batches;
here the cells of an Arrow batch are stacked once.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

import numpy as np
import pandas as pd

OnNan = Literal["pass", "null", "raise"]
"""The treatment of a row with NaN: the model gets it, the row gives null, or the job fails."""
Shapes = dict[int, list[int]] | None
"""Tensor shapes by column position; None if the user gave none."""

_BYTES = (bytes, bytearray)
_PART_BYTES = 128 << 20


class MisfitError(Exception):
    """An input or an output that does not fit; the caller adds the model's name."""


class Rows(NamedTuple):
    """The arrays of a batch for the model."""

    arrays: list[Any]
    """One per column, or per field of a struct; rows first."""
    is_struct: bool
    """True if they are the fields of one struct."""
    kept: Any
    """Mask of the batch's rows that the arrays contain."""

    def inputs(self, count: int, shapes: Shapes) -> list[Any]:
        """Return the arrays for a model with this many inputs."""
        columns = len(self.arrays)
        if count == columns:
            return self.arrays
        if count != 1 or not self.is_struct:
            raise MisfitError(
                f"it takes {count} inputs, but there are {columns} columns. F.struct or F.array "
                "makes one input of several columns of numbers"
            )
        shape = (shapes or {}).get(0, [columns])
        if math.prod(shape) != columns:
            raise MisfitError(f"a struct of {columns} fields is no tensor of shape {shape}")
        return [np.stack(self.arrays, axis=1).reshape(-1, *shape)]


def split(batch: Any, shapes: Shapes, batch_size: int) -> Iterator[tuple[int, Any]]:
    """Split a batch into parts whose tensors take at most 128 MiB, each with its first row.

    Each part but the last is a whole number of the model's batches.
    """
    columns = batch if isinstance(batch, tuple) else (batch,)
    row_bytes = 8 * sum(math.prod(shape) for shape in (shapes or {}).values())
    step = max(_PART_BYTES // max(row_bytes, 1) // batch_size, 1) * batch_size
    for first in range(0, len(columns[0]), step):
        part = tuple(column.iloc[first : first + step] for column in columns)
        yield first, part if isinstance(batch, tuple) else part[0]


def prepare(batch: Any, shapes: Shapes, on_nan: OnNan, first: int = 0) -> Rows:
    """Convert a batch: a series, a tuple of them, or the frame of a struct.

    A row with a null array, string or bytes is left out; a null number is NaN, since pandas has
    nothing else. Bytes with a shape are values of uint8; nested arrays are flattened. ``first`` is
    the number of the batch's first row, for errors.
    """
    series: list[Any] = []
    for part in batch if isinstance(batch, tuple) else (batch,):
        is_frame = isinstance(part, pd.DataFrame)
        series += [part.iloc[:, i] for i in range(part.shape[1])] if is_frame else [part]
    columns = [_cells(column, shapes, position, first) for position, column in enumerate(series)]
    kept = ~np.any([missing for _, missing, _ in columns], axis=0)
    arrays = [_stack(c if kept.all() else c[kept], shape) for c, _, shape in columns]
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
    return Rows(arrays, isinstance(batch, pd.DataFrame), kept)


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
