# SPDX-License-Identifier: Apache-2.0

"""Arguments for Python UDFs, of any type: edge values, usual values, and mutated ones."""

from __future__ import annotations

import datetime
import functools
import itertools
import random
import time
from typing import TYPE_CHECKING, Any

from pyspark.sql import Row
from pyspark.sql import types as t

from rapids_udfs.testing.kit_rows import KitRows
from rapids_udfs.testing.python_udfs import texts
from rapids_udfs.testing.python_udfs.constants import Constants

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_BITS: dict[type[t.DataType], int] = {
    t.ByteType: 8,
    t.ShortType: 16,
    t.IntegerType: 32,
    t.LongType: 64,
}
# Languages round and print these in different ways.
_ROUNDED = [0.5, 2.5, -3.75, 0.1, 1.005, 99.995, 1e-7, 1e22, 123456789.125, 2.0**63]
_ALIKE = [("a", "A"), ("A", "a"), ("a", "a "), ("é", "É"), ("ß", "ss"), ("a", "a"), ("", " ")]
_NULLS = 0.08
_CONSTANTS = 10
"""So many constants have their neighbours among the edge values."""
_NEAR_A_CONSTANT = 0.4
_MODULI = 12
"""So many constants are tried as divisors."""
_USUAL = 0.5
_CLOCK_CHANGES = 0.2
_RANDOM = 1000
_LENGTHS = [0, 1, 1, 2, 2, 3, 4, 7]


