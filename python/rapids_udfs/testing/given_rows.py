"""Rows that a test gives as Python has them, in the form that Spark holds them in."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
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

from rapids_udfs.errors import RapidsUdfsError
from rapids_udfs.testing.edge_values import distinct_keys, single
from rapids_udfs.testing.row_bytes import unscaled
from rapids_udfs.testing.spark_types import ddl

_EXACT = Context(prec=80)
_EPOCH = datetime.date(1970, 1, 1).toordinal()
_BITS: dict[type[DataType], int] = {
    ByteType: 8,
    ShortType: 16,
    IntegerType: 32,
    DateType: 32,
    LongType: 64,
    TimestampType: 64,
}


class TestDataError(RapidsUdfsError, ValueError):
    """A row of test data that is not of its types."""

    __test__ = False  # pytest: no tests in here

    def __init__(self, where: str, found: object, wanted: str) -> None:
        super().__init__(f"{where} is {found!r:.120}, which is not {wanted}")


def given_rows(rows: Sequence[Any], types: Sequence[DataType]) -> list[tuple[Any, ...]]:
    """The rows as Spark holds them.

    A row is a tuple, a list or a Row; for one column also the value itself. A date may be a
    ``datetime.date`` or its days since 1970, a timestamp a ``datetime`` (a naive one is of this
    machine's zone, as to Spark) or its microseconds, a map a ``dict`` or a sequence of pairs.

    Raises:
        TestDataError: a row or value that is not of its type; it is named.
    """
    if isinstance(rows, (str, bytes)) or not isinstance(rows, Iterable):
        raise TestDataError("rows", rows, "a list of rows")
    return [_row(row, types, f"row {number}") for number, row in enumerate(rows)]


def _row(row: Any, types: Sequence[DataType], where: str) -> tuple[Any, ...]:
    alone = len(types) == 1 and not (isinstance(row, (tuple, list)) and len(row) == 1)
    values = (row,) if alone else row
    if not isinstance(values, (tuple, list)) or len(values) != len(types):
        raise TestDataError(where, row, f"a row of {len(types)} values")
    each = enumerate(zip(values, types, strict=True))
    return tuple(_value(value, of, f"{where}, argument {k + 1},") for k, (value, of) in each)


def _value(value: Any, of: DataType, where: str) -> Any:
    if value is None:
        return None
    found = None if isinstance(of, NullType) else _converted(value, of, where)
    if found is None:
        raise TestDataError(where, value, ddl(of))
    return found


def _converted(value: Any, of: DataType, where: str) -> Any:
    """The value, None where it is not of the type."""
    if type(of) in _BITS:
        number = _integer(value, of)
        limit = 2 ** (_BITS[type(of)] - 1)
        return number if number is not None and -limit <= number < limit else None
    if isinstance(of, BooleanType):
        return value if isinstance(value, bool) else None
    if isinstance(of, (DoubleType, FloatType)):
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return None
        try:
            return float(value) if isinstance(of, DoubleType) else single(float(value))
        except OverflowError:
            return None
    if isinstance(of, DecimalType):
        return _decimal(value, of)
    if isinstance(of, StringType):
        return value if isinstance(value, str) and _is_text(value) else None
    if isinstance(of, BinaryType):
        return bytes(value) if isinstance(value, (bytes, bytearray)) else None
    return _nested(value, of, where)


def _nested(value: Any, of: DataType, where: str) -> Any:
    if isinstance(of, MapType):
        pairs = list(value.items()) if isinstance(value, Mapping) else value
        if not isinstance(pairs, (tuple, list)) or not all(map(_is_pair, pairs)):
            return None
        made = [
            (_value(k, of.keyType, f"{where} key"), _value(v, of.valueType, f"{where} value"))
            for k, v in pairs
        ]
        kept = distinct_keys(made)
        if len(kept) < len(made):
            raise TestDataError(where, value, "a map: a key is null, or there twice")
        return kept
    if isinstance(value, (str, bytes)) or not isinstance(value, (Sequence, Mapping)):
        return None
    if isinstance(of, ArrayType):
        if isinstance(value, Mapping):
            return None
        return tuple(_value(v, of.elementType, f"{where} element") for v in value)
    assert isinstance(of, StructType), of
    if isinstance(value, Mapping):
        # A field that is not named is null; a name that is none is a slip.
        if not set(value) <= set(of.names):
            return None
        value = tuple(value.get(name) for name in of.names)
    if len(value) != len(of.fields):
        return None
    fields = zip(value, of.fields, strict=True)
    return tuple(_value(v, f.dataType, f"{where} field {f.name}") for v, f in fields)


def _is_text(value: str) -> bool:
    try:
        value.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half of a surrogate pair
        return False
    return True


def _is_pair(value: Any) -> bool:
    return isinstance(value, (tuple, list)) and len(value) == 2


def _integer(value: Any, of: DataType) -> int | None:
    if isinstance(of, TimestampType) and isinstance(value, datetime.datetime):
        made: int = of.toInternal(value)
        return made
    if isinstance(of, DateType) and isinstance(value, datetime.date):
        return value.toordinal() - _EPOCH
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _decimal(value: Any, of: DecimalType) -> Decimal | None:
    try:
        number = Decimal(value) if isinstance(value, (int, str, Decimal)) else None
        if number is None or abs(unscaled(number, of.scale)) >= 10**of.precision:
            return None
        made = number.quantize(Decimal(1).scaleb(-of.scale), context=_EXACT)
    except (ArithmeticError, ValueError):
        return None
    return made if made == number else None
