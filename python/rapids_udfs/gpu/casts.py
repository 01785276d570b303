# SPDX-License-Identifier: Apache-2.0

"""Casts to narrower types: a number that does not fit is an error, never wrapped or infinite.

Triton's servers have a copy of this module next to their script.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def cast(subject: str, values: Any, dtype: Any, expected: str) -> Any:
    """Cast an array to a type of the same kind; the only loss allowed is rounding of floats.

    An error begins with ``subject``, such as ``input 'x'``, and ends with ``expected``, such as
    ``int8 was declared``: TypeError if the type is of another kind, such as an integer for floats;
    OverflowError if it cannot hold one of the numbers. Integers may change their signedness.
    """
    target = np.dtype(dtype)
    if np.can_cast(values.dtype, target, "safe"):
        return values.astype(target, copy=False)
    are_integers = values.dtype.kind in "iu" and target.kind in "iu"
    if not are_integers and not np.can_cast(values.dtype, target, "same_kind"):
        raise TypeError(f"{subject} is of type {values.dtype}, but {expected}")
    if are_integers and values.size:
        least, greatest, limits = int(values.min()), int(values.max()), np.iinfo(target)
        if least < limits.min or greatest > limits.max:
            raise OverflowError(f"{subject} has numbers from {least} to {greatest}, but {expected}")
    with np.errstate(over="ignore"):
        result = values.astype(target)
    if target.kind == "f":
        overflowed = values[np.isinf(result) & np.isfinite(values)]
        if overflowed.size:
            raise OverflowError(f"{subject} has the number {overflowed.flat[0]}, but {expected}")
    return result


def fitted(subject: str, values: Any, dtype: str, shape: tuple[int, ...]) -> Any:
    """Cast values to an array of a declared type and shape; strings (``str``) become objects.

    ValueError if the shape is another one; other errors as for ``cast``.
    """
    values = np.asarray(values)
    if values.shape != shape:
        raise ValueError(f"{subject} is of shape {values.shape}, but {shape} was declared")
    if dtype == "str":
        return values.astype(object)
    return np.ascontiguousarray(cast(subject, values, dtype, f"{dtype} was declared"))