class Values:
    """Generates values of Spark's types in the form of a Python UDF's arguments.

    Strings and containers are built from what the function looks for; other values are drawn from
    the edge values and random values of the test kit's engine.

    Args:
        spark: the session.
        constants: the function's constants.
        rng: the source of randomness.
    """

    def __init__(self, spark: SparkSession, constants: Constants, rng: random.Random) -> None:
        self._spark, self._rng, self._constants = spark, rng, constants
        of_kit = [row[0] for row in KitRows(spark, [t.StringType()]).edges() if row[0] is not None]
        self._strings = [*texts.ODD, *texts.USUAL, *of_kit]
        self._texts = texts.Texts(constants, rng, self._strings)
        self._left: dict[t.DataType, list[Any]] = {}

    def edges(self, of: t.DataType) -> list[Any]:
        """Return the edge values of a type."""
        if isinstance(of, t.StringType):
            return self._strings
        if isinstance(of, t.ArrayType):
            inner = self.edges(of.elementType)
            ones = [[each] for each in inner[:20]]
            return [[], [None], *ones, inner[:2], inner[:12], [*inner[:3], None]]
        values = [row[0] for row in KitRows(self._spark, [of]).edges() if row[0] is not None]
        if type(of) in _BITS:
            # Off by one is the commonest mistake.
            near = (n + d for n in self._constants.integers[:_CONSTANTS] for d in (0, -1, 1))
            return [*dict.fromkeys(_wrapped(n, of) for n in near), *values]
        return values + _ROUNDED if isinstance(of, t.DoubleType) else values

    def together(self, first: t.DataType, second: t.DataType) -> list[tuple[Any, Any]]:
        """Return pairs of values that matter beside each other: extremes, texts of another case."""
        if isinstance(first, t.StringType) and isinstance(second, t.StringType):
            return _ALIKE
        if type(first) not in _BITS or type(second) not in _BITS:
            return []
        tops = [1 << _BITS[type(of)] - 1 for of in (first, second)]
        left, right = ((-top, top - 1, -1, 0, 1) for top in tops)
        return [*itertools.product(left, right)]

    def one(self, of: t.DataType) -> Any:
        """Return a value of a type, or None."""
        return None if self._rng.random() < _NULLS else self.some(of)

    def some(self, of: t.DataType) -> Any:
        """Return a value of a type that is not None."""
        rng = self._rng
        if isinstance(of, t.StringType):
            return self._texts.one()
        if isinstance(of, t.BinaryType):
            return bytearray(self._texts.one().encode())
        if isinstance(of, t.ArrayType):
            return [self.one(of.elementType) for _ in range(rng.choice(_LENGTHS))]
        if isinstance(of, t.MapType):
            pairs = range(rng.choice(_LENGTHS))
            entries = {_as_key(self.some(of.keyType)): self.one(of.valueType) for _ in pairs}
            return {k: v for k, v in entries.items() if k == k}
        if isinstance(of, t.StructType):
            return Row(*of.names)(*(self.one(field.dataType) for field in of.fields))
        if rng.random() < _NEAR_A_CONSTANT:
            near = self._near_a_constant(of)
            if near is not None:
                return near
        if isinstance(of, (t.DateType, t.TimestampType, t.TimestampNTZType)):
            return self._day(of)
        return self._draw(of)

    def mutated(self, value: Any, of: t.DataType) -> Any:
        """Return a slightly different value."""
        rng = self._rng
        if value is None or rng.random() < 0.1:
            return self.one(of)
        if isinstance(of, t.StringType):
            return self._texts.mutated(value)
        if type(of) in _BITS:
            changed = rng.choice([value + 1, value - 1, -value, value * 10, value // 2, value ^ 64])
            return _wrapped(changed, of)
        if isinstance(of, t.DoubleType):
            return rng.choice([value + 1, value - 0.5, -value, value * 10, value / 3])
        if isinstance(of, t.ArrayType):
            at = rng.randint(0, len(value))
            changed = [self.mutated(each, of.elementType) for each in value[at : at + 1]]
            longer = [*value[:at], self.one(of.elementType), *value[at:]]
            shorter = value[:at] + value[at + 1 :]
            replaced = value[:at] + changed + value[at + 1 :]
            return rng.choice([longer, shorter, replaced, value + value[:at], value[::-1]])[:30]
        if isinstance(of, t.StructType):
            at = rng.randrange(max(1, len(value)))
            parts = [
                self.mutated(v, f.dataType) if i == at else v
                for i, (v, f) in enumerate(zip(value, of.fields, strict=True))
            ]
            return Row(*of.names)(*parts)
        return self.some(of)

    def alike(self, value: Any, of: t.DataType) -> list[Any]:
        """Return values that take the same way through many functions, but not conversions.

        Strings with look-alikes of their characters or of other lengths, and integers of the same
        remainder.
        """
        if isinstance(of, t.StringType) and value:
            return self._texts.alike(value)
        if type(of) not in _BITS or value is None:
            return []
        moduli = [abs(n) for n in self._constants.integers if abs(n) > 1]
        steps = [m * k for m in moduli[:_MODULI] for k in (1, -1, -self._rng.randint(2, 99))]
        return [*dict.fromkeys(_wrapped(n, of) for n in (-value, *(value + s for s in steps)))]

    def _near_a_constant(self, of: t.DataType) -> Any:
        rng, known = self._rng, self._constants
        if type(of) in _BITS and known.integers:
            return _wrapped(rng.choice(known.integers) + rng.choice([0, 0, 1, -1]), of)
        if isinstance(of, t.DoubleType) and (known.floats or known.integers):
            number = rng.choice([*known.floats, *known.integers])
            # An integer of more than 309 digits is no float.
            return float(min(max(number, -1e300), 1e300)) * rng.choice([1, 1, 0.5, 1.01])
        return None

    def _day(self, of: t.DataType) -> datetime.date:
        """A day of the present age, or any; with the time of day if the type has one."""
        rng = self._rng
        if rng.random() > _USUAL:
            drawn: datetime.date = self._draw(of)
            return drawn
        day = datetime.date(1990, 1, 1) + datetime.timedelta(rng.randint(0, 16_000))
        if isinstance(of, t.DateType):
            return day
        if rng.random() < _CLOCK_CHANGES and clock_changes():
            day = rng.choice(clock_changes())
        seconds = rng.choice([0, 43_200, 86_399, rng.randint(0, 86_399)])
        micros = rng.choice([0, 0, 1, 999_999, rng.randint(0, 999_999)])
        return datetime.datetime.combine(day, datetime.time()) + datetime.timedelta(
            seconds=seconds, microseconds=micros
        )

    def _draw(self, of: t.DataType) -> Any:
        """The next random value of the engine, which generates many at a time."""
        if isinstance(of, t.NullType):
            return None
        left = self._left.setdefault(of, [])
        if not left:
            rows = KitRows(self._spark, [of]).random(_RANDOM, self._rng.getrandbits(32))
            left += [row[0] for row in rows if row[0] is not None]
        return left.pop()


@functools.cache
def clock_changes() -> tuple[datetime.date, ...]:
    """The days from 1990 to 2033 on which Python's time zone changes its offset, and those before.

    At most four for each year; empty where the offset is constant.
    """
    first = datetime.datetime(1990, 1, 1, 12)
    noons = [first + datetime.timedelta(n) for n in range(16_000)]
    offsets = [time.localtime(noon.timestamp()).tm_gmtoff for noon in noons]
    changes = [i for i in range(1, len(noons)) if offsets[i] != offsets[i - 1]]
    return tuple(noons[i - before].date() for i in changes for before in (0, 1))


def _wrapped(value: int, of: t.DataType) -> int:
    top = 1 << (_BITS[type(of)] - 1)
    return (value + top) % (2 * top) - top


def _as_key(key: Any) -> Any:
    # To Spark, -0.0 is 0.0.
    return key + 0.0 if isinstance(key, float) else key
