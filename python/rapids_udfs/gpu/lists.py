# SPDX-License-Identifier: Apache-2.0

"""Columns of lists in Arrow's memory: their flat values, and lists built from changed ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from rapids_udfs.gpu.sql_types import NUMBERS


class FlatLists(NamedTuple):
    """A column of lists of numbers, each list a range of one flat array."""

    offsets: Any
    """int32, one more than there are lists; a null list is an empty range."""
    values: Any
    """The values as a NumPy array; 0 under a null."""
    valid: Any
    """The mask of values that are not null, as a NumPy array."""
    null_lists: Any
    """The mask of null lists, as a NumPy array."""


def check_fits(kind: pa.DataType, element: str, numpy_type: str) -> None:
    """Check that lists of a type convert to another element type without loss."""
    if not (pa.types.is_list(kind) or pa.types.is_large_list(kind)):
        return  # flatten has a better message for these
    of = kind.value_type
    if not (pa.types.is_integer(of) or pa.types.is_floating(of)):
        return
    found = np.dtype(of.to_pandas_dtype())
    if not np.can_cast(found, numpy_type, "safe"):
        theirs = next(sql for sql, name in NUMBERS.items() if name == found.name)
        raise TypeError(
            f"the column has elements of {of}, which are not all of element={element!r}: name "
            f"theirs, element={theirs!r}, or cast the column"
        )


def can_cast(sql: str, to: str) -> bool:
    """Return whether every number of one SQL type is one of another."""
    return bool(np.can_cast(NUMBERS[sql], NUMBERS[to], "safe"))


def flatten(column: pa.Array | pa.ChunkedArray) -> FlatLists:
    """The flat form of a column of lists, sliced or not."""
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
    kind = column.type
    if not (pa.types.is_list(kind) or pa.types.is_large_list(kind)):
        raise TypeError(f"expected an array column, not {kind}")
    if not (pa.types.is_integer(kind.value_type) or pa.types.is_floating(kind.value_type)):
        raise TypeError(f"expected an array of numbers, not {kind}")
    # flatten() leaves out what is outside a slice and what lies under null lists.
    flat = column.flatten()
    lengths = column.value_lengths().fill_null(0).to_numpy(zero_copy_only=False)
    offsets = np.zeros(len(column) + 1, dtype=np.int32)
    np.cumsum(lengths, out=offsets[1:])
    valid = flat.is_valid().to_numpy(zero_copy_only=False)
    values = flat.fill_null(0) if flat.null_count else flat
    null_lists = column.is_null().to_numpy(zero_copy_only=False)
    return FlatLists(offsets, values.to_numpy(zero_copy_only=False), valid, null_lists)


def build(offsets: Any, values: Any, valid: Any, null_lists: Any) -> pa.ListArray:
    """Lists of flat values; the inverse of ``flatten``."""
    flat = pa.array(values, mask=None if valid.all() else ~valid)
    mask = pa.array(null_lists) if null_lists.any() else None
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), flat, mask=mask)


def map_values(column: Any, change: Callable[[Any], Any]) -> pa.ListArray:
    """The lists with all their values changed at once; nulls stay."""
    lists = flatten(column)
    return build(lists.offsets, change(lists.values), lists.valid, lists.null_lists)


def filter_values(column: Any, keep: Callable[[Any, Any], Any]) -> pa.ListArray:
    """The lists with only the values that ``keep(values, valid)`` marks, in their order."""
    lists = flatten(column)
    kept = keep(lists.values, lists.valid)
    before = np.zeros(len(kept) + 1, dtype=np.int32)
    np.cumsum(kept, out=before[1:])
    return build(before[lists.offsets], lists.values[kept], lists.valid[kept], lists.null_lists)
