"""Rows as bytes, in the form that Spark holds them in (``UnsafeRow``), and back.

Values are Spark's own, not Python's counterparts, which cannot hold all of them: a date is its
days and a timestamp its microseconds since 1970, an array is a tuple, a map a tuple of its pairs
in their order, a struct a tuple. Text is ``str``; bytes that are not UTF-8 are surrogate escapes.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from decimal import Context, Decimal
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

_FORMATS: dict[type[DataType], str] = {
    BooleanType: "<?",
    ByteType: "<b",
    ShortType: "<h",
    IntegerType: "<i",
    LongType: "<q",
    FloatType: "<f",
    DoubleType: "<d",
    DateType: "<i",
    TimestampType: "<q",
}
_WORD = 8
_SMALL_DECIMAL = 18
_EXACT = Context(prec=80)


def encode(row: Sequence[Any], types: Sequence[DataType]) -> bytes:
    """A row of values."""
    head = bytearray(_bits(len(types)) + _WORD * len(types))
    return _encode(head, 0, row, types, _WORD)


def decode(data: bytes, types: Sequence[DataType]) -> tuple[Any, ...]:
    """The values of a row."""
    return tuple(_decode(data, 0, types, _WORD))


def pack(rows: Sequence[bytes]) -> bytes:
    """Rows one after another, each with its length."""
    return b"".join(struct.pack(">i", len(row)) + row for row in rows)


def unpack(data: bytes) -> Iterator[bytes]:
    """The rows that :func:`pack` put together."""
    at = 0
    while at < len(data):
        (length,) = struct.unpack_from(">i", data, at)
        yield data[at + 4 : at + 4 + length]
        at += 4 + length


def unscaled(value: Decimal, scale: int) -> int:
    """The integer that a decimal of a scale is held as."""
    return int(value.scaleb(scale, _EXACT).to_integral_exact(context=_EXACT))


def _bits(count: int) -> int:
    return (count + 63) // 64 * _WORD


def _encode(
    head: bytearray, start: int, values: Sequence[Any], types: Sequence[DataType], width: int
) -> bytes:
    """Fills in flags and fixed parts from ``start`` on; what has no fixed width comes behind."""
    slots = start + _bits(len(types))
    for i, (value, type_) in enumerate(zip(values, types, strict=True)):
        at = slots + i * width
        if value is None:
            head[start + i // 8] |= 1 << i % 8
        elif type(type_) in _FORMATS:
            struct.pack_into(_FORMATS[type(type_)], head, at, value)
        elif isinstance(type_, DecimalType) and type_.precision <= _SMALL_DECIMAL:
            struct.pack_into("<q", head, at, unscaled(value, type_.scale))
        else:
            data, room = _variable(value, type_)
            struct.pack_into("<q", head, at, len(head) << 32 | len(data))
            head += data + bytes(room - len(data))
    return bytes(head)


def _variable(value: Any, type_: DataType) -> tuple[bytes, int]:
    """The bytes of a value without a fixed width, and the room that they take."""
    if isinstance(type_, DecimalType):
        number = unscaled(value, type_.scale)
        negative = number + 1 if number < 0 else number
        return number.to_bytes(negative.bit_length() // 8 + 1, "big", signed=True), 16
    if isinstance(type_, StringType):
        data = value.encode("utf-8", "surrogateescape")
    elif isinstance(type_, BinaryType):
        data = bytes(value)
    elif isinstance(type_, ArrayType):
        data = _array(value, type_.elementType)
    elif isinstance(type_, MapType):
        keys = _array([key for key, _ in value], type_.keyType)
        data = struct.pack("<q", len(keys)) + keys
        data += _array([item for _, item in value], type_.valueType)
    elif isinstance(type_, StructType):
        data = encode(value, [field.dataType for field in type_.fields])
    else:
        raise TypeError(f"no bytes for {type_!r}")
    return data, -(-len(data) // _WORD) * _WORD


def _array(values: Sequence[Any], of: DataType) -> bytes:
    width = _width(of)
    fixed = -(-len(values) * width // _WORD) * _WORD
    head = bytearray(_WORD + _bits(len(values)) + fixed)
    struct.pack_into("<q", head, 0, len(values))
    return _encode(head, _WORD, values, [of] * len(values), width)


def _width(of: DataType) -> int:
    """The bytes of an array's element in its fixed part."""
    return struct.calcsize(_FORMATS[type(of)]) if type(of) in _FORMATS else _WORD


def _decode(data: bytes, start: int, types: Sequence[DataType], width: int) -> Iterator[Any]:
    slots = start + _bits(len(types))
    for i, type_ in enumerate(types):
        at = slots + i * width
        if isinstance(type_, NullType) or data[start + i // 8] >> i % 8 & 1:
            yield None
        elif type(type_) in _FORMATS:
            yield struct.unpack_from(_FORMATS[type(type_)], data, at)[0]
        elif isinstance(type_, DecimalType) and type_.precision <= _SMALL_DECIMAL:
            yield _decimal(struct.unpack_from("<q", data, at)[0], type_.scale)
        else:
            (slot,) = struct.unpack_from("<Q", data, at)
            offset, size = slot >> 32, slot & 0xFFFFFFFF
            yield _value(data[offset : offset + size], type_)


def _value(data: bytes, type_: DataType) -> Any:
    if isinstance(type_, DecimalType):
        return _decimal(int.from_bytes(data, "big", signed=True), type_.scale)
    if isinstance(type_, StringType):
        return data.decode("utf-8", "surrogateescape")
    if isinstance(type_, BinaryType):
        return data
    if isinstance(type_, ArrayType):
        return _elements(data, type_.elementType)
    if isinstance(type_, MapType):
        (length,) = struct.unpack_from("<q", data)
        keys = _elements(data[_WORD : _WORD + length], type_.keyType)
        return tuple(zip(keys, _elements(data[_WORD + length :], type_.valueType), strict=True))
    assert isinstance(type_, StructType), type_
    return decode(data, [field.dataType for field in type_.fields])


def _elements(data: bytes, of: DataType) -> tuple[Any, ...]:
    (count,) = struct.unpack_from("<q", data)
    return tuple(_decode(data, _WORD, [of] * count, _width(of)))


def _decimal(number: int, scale: int) -> Decimal:
    return Decimal(number).scaleb(-scale, _EXACT)
