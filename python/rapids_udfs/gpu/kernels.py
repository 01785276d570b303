"""Kernels on whole arrays, with the same code for NumPy and CuPy."""

from __future__ import annotations

import math
from typing import Any


def zero_suppress(xp: Any, values: Any, threshold: float) -> Any:
    """The values with those of a magnitude of at most ``threshold`` set to 0.

    NaN stays. No magnitude is computed: that of the least integer of a type does not fit in it.
    """
    low: float
    high: float
    if xp.isdtype(values.dtype, "integral"):
        limits = xp.iinfo(values.dtype)
        low, high = whole_bounds(threshold, int(limits.min), int(limits.max))
    else:
        low, high = -threshold, threshold
    # Not the reverse question, so that NaN, which answers neither, stays.
    return xp.where((values <= high) & (values >= low), xp.zeros_like(values), values)


def whole_bounds(threshold: float, least: int, greatest: int) -> tuple[int, int]:
    """The whole numbers of a type between which a magnitude is at most ``threshold``, inclusive."""
    whole = greatest + 1 if math.isinf(threshold) else math.floor(threshold)
    return max(-whole, least), min(whole, greatest)


def nan_kept(xp: Any, values: Any, valid: Any) -> Any:
    """The mask of values to keep: all but valid NaNs. A value under a null is not NaN."""
    return ~(xp.isnan(values) & valid)
