# SPDX-License-Identifier: Apache-2.0

"""Whether two results are the same, to the last bit."""

from __future__ import annotations

import math
import struct
from collections.abc import Hashable, Iterable
from decimal import Decimal
from typing import Any, NamedTuple


class Outcome(NamedTuple):
    """What became of a row: a value, or the text of an exception.

    ``error`` is None for a value, and :data:`CONVERSION` where Spark could not convert it.
    ``undecided`` says why the compiled function gave no answer at all.
    """

    value: Any
    error: str | None = None
    undecided: str | None = None

    def __str__(self) -> str:
        if self.undecided:
            return f"undecided ({self.undecided})"
        return f"raises {self.error}" if self.error is not None else repr(self.value)


class Wrong(NamedTuple):
    """A row, what Python gives for it, and what differs from that."""

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
    all_rows = map(Wrong, rows, expected, actual)
    decided = (each for each in all_rows if not (each.expected.undecided or each.actual.undecided))
    return [each for each in decided if not same(each.expected, each.actual, tolerance)]


def same(expected: Outcome, actual: Outcome, tolerance: float = 0.0) -> bool:
    """Return whether two outcomes are the same.

    NaN is NaN, -0.0 is not 0.0, and 1 is neither 1.0 nor True. Maps have no order.

    Args:
        expected: what Python gave.
        actual: what the compiled function gave.
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
    """Return what only the same values have in common."""
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
