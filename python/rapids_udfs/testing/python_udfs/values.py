# SPDX-License-Identifier: Apache-2.0

"""Arguments for Python UDFs, of any type: edges, usual values, and those near to others."""

from __future__ import annotations

import datetime
import math
import random
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from pyspark.sql import Row
from pyspark.sql import types as t

from rapids_udfs.testing.python_udfs import texts
from rapids_udfs.testing.python_udfs.constants import Constants

_BITS: dict[type[t.DataType], int] = {
    t.ByteType: 8,
    t.ShortType: 16,
    t.IntegerType: 32,
    t.LongType: 64,
}
_FLOATS = [
    *(0.0, -0.0, 1.0, -1.0, 0.5, 0.1, 2.5, 1.005, 1e-7, 1e16, 123456789.125, -3.75, 1e22, 1e300),
    *(math.nan, math.inf, -math.inf, 5e-324, 1.7976931348623157e308, 2.0**53 + 2, 2.0**63, 99.995),
]
_FLOATS_32 = [0.0, -0.0, 1.0, -2.5, 0.5, 1024.0, math.nan, math.inf, -math.inf, 2.0**24, 2.0**-149]
# From 1582 on, Spark's calendar is Python's under every setting. Its last years lie within the
# time zones' reach of Python's last.
_DATES = [
    *((1582, 10, 15), (1899, 12, 31), (1900, 2, 28), (1969, 12, 31), (1970, 1, 1), (2000, 2, 29)),
    *((2023, 12, 31), (2024, 1, 1), (2024, 2, 29), (2024, 12, 30), (2038, 1, 19), (9999, 12, 31)),
]
_NULLS = 0.08
_LENGTHS = [0, 1, 1, 2, 2, 3, 4, 7]


