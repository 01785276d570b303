"""Makes a failing batch small: as few rows as still fail, then values as plain as still fail.

Whether many batches fail is asked at once, for one Spark job can run them all. So a round costs
about as much as a single question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from itertools import islice, product
from typing import Any

from pyspark.sql.types import (
    ArrayType,
    BinaryType,
    BooleanType,
    DataType,
    DecimalType,
    DoubleType,
    FloatType,
    MapType,
    StringType,
    StructType,
)

from rapids_udfs.testing.row_bytes import unscaled

Row = tuple[Any, ...]
Fails = Callable[[Sequence[Sequence[Row]]], Sequence[bool]]
"""Whether each of several batches fails."""

ROUNDS = 24
_AT_ONCE = 40
_SHORT = 12
_PLAIN = 3


def shrink(
    batch: Sequence[Row],
    types: Sequence[DataType],
    fails: Fails,
    first: Sequence[Sequence[Row]] = (),
    rounds: int = ROUNDS,
) -> list[Row]:
    """The smallest batch found that still fails.

    Args:
        batch: rows that fail together.
        types: of the columns.
        fails: asked once a round.
        first: batches to try first; single rows that answered wrongly, say.
        rounds: how often to ask at most.
    """
    best = list(batch)
    found = _first_failing([list(rows) for rows in first if 0 < len(rows) < len(best)], fails)
    best = best if found is None else found
    asked = 1
    while asked < rounds:
        steps = [_plainer(best, types)] if len(best) == 1 else [_fewer(best), _plainer(best, types)]
        for step in steps:
            asked += 1
            found = _first_failing(list(islice(step, _AT_ONCE)), fails)
            if found is not None:
                best = found
                break
        else:
            break
    return best


def _first_failing(tried: Sequence[list[Row]], fails: Fails) -> list[Row] | None:
    """The first of the batches, the best ones first, that fails."""
    if not tried:
        return None
    return next((rows for rows, bad in zip(tried, fails(tried), strict=True) if bad), None)


def _fewer(batch: list[Row]) -> Iterator[list[Row]]:
    """Parts of the batch, the smaller the earlier, then the batch without a part."""
    size = len(batch)
    if size <= _AT_ONCE // 2:
        yield from ([row] for row in batch)
        if size > 2:
            yield from (batch[:i] + batch[i + 1 :] for i in range(size))
        return
    for parts in (16, 4, 2):
        step = -(-size // parts)
        yield from (batch[at : at + step] for at in range(0, size, step))
    step = -(-size // 8)
    yield from (batch[:at] + batch[at + step :] for at in range(0, size, step))


def _plainer(batch: list[Row], types: Sequence[DataType]) -> Iterator[list[Row]]:
    """The batch with plainer values: all of a row's at once, then one by one."""
    for i, row in enumerate(batch):
        plain = [[*plainer_values(v, of)[:_PLAIN], v] for v, of in zip(row, types, strict=True)]
        together = (made for made in product(*plain) if _changes(made, row) > 1)
        for made in islice(together, _AT_ONCE // 2 // len(batch)):
            yield [*batch[:i], made, *batch[i + 1 :]]
    for i, row in enumerate(batch):
        for k, of in enumerate(types):
            for value in plainer_values(row[k], of):
                yield [*batch[:i], (*row[:k], value, *row[k + 1 :]), *batch[i + 1 :]]


def _changes(one: Row, other: Row) -> int:
    return sum(repr(a) != repr(b) for a, b in zip(one, other, strict=True))


def plainer_values(value: Any, of: DataType) -> list[Any]:
    """Values of a type that are plainer than a value, the plainest first; null is the plainest."""
    if value is None:
        return []
    found: list[Any] = []
    if isinstance(of, BooleanType):
        found = [False] if value else []
    elif isinstance(of, (StringType, BinaryType)):
        found = _shorter(value)
    elif isinstance(of, (ArrayType, MapType)):
        found = _shorter(value)
        if isinstance(of, ArrayType):
            found += _inside(value, [of.elementType] * len(value))
    elif isinstance(of, StructType):
        found = _inside(value, [field.dataType for field in of.fields])
    elif isinstance(of, (DoubleType, FloatType)):
        found = [0.0, 1.0, -1.0, float(round(value)) if abs(value) < 1e9 else 0.0]
    elif isinstance(of, DecimalType):
        units = _smaller(unscaled(value, of.scale))
        found = [Decimal((int(u < 0), tuple(map(int, str(abs(u)))), -of.scale)) for u in units]
    else:
        found = _smaller(value)
    return [None, *_without(found, value)]


def _without(found: Sequence[Any], value: Any) -> list[Any]:
    """Those before the value itself in order of plainness; so that shrinking ends."""
    texts = [repr(v) for v in found]
    upto = texts.index(repr(value)) if repr(value) in texts else len(texts)
    return [v for i, v in enumerate(found[:upto]) if texts.index(texts[i]) == i]


def _shorter(value: Any) -> list[Any]:
    size = len(value)
    parts = [value[:0], value[:1], value[size // 2 :], value[: size // 2], value[1:], value[:-1]]
    if 2 < size <= _SHORT:
        parts += [value[:i] + value[i + 1 :] for i in range(1, size - 1)]
    return [part for part in parts if len(part) < size]


def _smaller(number: int) -> list[int]:
    half = abs(number) // 2 * (1 if number > 0 else -1)
    return [n for n in (0, 1, -1, half, number - 1 if number > 0 else number + 1) if n != number]


def _inside(values: tuple[Any, ...], types: Sequence[DataType]) -> list[Any]:
    """The values with one of them plainer."""
    return [
        (*values[:i], plain, *values[i + 1 :])
        for i, (value, of) in enumerate(zip(values, types, strict=True))
        for plain in plainer_values(value, of)[:3]
    ]
