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

from rapids_udfs.session.jvm_objects import java_list
from rapids_udfs.testing.kit_rows import KitRows
from rapids_udfs.testing.python_udfs import texts
from rapids_udfs.testing.python_udfs.constants import Constants

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_BITS: dict[Any, int] = {t.ByteType: 8, t.ShortType: 16, t.IntegerType: 32, t.LongType: 64}
# Languages round and print these differently.
_ROUNDED = [0.5, 2.5, -3.75, 0.1, 1.005, 99.995, 1e-7, 1e22, 123456789.125, 2.0**63]
_ALIKE = [("a", "A"), ("A", "a"), ("a", "a "), ("é", "É"), ("ß", "ss"), ("a", "a"), ("", " ")]
_CONSTANTS = 10
"""The number of constants whose neighbours are edge values."""
_MODULI = 12
"""The number of constants that are tried as divisors."""
_USUAL = 0.5
_CLOCK_CHANGES = 0.2
_DRAWN = 1000
"""The number of random values of a type that are drawn at once."""


class Values:
    """Generates values of Spark's types in the form of a Python UDF's arguments.

    The test kit's engine generates them from what the function looks for: its constants, strings
    that its patterns match.
    """

    def __init__(self, spark: SparkSession, constants: Constants, rng: random.Random) -> None:
        self._spark, self._rng, self._constants = spark, rng, constants
        self._words = texts.vocabulary(constants, rng)
        self._words_in_jvm = java_list(spark, self._words)
        self._left: dict[t.DataType, list[Any]] = {}

    def edges(self, of: t.DataType) -> list[Any]:
        """Return the edge values of a type."""
        if isinstance(of, t.ArrayType):
            inner = self.edges(of.elementType)
            ones = [[each] for each in inner[:20]]
            return [[], [None], *ones, inner[:2], inner[:12], [*inner[:3], None]]
        values = [row[0] for row in KitRows(self._spark, [of]).edges() if row[0] is not None]
        if isinstance(of, t.StringType):
            return [*texts.ODD, *texts.USUAL, *values]
        if type(of) in _BITS:
            # Off by one is the commonest mistake.
            near = (n + d for n in self._constants.integers[:_CONSTANTS] for d in (0, -1, 1))
            return [*dict.fromkeys(_wrapped(n, of) for n in near), *values]
        return values + _ROUNDED if isinstance(of, t.DoubleType) else values

    def together(self, first: t.DataType, second: t.DataType) -> list[tuple[Any, Any]]:
        """Return pairs of values that matter together: extremes, strings that differ in case."""
        if isinstance(first, t.StringType) and isinstance(second, t.StringType):
            return _ALIKE
        if type(first) not in _BITS or type(second) not in _BITS:
            return []
        tops = [1 << _BITS[type(of)] - 1 for of in (first, second)]
        left, right = ((-top, top - 1, -1, 0, 1) for top in tops)
        return [*itertools.product(left, right)]

    def one(self, of: t.DataType) -> Any:
        """Return a value of a type, or None."""
        if isinstance(of, t.BinaryType):
            text = self.one(t.StringType())
            return None if text is None else bytearray(text.encode())
        left = self._left.setdefault(of, [])
        if not left:
            kit, seed = KitRows(self._spark, [of]), self._rng.getrandbits(32)
            left += kit.random(self._words_in_jvm, _DRAWN, seed) or [None]
        value = left.pop()
        is_day = isinstance(of, (t.DateType, t.TimestampType, t.TimestampNTZType))
        if is_day and value is not None and self._rng.random() < _USUAL:
            return self._usual_day(of)
        return value

    def mutated(self, value: Any, of: t.DataType) -> Any:
        """Return a slightly different value."""
        rng = self._rng
        if value is None or rng.random() < 0.1:
            return self.one(of)
        if isinstance(of, t.StringType):
            return texts.mutated(value, self._words, rng)
        if type(of) in _BITS:
            changed = rng.choice([value + 1, value - 1, -value, value * 10, value // 2, value ^ 64])
            return _wrapped(changed, of)
        if isinstance(of, t.DoubleType):
            return rng.choice([value + 1, value - 0.5, -value, value * 10, value / 3])
        if isinstance(of, t.ArrayType):
            at = rng.randint(0, len(value))
            before, after = value[:at], value[at + 1 :]
            changed = [self.mutated(each, of.elementType) for each in value[at : at + 1]]
            longer = [*before, self.one(of.elementType), *value[at:]]
            forms = [longer, before + after, before + changed + after, value + before, value[::-1]]
            return rng.choice(forms)[:30]
        if isinstance(of, t.StructType) and value:
            parts, at = list(value), rng.randrange(len(value))
            parts[at] = self.mutated(parts[at], of.fields[at].dataType)
            return Row(*of.names)(*parts)
        return self.one(of)

    def alike(self, value: Any, of: t.DataType) -> list[Any]:
        """Return values that take the same way through many functions, but not conversions.

        Strings with look-alikes of their characters or of other lengths, and integers of the same
        remainder.
        """
        if isinstance(of, t.StringType) and value:
            return texts.alike(value, self._constants, self._rng)
        if type(of) not in _BITS or value is None:
            return []
        moduli = [abs(n) for n in self._constants.integers if abs(n) > 1]
        steps = [m * k for m in moduli[:_MODULI] for k in (1, -1, -self._rng.randint(2, 99))]
        return [*dict.fromkeys(_wrapped(n, of) for n in (-value, *(value + s for s in steps)))]

    def _usual_day(self, of: t.DataType) -> datetime.date:
        """A recent day, often near a clock change; with a time if the type has one."""
        rng = self._rng
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