class Values:
    """Makes values of Spark's types as a Python UDF gets them.

    Args:
        constants: of the function.
        rng: where chance comes from.
    """

    def __init__(self, constants: Constants, rng: random.Random) -> None:
        self._rng = rng
        self._constants = constants
        self._texts = texts.Texts(constants, rng)

    def edges(self, of: t.DataType) -> list[Any]:
        """Return the values of a type that a test should have."""
        if isinstance(of, t.StringType):
            return [*texts.EDGES, *texts.USUAL]
        if type(of) in _BITS:
            top = 2 ** (_BITS[type(of)] - 1)
            return [0, 1, -1, 2, 7, 10, 100, top - 1, -top, top // 2, 1 - top]
        if isinstance(of, t.DoubleType):
            return _FLOATS
        if isinstance(of, t.FloatType):
            return _FLOATS_32
        if isinstance(of, t.BooleanType):
            return [True, False]
        if isinstance(of, t.DecimalType):
            unit, most = Decimal(1).scaleb(-of.scale), 10**of.precision - 1
            return [_scaled(n, of.scale) for n in (0, 1, -1, 5, most, -most, most // 2)] + [
                _scaled(int(10 ** min(of.scale, of.precision - 1)), of.scale),
                unit,
            ]
        if isinstance(of, t.DateType):
            return [datetime.date(*each) for each in _DATES]
        if isinstance(of, (t.TimestampType, t.TimestampNTZType)):
            days = [datetime.datetime(*each) for each in _DATES[1:-1]]
            odd = datetime.timedelta(hours=23, minutes=59, seconds=59, microseconds=999_999)
            return [*days, *(day + odd for day in days), datetime.datetime(2024, 6, 1, 12, 30)]
        if isinstance(of, t.BinaryType):
            return [bytearray(each) for each in (b"", b"\0", b"abc", b"\xff\xfe", bytes(range(64)))]
        if isinstance(of, t.ArrayType):
            inner = self.edges(of.elementType)
            if isinstance(of.elementType, t.StringType):
                # In another order by UTF-16 than by code points.
                inner = ["😀", "\uff21", *inner]
            return [
                [],
                [None],
                *([each] for each in inner[:20]),
                inner[:2],
                inner[:12],
                [*inner[:3], None],
            ]
        return [self.some(of) for _ in range(10)]

    def one(self, of: t.DataType) -> Any:
        """Return a value of a type, or None."""
        return None if self._rng.random() < _NULLS else self.some(of)

    def some(self, of: t.DataType) -> Any:
        """Return a value of a type that is not None."""
        rng = self._rng
        if isinstance(of, t.StringType):
            return self._texts.one()
        if type(of) in _BITS:
            return self._integer(_BITS[type(of)])
        if isinstance(of, (t.DoubleType, t.FloatType)):
            return self._float(of)
        if isinstance(of, t.DecimalType):
            digits = rng.randint(1, of.precision)
            return _scaled(rng.randint(-(10**digits) + 1, 10**digits - 1), of.scale)
        if isinstance(of, t.DateType):
            return self._date()
        if isinstance(of, (t.TimestampType, t.TimestampNTZType)):
            return self._timestamp(of)
        if isinstance(of, t.BinaryType):
            return bytearray(self._texts.one().encode())
        if isinstance(of, t.ArrayType):
            return [self.one(of.elementType) for _ in range(rng.choice(_LENGTHS))]
        if isinstance(of, t.MapType):
            pairs = range(rng.choice(_LENGTHS))
            made = {_plain_zero(self.some(of.keyType)): self.one(of.valueType) for _ in pairs}
            return {k: v for k, v in made.items() if k == k}
        if isinstance(of, t.StructType):
            row = Row(*of.names)
            return row(*(self.one(field.dataType) for field in of.fields))
        return None if isinstance(of, t.NullType) else rng.choice(self.edges(of))

    def mutated(self, value: Any, of: t.DataType) -> Any:
        """Return a value that is near to one."""
        rng = self._rng
        if value is None or rng.random() < 0.1:
            return self.one(of)
        if isinstance(of, t.StringType):
            return self._texts.mutated(value)
        if type(of) in _BITS:
            changed = rng.choice([value + 1, value - 1, -value, value * 10, value // 2, value ^ 64])
            return _wrapped(changed, _BITS[type(of)])
        if isinstance(of, t.DoubleType) and isinstance(value, float):
            return rng.choice([value + 1, value - 0.5, -value, value * 10, value / 3])
        if isinstance(of, t.DateType):
            return _shifted(value, rng.choice([1, -1, 7, 30, -365]))
        if isinstance(of, t.ArrayType):
            return self._mutated_list(value, of.elementType)
        if isinstance(of, t.StructType):
            at = rng.randrange(max(1, len(value)))
            parts = [
                self.mutated(v, f.dataType) if i == at else v
                for i, (v, f) in enumerate(zip(value, of.fields, strict=True))
            ]
            return Row(*of.names)(*parts)
        return self.some(of)

    def _mutated_list(self, value: list[Any], of: t.DataType) -> list[Any]:
        rng = self._rng
        at = rng.randint(0, len(value))
        mutated = [self.mutated(each, of) for each in value[at : at + 1]]
        choices: list[Callable[[], list[Any]]] = [
            lambda: [*value[:at], self.one(of), *value[at:]],
            lambda: value[:at] + mutated + value[at + 1 :],
            lambda: value[:at] + value[at + 1 :],
            lambda: value + value[:at],
            lambda: value[::-1],
        ]
        return rng.choice(choices)()[:30]

    def _integer(self, bits: int) -> int:
        rng, top = self._rng, 2 ** (bits - 1)
        found = rng.randint(0, 5)
        if found == 0:
            value = rng.choice([0, 1, -1, top - 1, -top, rng.randint(-top, top - 1)])
        elif found <= 2 and self._constants.integers:
            value = rng.choice(self._constants.integers) + rng.choice([0, 0, 1, -1])
        elif found == 3:
            value = rng.randint(-10, 10)
        else:
            value = rng.randint(0, 10 ** rng.randint(1, len(str(top)) - 1))
        return _wrapped(value, bits)

    def _float(self, of: t.DataType) -> float:
        rng = self._rng
        if isinstance(of, t.FloatType):
            return rng.choice([*_FLOATS_32, float(rng.randint(-4096, 4096)) / 8])
        found = rng.randint(0, 4)
        if found == 0:
            return rng.choice(_FLOATS)
        if found == 1 and (self._constants.floats or self._constants.integers):
            known = rng.choice([*self._constants.floats, *self._constants.integers])
            # An integer of more than 309 digits is no float.
            return float(min(max(known, -1e300), 1e300)) * rng.choice([1, 1, 0.5, 1.01])
        if found == 2:
            return round(rng.uniform(-1000, 1000), rng.randint(0, 3))
        return rng.uniform(-1, 1) * 10.0 ** rng.randint(-8, 18)

    def _date(self) -> datetime.date:
        rng = self._rng
        if rng.random() < 0.2:
            return datetime.date(*rng.choice(_DATES))
        return datetime.date(1990, 1, 1) + datetime.timedelta(days=rng.randint(0, 16_000))

    def _timestamp(self, of: t.DataType) -> datetime.datetime:
        rng = self._rng
        if rng.random() < 0.2:
            found: datetime.datetime = rng.choice(self.edges(of))
            return found
        micros = rng.choice([0, 0, 1, 999_999, rng.randint(0, 999_999)])
        return datetime.datetime.combine(self._date(), datetime.time()) + datetime.timedelta(
            seconds=rng.choice([0, 43_200, rng.randint(0, 86_399)]), microseconds=micros
        )


def _scaled(unscaled: int, scale: int) -> Decimal:
    # Exactly of this scale, however many digits there are.
    return Decimal((int(unscaled < 0), tuple(map(int, str(abs(unscaled)))), -scale))


def _wrapped(value: int, bits: int) -> int:
    top = 1 << (bits - 1)
    return (value + top) % (2 * top) - top


def _plain_zero(key: Any) -> Any:
    # As a key, -0.0 is 0.0 to Spark.
    return key + 0.0 if isinstance(key, float) else key


def _shifted(day: datetime.date, days: int) -> datetime.date:
    try:
        return max(day + datetime.timedelta(days=days), datetime.date(1582, 10, 15))
    except OverflowError:
        return day
