# SPDX-License-Identifier: Apache-2.0

"""Converts the columns of an Arrow batch, as pandas has them, to a model's NumPy arrays.

The arrays are those that ``predict_batch_udf`` makes. It stacks the cells of each of its batches;
here the cells of an Arrow batch are stacked once.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from rapids_udfs.gpu.casts import outside

if TYPE_CHECKING:
    import pandas as pd

OnNan = Literal["pass", "null", "raise"]
"""The treatment of a row with NaN: the model gets it, the row gives null, or the job ends."""
Shapes = dict[int, list[int]] | None
"""The shapes of tensors by their columns' places; None if none were given."""


class WrongInputError(Exception):
    """A column or a cell that is not a valid input."""


class Rows(NamedTuple):
    """The arrays of a batch that the model gets."""

    arrays: list[Any]
    """One for each column, or for each field of a struct; rows first."""
    of_struct: bool
    """True if they are the fields of one struct."""
    kept: Any
    """The mask of the batch's rows that they hold."""

    @property
    def size(self) -> int:
        """The number of rows that the model gets."""
        return len(self.arrays[0])

    def inputs(self, wanted: int, shapes: Shapes) -> tuple[Any, ...]:
        """The arrays for a model with this many inputs."""
        columns = len(self.arrays)
        if wanted == columns:
            return tuple(self.arrays)
        if wanted != 1 or not self.of_struct:
            raise WrongInputError(
                f"it takes {wanted} inputs, but there are {columns} columns. F.struct or F.array "
                "makes one input of several columns of numbers"
            )
        together = np.stack(self.arrays, axis=1)
        shape = (shapes or {}).get(0)
        if shape is None:
            return (together,)
        if math.prod(shape) != columns:
            raise WrongInputError(f"a struct of {columns} fields is no tensor of shape {[*shape]}")
        return (together.reshape(-1, *shape),)


class _Column(NamedTuple):
    values: Any
    """Numbers, or objects: the cells."""
    missing: Any
    """The mask of null cells, for which the model is not called."""
    shape: Sequence[int] | None
    """The shape of the tensor in a cell; None for scalars."""

    def array(self, kept: Any) -> Any:
        cells = self.values if kept.all() else self.values[kept]
        if self.shape is not None:
            flat = np.concatenate(cells) if len(cells) else np.zeros(0)
            return flat.reshape(-1, *self.shape)
        is_flags = len(cells) and isinstance(cells[0], (bool, np.bool_))
        return cells.astype(bool) if is_flags else cells


