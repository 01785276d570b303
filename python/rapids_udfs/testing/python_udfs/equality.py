# SPDX-License-Identifier: Apache-2.0

"""The comparison of two results, to the last bit."""

from __future__ import annotations

import math
import struct
from collections.abc import Hashable, Iterable
from decimal import Decimal
from typing import Any, NamedTuple


class Outcome(NamedTuple):
    """The outcome of a row: a value, or the text of an exception.

    ``error`` is None for a value, and :data:`CONVERSION` if Spark could not convert it.
    ``undecided`` is the reason why the compiled function has no result at all.
    """

    value: Any
    error: str | None = None
    undecided: str | None = None

    def __str__(self) -> str:
        if self.undecided:
            return f"undecided ({self.undecided})"
        return f"raises {self.error}" if self.error is not None else repr(self.value)


class Wrong(NamedTuple):
    """A row, Python's outcome, and the outcome that differs from it."""

    arguments: tuple[Any, ...]
    expected: Outcome
    actual: Outcome


CONVERSION = "an error of Spark's conversion of the result"


def differing(
    rows: Iterable[tuple[Any, ...]],
    expected: Iterable[Outcome],
    actual: Iterable[Outcome],
    tolerance: float,
) -> list[Wrong]:
    """Return the rows whose outcomes differ; undecided ones do not."""
    pairs = map(Wrong, rows, expected, actual)
    decided = (pair for pair in pairs if not (pair.expected.undecided or pair.actual.undecided))
    return [pair for pair in decided if not same(pair.expected, pair.actual, tolerance)]


def same(expected: Outcome, actual: Outcome, tolerance: float = 0.0) -> bool:
    """Return whether two outcomes are the same.

    NaN is NaN, -0.0 is not 0.0, and 1 is neither 1.0 nor True. Maps have no order.

    Args:
        expected: Python's outcome.
        actual: the compiled function's outcome.
        tolerance: the relative difference allowed in floating-point values.
    """
    if expected.error == CONVERSION:
        return actual.error is not None
    if expected.error is not None or actual.error is not None:
        return expected.error == actual.error
    if key(expected.value) == key(actual.value):
        return True
    return tolerance > 0 and _close(expected.value, actual.value, tolerance)


def key(value: Any) -> Hashable:
    """Return a key that is equal for the same values only."""
    if isinstance(value, float):
        return ("float", "nan" if math.isnan(value) else struct.pack(">d", value))
    if isinstance(value, Decimal):
        return ("decimal", str(value))
    if isinstance(value, (bytes, bytearray)):
        return ("bytes", bytes(value))
    if isinstance(value, tuple):
        return ("struct", tuple(getattr(value, "__fields__", ())), tuple(map(key, value)))
    if isinstance(value, list):
        return ("array", tuple(map(key, value)))
    if isinstance(value, dict):
        return ("map", frozenset((key(k), key(v)) for k, v in value.items()))
    return (type(value).__name__, value)


def _close(a: Any, b: Any, tolerance: float) -> bool:
    if isinstance(a, float) and isinstance(b, float):
        return math.isclose(a, b, rel_tol=tolerance) or key(a) == key(b)
    if isinstance(a, (list, tuple)) and type(a) is type(b) and len(a) == len(b):
        return all(_close(x, y, tolerance) for x, y in zip(a, b, strict=True))
    if isinstance(a, dict) and isinstance(b, dict) and a.keys() == b.keys():
        return all(_close(a[k], b[k], tolerance) for k in a)
    return key(a) == key(b)
