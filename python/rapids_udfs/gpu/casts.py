# SPDX-License-Identifier: Apache-2.0

"""Values that a narrower type cannot hold: an error everywhere, never wrapped or made infinite.

Triton's servers have a copy of this module beside their script.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def fitted(what: str, values: Any, dtype: str, shape: tuple[int, ...]) -> Any:
    """The values as an array of a declared type and shape, cast within a kind; ``str`` are objects.

    ValueError, TypeError or OverflowError if they do not fit.
    """
    values = np.asarray(values)
    if values.shape != shape:
        raise ValueError(f"{what} is of shape {values.shape}, but {shape} was declared")
    if dtype == "str":
        return values.astype(object)
    if not np.can_cast(values.dtype, dtype, "same_kind"):
        raise TypeError(f"{what} is of type {values.dtype}, but {dtype} was declared")
    if lost := outside(values, dtype):
        raise OverflowError(f"{what} has {lost}, but {dtype} was declared")
    return np.ascontiguousarray(values, dtype)


def outside(values: Any, dtype: Any) -> str:
    """The numbers of an array that a narrower type cannot hold, in words; empty if it holds all."""
    wanted = np.dtype(dtype)
    if wanted.kind in "iu" and values.dtype.kind in "iu" and values.size:
        least, most, limits = int(values.min()), int(values.max()), np.iinfo(wanted)
        if least < limits.min or most > limits.max:
            return f"numbers from {least} to {most}"
    if wanted.kind == "f":
        with np.errstate(over="ignore"):
            lost = values[np.isinf(values.astype(wanted)) & np.isfinite(values)]
        if lost.size:
            return f"the number {lost.flat[0]}"
    return ""
