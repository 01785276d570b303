"""The values of each type at which functions fail: extremes, signs, calendars, empty things."""

from __future__ import annotations

import datetime
import math
import struct
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
    NullType,
    ShortType,
    StringType,
    StructType,
    TimestampType,
)

from rapids_udfs.testing.spark_types import TypeLike, parse_type

_EPOCH = datetime.date(1970, 1, 1).toordinal()
_DAY = 86_400_000_000
_BITS: dict[type[DataType], int] = {ByteType: 8, ShortType: 16, IntegerType: 32, LongType: 64}

# The ten days that the change of calendars in 1582 left out are not among them: java.sql.Date,
# which row-wise bodies may get, cannot name them.
_DATES = [
    0,
    -1,
    datetime.date(2024, 2, 29).toordinal() - _EPOCH,
    datetime.date(1900, 3, 1).toordinal() - _EPOCH,
    datetime.date(1, 1, 1).toordinal() - _EPOCH,
    datetime.date(1582, 10, 4).toordinal() - _EPOCH,
    datetime.date(1582, 10, 15).toordinal() - _EPOCH,
    datetime.date(9999, 12, 31).toordinal() - _EPOCH,
    -865_566,  # -0400-02-29
    3_789_548,  # +12345-06-07
]
_TIMESTAMPS = [
    0,
    -1,
    _DATES[2] * _DAY + 37_800_000_001,
    _DATES[4] * _DAY,
    _DATES[6] * _DAY + 43_200_123_456,
    -2_717_640_000_000_000,  # 1883-11-18, when zones of time came
    _DATES[7] * _DAY + _DAY - 1,
    2**63 - 1,
    -9_200_000_000_000_000_000,  # what is still earlier, java.sql.Timestamp does not know
]
_STRINGS = [
    "",
    " ",
    "a",
    "A b",
    "0",
    "-1",
    "\u00c4rger, na\u00efve, \u03a9\u03a3",
    "e\u0301 o\u0308\u0323",
    "\U0001f980\U0001f469\u200d\U0001f469\u200d\U0001f467",
    "line\nbreak\ttab\r",
    "nul\x00inside",
    "%2B%zz+&=;'\"\\",
    "long " * 500,
]
_BINARIES = [b"", b"\x00", b"\x00\xff\x80\xc3\x28", "Ä".encode(), b"b" * 300, bytes(range(256))]
_DOUBLES = [0.0, -0.0, 1.0, -1.5, 0.1, math.nan, math.inf, -math.inf]
_DOUBLE_ENDS = [5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 2.0**53, 1e16]
_FLOAT_ENDS = [1.401298464324817e-45, 1.1754943508222875e-38, 3.4028234663852886e38, 2.0**24]


def edge_values(given: TypeLike) -> list[Any]:
    """The values of a type that a test should have, null not among them.

    Those of nested types have in them all those of their parts, null among them, and are also
    empty, of one element, and of one null. They are in the form of
    :mod:`rapids_udfs.testing.row_bytes`: a date is its days since 1970, for instance.

    Raises:
        UnsupportedTypeError: no type that a columnar body can have.
    """
    return _edges(parse_type(given))


def _edges(type_: DataType) -> list[Any]:
    if isinstance(type_, NullType):
        return []
    if isinstance(type_, BooleanType):
        return [True, False]
    if type(type_) in _BITS:
        return _integers(_BITS[type(type_)])
    if isinstance(type_, DoubleType):
        return [*_DOUBLES, *_DOUBLE_ENDS, *(-v for v in _DOUBLE_ENDS)]
    if isinstance(type_, FloatType):
        return [single(v) for v in [*_DOUBLES, *_FLOAT_ENDS, *(-v for v in _FLOAT_ENDS)]]
    if isinstance(type_, DecimalType):
        return _decimals(type_.precision, type_.scale)
    if isinstance(type_, ArrayType):
        return _arrays(type_.elementType)
    if isinstance(type_, MapType):
        return _maps(type_.keyType, type_.valueType)
    if isinstance(type_, StructType):
        return _structs([field.dataType for field in type_.fields])
    plain: dict[type[DataType], list[Any]] = {
        DateType: _DATES,
        TimestampType: _TIMESTAMPS,
        StringType: _STRINGS,
        BinaryType: _BINARIES,
    }
    return list(plain[type(type_)])


def single(value: float) -> float:
    """The closest number that a float holds."""
    rounded: float = struct.unpack("<f", struct.pack("<f", value))[0]
    return rounded


def key_identity(key: Any) -> Any:
    """What is the same for two keys that a map cannot both have: to Spark, -0.0 is 0.0."""
    if isinstance(key, float):
        return "NaN" if math.isnan(key) else key + 0.0
    if isinstance(key, tuple):
        return tuple(map(key_identity, key))
    return key


def distinct_keys(pairs: list[tuple[Any, Any]]) -> tuple[tuple[Any, Any], ...]:
    """The pairs of a map: the first of each key, and none whose key is null."""
    kept: dict[str, tuple[Any, Any]] = {}
    for key, value in pairs:
        if key is not None:
            # 1, True and Decimal(1) are the same to Python; a map has keys of one type.
            kept.setdefault(repr(key_identity(key)), (_normal(key), value))
    return tuple(kept.values())


def _normal(key: Any) -> Any:
    """A key as Spark keeps it: it makes 0.0 of -0.0."""
    if isinstance(key, float):
        return key + 0.0
    return tuple(map(_normal, key)) if isinstance(key, tuple) else key


def _integers(bits: int) -> list[int]:
    top = 2 ** (bits - 1)
    return list(dict.fromkeys([0, 1, -1, top - 1, -top, top - 2, 1 - top, 7, -10, 100]))


def _decimals(precision: int, scale: int) -> list[Decimal]:
    widest = 10**precision - 1
    # The first whose digits a precision less could not hold, and halves, for roundings.
    power = 10 ** (precision - 1)
    units = [0, 1, -1, widest, -widest, power, -power, widest // 2, 5 * power // 10, -5]
    held = dict.fromkeys(u for u in units if abs(u) <= widest)
    return [Decimal((int(u < 0), tuple(map(int, str(abs(u)))), -scale)) for u in held]


def _arrays(of: DataType) -> list[Any]:
    values = _edges(of)
    one = [(values[0],), tuple(values[:2])] if values else []
    # One after another as well, so that lists of all lengths meet.
    return [(), (None,), *one, (*values, None), (None, *values[::-1])]


def _maps(keys: DataType, values: DataType) -> list[Any]:
    ks, vs = _edges(keys), [*_edges(values), None]
    full = distinct_keys([(key, vs[i % len(vs)]) for i, key in enumerate(ks)])
    return [(), full[:1], ((ks[0], None),), full, full[::-1]]


def _structs(fields: list[DataType]) -> list[Any]:
    options = [[*_edges(of), None] for of in fields]
    longest = max(map(len, options), default=1)
    rows = [tuple(o[i % len(o)] for o in options) for i in range(longest)]
    return [*rows, tuple(None for _ in fields)]
