# SPDX-License-Identifier: Apache-2.0

"""The comparison of two results, to the last bit, and the smallest row that differs."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Hashable, Iterable, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from rapids_udfs.testing.kit_rows import Arguments, KitRows

CONVERSION = "an error of Spark's conversion of the result"


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

    @property
    def kind(self) -> str:
        """``null``, ``value``, or the exception's class."""
        if self.error is not None:
            return self.error.partition(":")[0]
        return "null" if self.value is None else "value"


class Difference(NamedTuple):
    """A row for which another function's outcome differs from Python's."""

    arguments: Arguments
    expected: Outcome
    actual: Outcome
    rows: int = 1
    """The number of rows that differed, of which this is the smallest."""
    call: str = ""
    """A call that reproduces the difference, for pasting."""


def differing(
    rows: Iterable[Arguments],
    expected: Iterable[Outcome],
    actual: Iterable[Outcome],
    tolerance: float,
) -> list[Difference]:
    """Return the rows whose outcomes differ; undecided ones do not."""
    return [
        Difference(row, python, other)
        for row, python, other in zip(rows, expected, actual, strict=True)
        if not (python.undecided or other.undecided or same(python, other, tolerance))
    ]


def same(expected: Outcome, actual: Outcome, tolerance: float = 0.0) -> bool:
    """Return whether two outcomes are the same.

    NaN is NaN, -0.0 is not 0.0, and 1 is neither 1.0 nor True. Maps have no order. ``tolerance`` is
    the relative difference allowed in floating-point values.
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


def smallest_difference(
    wrong: Sequence[Difference],
    kit: KitRows | None,
    wrong_of: Callable[[Sequence[Arguments]], Sequence[Difference]],
) -> Difference | None:
    """Return the smallest row that differs in the same way as the shortest of these rows.

    Args:
        wrong: rows that differ.
        kit: proposes smaller rows; None to return the shortest one.
        wrong_of: returns the rows that differ, of all candidates at once.
    """
    if not wrong:
        return None
    best = min(wrong, key=lambda each: len(repr(each.arguments)))
    kinds = best.expected.kind, best.actual.kind

    def first_of(rows: Sequence[Arguments]) -> int:
        nonlocal best
        for each in wrong_of(rows) if rows else ():
            if (each.expected.kind, each.actual.kind) == kinds:
                best = each
                return next(i for i, row in enumerate(rows) if row is each.arguments)
        return -1

    if kit is not None:
        while first_of(_shorter_together(best.arguments)) >= 0:
            pass
        kit.shrink(best.arguments, first_of)
    return best._replace(rows=len(wrong))


def _shorter_together(row: Arguments) -> list[Arguments]:
    """The row without the elements at one place of all its lists, if their lengths are equal."""
    lengths = [len(value) for value in row if isinstance(value, list)]
    if len(lengths) < 2 or len(set(lengths)) > 1:
        return []
    return [
        tuple(v[:i] + v[i + 1 :] if isinstance(v, list) else v for v in row)
        for i in range(lengths[0])
    ]
