"""Whether two answers are the same: bit for bit, or within a tolerance."""

from __future__ import annotations

import math
from typing import Any


def same(one: Any, other: Any, tolerance: float = 0.0) -> bool:
    """Whether two values in the form of :mod:`rapids_udfs.testing.row_bytes` are the same.

    All NaN are one value; -0.0 is not 0.0; an array that is null is not an empty one, and the
    order of a map's entries counts, as in SQL. With a tolerance, floating-point numbers, nested
    ones too, may differ by it, relative to the greater one, and -0.0 is 0.0.
    """
    if isinstance(one, float) and isinstance(other, float):
        return _same_number(one, other, tolerance)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(
            same(a, b, tolerance) for a, b in zip(one, other, strict=True)
        )
    return type(one) is type(other) and bool(one == other)


def require_tolerance(value: object) -> None:
    """Refuses what is no relative difference.

    Raises:
        ValueError: it is not a number from 0 on and below 1.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < 1:
        raise ValueError(f"tolerance is {value!r:.80}, which is not a number from 0 on, below 1")


def _same_number(one: float, other: float, tolerance: float) -> bool:
    if math.isnan(one) or math.isnan(other):
        return math.isnan(one) and math.isnan(other)
    if tolerance and math.isclose(one, other, rel_tol=tolerance):
        return True
    return one == other and math.copysign(1.0, one) == math.copysign(1.0, other)