def in_parts(batch: Any, shapes: Shapes, batch_size: int) -> Iterator[tuple[int, Any]]:
    """Yield the batch in parts whose tensors take at most 128 MiB, each with its first row's place.

    Each part but the last is a whole number of the model's batches.
    """
    parts = batch if isinstance(batch, tuple) else (batch,)
    rows = len(parts[0])
    bytes_of_row = 8 * sum(math.prod(shape) for shape in (shapes or {}).values())
    fit = (128 << 20) // max(bytes_of_row, 1)
    step = max(fit // batch_size, 1) * batch_size
    if rows <= step:
        yield 0, batch
        return
    for first in range(0, rows, step):
        some = [part.iloc[first : first + step] for part in parts]
        yield first, tuple(some) if isinstance(batch, tuple) else some[0]


def prepare(batch: Any, shapes: Shapes, on_nan: OnNan, first: int = 0) -> Rows:
    """The arrays of a batch: a series, a tuple of them, or the frame of a struct.

    A null array, string or bytes leaves its row out; a null number is NaN, since pandas has nothing
    else. Bytes with a shape are values of uint8, nested arrays are flattened. ``first`` is the
    place of its first row, for errors.
    """
    import pandas as pd

    series: list[Any] = []
    for part in batch if isinstance(batch, tuple) else (batch,):
        is_struct = isinstance(part, pd.DataFrame)
        series += [part.iloc[:, i] for i in range(part.shape[1])] if is_struct else [part]
    of_struct = isinstance(batch, pd.DataFrame)
    columns = [
        _column(each, (shapes or {}).get(place), shapes is not None, first)
        for place, each in enumerate(series)
    ]
    kept = ~np.any([column.missing for column in columns], axis=0)
    arrays = [column.array(kept) for column in columns]
    if on_nan == "pass":
        return Rows(arrays, of_struct, kept)
    nan = np.zeros(len(arrays[0]), dtype=bool)
    for array in arrays:
        if array.dtype.kind == "f":
            nan |= np.isnan(array).any(axis=tuple(range(1, array.ndim)))
    if nan.any():
        places = np.flatnonzero(kept)
        if on_nan == "raise":
            raise WrongInputError(
                f"row {first + places[nan][0]} of the batch has NaN. on_nan='null' gives null for "
                "such rows, on_nan='pass' leaves it to the model"
            )
        kept[places[nan]] = False
        arrays = [array[~nan] for array in arrays]
    return Rows(arrays, of_struct, kept)


def _column(
    column: pd.Series[Any], shape: Sequence[int] | None, any_shapes: bool, place: int
) -> _Column:
    values, missing = column.to_numpy(), column.isna().to_numpy()
    if values.dtype != object:
        # A null number is NaN, which is the model's; a null time is not.
        return _Column(values, missing & (values.dtype.kind in "mM"), None)
    first = next((cell for cell in values if cell is not None), None)
    if isinstance(first, (list, np.ndarray)):
        if shape is None and not any_shapes:
            raise WrongInputError(
                "a column of arrays needs input_tensor_shapes: a shape for each column, or None "
                "for cells that the model takes as they come"
            )
        if len(first) and isinstance(first[0], (list, np.ndarray)):
            values = _each(values, _flat)
    elif isinstance(first, (bytes, bytearray)) and shape is not None:
        values = _each(values, lambda cell: np.frombuffer(cell, np.uint8))
    else:
        shape = None
    if shape is not None:
        _check_lengths(values[~missing], np.flatnonzero(~missing) + place, shape)
    return _Column(values, missing, shape)


def _check_lengths(cells: Any, rows: Any, shape: Sequence[int]) -> None:
    wanted = math.prod(shape)
    lengths = np.fromiter(map(len, cells), np.intp, len(cells))
    wrong = np.flatnonzero(lengths != wanted)
    if wrong.size:
        raise WrongInputError(
            f"row {rows[wrong[0]]} of the batch has {lengths[wrong[0]]} values, but a tensor of "
            f"shape {list(shape)} has {wanted}"
        )


def _each(cells: Any, change: Any) -> Any:
    changed = np.empty(len(cells), dtype=object)
    for row, cell in enumerate(cells):
        changed[row] = None if cell is None else change(cell)
    return changed


def _flat(cell: Any) -> Any:
    """The values of an array of arrays (of arrays …), in their order."""
    while len(cell) and isinstance(cell[0], (list, np.ndarray)):
        if any(part is None for part in cell):
            raise WrongInputError("an array has a null array in it")
        cell = np.concatenate(cell)
    return cell


def as_type(array: Any, wanted: Any, name: str) -> Any:
    """Convert the array to a NumPy type, if no value changes other than by rounding of decimals."""
    wanted = np.dtype(wanted)
    if wanted.kind == "O" or array.dtype == wanted or not array.size:
        return array.astype(wanted, copy=False)
    if array.dtype == object and not isinstance(array.flat[0], (str, bytes)):
        array = array.astype(np.float64)  # decimals
    of = f"the model's input {name!r} is of {wanted}"
    if array.dtype.kind not in "biuf" or wanted.kind == "b":
        raise WrongInputError(f"{of}, not {array.dtype}")
    if wanted.kind != "f" and array.dtype.kind == "f":
        if np.isnan(array).any():
            raise WrongInputError(
                f"{of}, which has no NaN and no null: fill the column's nulls, or give null for "
                "such rows with on_nan='null'"
            )
        # Nulls have made them floats, which beyond 2**53 do not hold every whole number.
        if np.any(array != np.trunc(array)) or np.abs(array).max() > 2**53:
            raise WrongInputError(
                f"{of}; the column's {array.dtype} has values that are not whole numbers of it: "
                "cast the column"
            )
        array = array.astype(np.int64)
    if lost := outside(array, wanted):
        raise WrongInputError(f"{of}; the column has {lost}")
    return array.astype(wanted)
