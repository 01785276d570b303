# SPDX-License-Identifier: Apache-2.0

"""Arrow columns of lists as one flat array of numbers, and back."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa


class FlatLists(NamedTuple):
    """A column of lists of numbers, in NumPy arrays.

    List i is ``values[offsets[i]:offsets[i + 1]]``, empty if it is null. ``valid`` masks the values
    that are not null (those that are null are 0), ``null_lists`` the null lists.
    """

    offsets: Any
    values: Any
    valid: Any
    null_lists: Any

    def filter(self, keep: Any) -> FlatLists:
        """Keep only the values of a mask, in their order."""
        offsets = _offsets(keep)[self.offsets]
        return FlatLists(offsets, self.values[keep], self.valid[keep], self.null_lists)

    def to_arrow(self) -> pa.ListArray:
        """Build the Arrow column."""
        values = pa.array(self.values, mask=None if self.valid.all() else ~self.valid)
        mask = pa.array(self.null_lists) if self.null_lists.any() else None
        return pa.ListArray.from_arrays(pa.array(self.offsets, pa.int32()), values, mask=mask)


def flatten(column: pa.Array) -> FlatLists:
    """Flatten a column of lists of numbers, which may be a slice; TypeError for other columns."""
    kind = column.type
    if not pa.types.is_list(kind):
        raise TypeError(f"expected an array column, not {kind}")
    if not (pa.types.is_integer(kind.value_type) or pa.types.is_floating(kind.value_type)):
        raise TypeError(f"expected an array of numbers, not {kind}")
    lengths = column.value_lengths().fill_null(0).to_numpy(zero_copy_only=False)
    # flatten() drops what is outside the slice and what lies under null lists.
    flat = column.flatten()
    values = flat.fill_null(0) if flat.null_count else flat
    valid, null_lists = flat.is_valid(), column.is_null()
    return FlatLists(
        _offsets(lengths), *(a.to_numpy(zero_copy_only=False) for a in (values, valid, null_lists))
    )


def _offsets(lengths: Any) -> Any:
    offsets = np.zeros(len(lengths) + 1, dtype=np.int32)
    np.cumsum(lengths, out=offsets[1:])
    return offsets
