# SPDX-License-Identifier: Apache-2.0

"""Smaller rows in the place of one that differs."""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from typing import Any

from rapids_udfs.testing.python_udfs.equality import CONVERSION, Outcome

_MOST = 150
_STEPS = 25
Wrong = tuple[tuple[Any, ...], Outcome, Outcome]
"""A row, what Python gives for it, and what differs from that."""


def smallest_row(
    wrong: Wrong, wrong_of: Callable[[Sequence[tuple[Any, ...]]], Sequence[Wrong]]
) -> Wrong:
    """Return the smallest row found that differs in the same way as one.

    Args:
        wrong: the row.
        wrong_of: which of rows differ, all candidates at once.
    """
    for _ in range(_STEPS):
        rows = smaller_rows(wrong[0])
        way = _way(wrong)
        found = next((each for each in wrong_of(rows) if _way(each) == way), None) if rows else None
        if found is None:
            break
        wrong = found
    return wrong


def _way(wrong: Wrong) -> tuple[str, str]:
    return _kind(wrong[1]), _kind(wrong[2])


def _kind(outcome: Outcome) -> str:
    if outcome.error is None:
        return "null" if outcome.value is None else "value"
    return outcome.error if outcome.error == CONVERSION else outcome.error.partition(":")[0]


def smaller_rows(row: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """Return rows in which one value is smaller, the smallest rows first."""
    found: dict[str, tuple[Any, ...]] = {}
    for i, value in enumerate(row):
        for less in smaller(value):
            changed = (*row[:i], less, *row[i + 1 :])
            if size(changed) < size(row):
                found.setdefault(repr(changed), changed)
    for changed in _both_shorter(row):
        found.setdefault(repr(changed), changed)
    return sorted(found.values(), key=size)[:_MOST]


def _both_shorter(row: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Yield rows in which lists, or texts, of one length lose the same places."""
    for i, value in enumerate(row):
        if not isinstance(value, (list, str)):
            continue
        alike = [k for k, v in enumerate(row) if type(v) is type(value) and len(v) == len(value)]
        if len(alike) > 1 and alike[0] == i:
            for all_less in zip(*(_sequences(row[k]) for k in alike), strict=True):
                less = dict(zip(alike, all_less, strict=True))
                if len(less[i]) < len(value):
                    yield tuple(less.get(k, v) for k, v in enumerate(row))


def size(value: Any) -> tuple[float, ...]:
    """Return how large a value is: by its parts, then by what they are."""
    if value is None or isinstance(value, bool):
        return (0, 0)
    if isinstance(value, str):
        return (len(value), sum(_rank(c) for c in value))
    if isinstance(value, (bytes, bytearray)):
        return (len(value), sum(value))
    if isinstance(value, int):
        return (1, abs(value) * 2 + (value < 0))
    if isinstance(value, float):
        return (1, _float_size(value))
    if isinstance(value, Decimal):
        return (1, float(abs(value)) + (value < 0) * 0.5)
    if isinstance(value, datetime.datetime):
        return (1, abs((value - datetime.datetime(2000, 1, 1)).total_seconds()))
    if isinstance(value, datetime.date):
        return (1, abs((value - datetime.date(2000, 1, 1)).days))
    if isinstance(value, dict):
        parts = [size(each) for pair in value.items() for each in pair]
    else:
        parts = [size(each) for each in value]
    return (len(parts) + sum(p[0] for p in parts), sum(p[1] for p in parts))


def smaller(value: Any) -> Iterator[Any]:
    """Yield values of the same kind that are smaller."""
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, str):
        yield from _texts(value)
    elif isinstance(value, (bytes, bytearray)):
        yield from (value[:i] + value[i + 1 :] for i in range(len(value)))
    elif isinstance(value, int):
        yield from (0, 1, -value, value // 2, value // 10, value - (1 if value > 0 else -1))
    elif isinstance(value, float):
        yield from (0.0, 1.0, 0.5, -value)
        if math.isfinite(value):
            yield from (float(int(value)), value / 2, float(f"{value:.2g}"))
    elif isinstance(value, Decimal):
        exponent = int(value.as_tuple().exponent)
        yield from (Decimal(0).scaleb(exponent), Decimal(1).scaleb(exponent), abs(value))
    elif isinstance(value, datetime.datetime):
        yield from (datetime.datetime(2000, 1, 1), value.replace(microsecond=0))
        yield from (value.replace(hour=0, minute=0, second=0), value.replace(year=2000, day=1))
    elif isinstance(value, datetime.date):
        yield from (datetime.date(2000, 1, 1), value.replace(day=1), value.replace(month=1, day=1))
    elif isinstance(value, dict):
        for k in value:
            yield {other: v for other, v in value.items() if other != k}
        for k, v in value.items():
            yield from ({**value, k: less} for less in smaller(v))
    elif isinstance(value, list):
        yield from _sequences(value)
        for i, each in enumerate(value):
            yield from ([*value[:i], less, *value[i + 1 :]] for less in smaller(each))
    elif hasattr(value, "__fields__"):
        for i, name in enumerate(value.__fields__):
            yield from (_replaced(value, name, less) for less in (None, *smaller(value[i])))


def _texts(value: str) -> Iterator[str]:
    yield from _sequences(value)
    for i, c in enumerate(value):
        yield from (
            value[:i] + simple + value[i + 1 :] for simple in "0aA " if _rank(simple) < _rank(c)
        )


def _sequences(value: Any) -> Iterator[Any]:
    half = len(value) // 2
    yield from (value[:0], value[:half], value[half:])
    for step in {max(1, len(value) // 8), 1}:
        yield from (value[:i] + value[i + step :] for i in range(0, len(value), step))


def _replaced(row: Any, name: str, value: Any) -> Any:
    from pyspark.sql import Row

    parts = [value if n == name else v for n, v in zip(row.__fields__, row, strict=True)]
    return Row(*row.__fields__)(*parts)


def _rank(c: str) -> int:
    return "0aA ".index(c) if c in "0aA " else 5 + ord(c)


def _float_size(value: float) -> float:
    if math.isnan(value):
        return 1.5e308
    whole = 0 if math.isinf(value) or value == int(value) else len(repr(value))
    return abs(value) + whole + (math.copysign(1, value) < 0) * 0.5
