"""Rows of any types without further packages: all edges, then random values, the same each time."""

from __future__ import annotations

import random
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from pyspark.sql.types import (
    ArrayType,
    BinaryType,
    BooleanType,
    ByteType,
    DataType,
    DateType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerType,
    LongType,
    MapType,
    ShortType,
    StringType,
    StructType,
    TimestampType,
)

from rapids_udfs.testing.edge_values import distinct_keys, edge_values, single
from rapids_udfs.testing.spark_types import Types, parse_types

Row = tuple[Any, ...]
"""A value for each argument, in the form of :mod:`rapids_udfs.testing.row_bytes`."""

_NULLS = 0.15
_EDGES = 0.35
_DAYS = (-719_162, 2_932_896)  # 0001-01-01 to 9999-12-31
_LETTERS = "abcXYZ 0123456789.,;:-_/%+&=?@#\"'\\\t\näßéΩжあ漢🦀e\u0301"
_BITS: dict[type[DataType], int] = {ByteType: 8, ShortType: 16, IntegerType: 32, LongType: 64}


def edge_rows(types: Types) -> list[Row]:
    """Rows in which each edge of each type occurs, with nulls, and each column beside others.

    Args:
        types: of the columns, such as ``"string,decimal(18,2)"``.

    Raises:
        UnsupportedTypeError: see :func:`edge_values`.
    """
    pools = [[*edge_values(of), None] for of in parse_types(types)]
    count = max(map(len, pools), default=1)
    # Twice, shifted by as many as there are columns, so that an edge meets two others.
    rows = [
        tuple(pool[(i * (1 + turn * k) + turn * k) % len(pool)] for k, pool in enumerate(pools))
        for turn in range(2 if len(pools) > 1 else 1)
        for i in range(count)
    ]
    return [*rows, tuple(pool[0] for pool in pools)]


def random_rows(types: Types, n: int, seed: int = 0) -> list[Row]:
    """So many rows of random values, edges and nulls; the same for the same arguments.

    Args:
        types: of the columns, such as ``"string,decimal(18,2)"``.
        n: how many.
        seed: another one gives other rows.

    Raises:
        UnsupportedTypeError: see :func:`edge_values`.
    """
    parsed = parse_types(types)
    pools = [edge_values(of) for of in parsed]
    chance = random.Random(seed)
    return [
        tuple(_pick(chance, of, pool) for of, pool in zip(parsed, pools, strict=True))
        for _ in range(n)
    ]


def _pick(chance: random.Random, of: DataType, pool: Sequence[Any]) -> Any:
    draw = chance.random()
    if draw < _NULLS or not pool:
        return None
    return chance.choice(pool) if draw < _NULLS + _EDGES else _random(chance, of, 3)


def _random(chance: random.Random, of: DataType, depth: int) -> Any:
    """A value that is not null; lists get shorter the deeper they are."""
    if type(of) in _BITS:
        return _integer(chance, _BITS[type(of)])
    if isinstance(of, BooleanType):
        return chance.random() < 0.5
    if isinstance(of, DoubleType):
        return chance.choice([1, 1e-9, 1e9]) * chance.uniform(-1e3, 1e3)
    if isinstance(of, FloatType):
        return single(chance.choice([1, 1e-6, 1e6]) * chance.uniform(-1e3, 1e3))
    if isinstance(of, DecimalType):
        digits = chance.randint(1, of.precision)
        unscaled = chance.randint(-(10**digits) + 1, 10**digits - 1)
        return Decimal((int(unscaled < 0), tuple(map(int, str(abs(unscaled)))), -of.scale))
    if isinstance(of, DateType):
        return _day(chance)
    if isinstance(of, TimestampType):
        return _day(chance) * 86_400_000_000 + chance.randrange(86_400_000_000)
    if isinstance(of, StringType):
        return "".join(chance.choices(_LETTERS, k=chance.choice([1, 2, 3, 8, 20])))
    if isinstance(of, BinaryType):
        return chance.randbytes(chance.choice([1, 2, 7, 33]))
    return _nested(chance, of, depth)


def _nested(chance: random.Random, of: DataType, depth: int) -> Any:
    size = chance.randint(0, 2 + depth)
    if isinstance(of, ArrayType):
        return tuple(_inner(chance, of.elementType, depth) for _ in range(size))
    if isinstance(of, MapType):
        pairs = [
            (_random(chance, of.keyType, 0), _inner(chance, of.valueType, depth))
            for _ in range(size)
        ]
        return distinct_keys(pairs)
    assert isinstance(of, StructType), of
    return tuple(_inner(chance, field.dataType, depth) for field in of.fields)


def _inner(chance: random.Random, of: DataType, depth: int) -> Any:
    return _pick(chance, of, ()) if chance.random() < _NULLS else _random(chance, of, depth - 1)


def _integer(chance: random.Random, bits: int) -> int:
    used = chance.choice([4, 8, bits // 2, bits])
    return chance.randint(-(2 ** (used - 1)), 2 ** (used - 1) - 1)


def _day(chance: random.Random) -> int:
    near = chance.random() < 0.5
    day = chance.randint(-3650, 36500) if near else chance.randint(*_DAYS)
    # The days that the change of calendars left out, see edge_values.
    return day - 10 if -141_437 <= day < -141_427 else day
