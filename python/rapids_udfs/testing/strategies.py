# SPDX-License-Identifier: Apache-2.0

"""Hypothesis strategies for values and rows of any Spark type.

Needs the extra ``testing`` (``pip install 'rapids-udfs[testing]'``) and, when values are drawn, a
running session: its JVM knows the types and their edge values. Values are in the form of
``rapids_udfs.testing.engine``: ``rapids_udfs.testing.frame`` makes a DataFrame of them.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from pyspark.sql import types as t

from rapids_udfs.errors import MissingModuleError

try:
    from hypothesis import strategies as st
    from hypothesis.strategies import SearchStrategy
except ImportError as e:
    raise MissingModuleError(f"{e}: pip install 'rapids-udfs[testing]'") from e
from rapids_udfs.testing import engine
from rapids_udfs.testing.engine import TypeLike, Types, edge_values

_MOST = 5
_MICROSECONDS = -9_200_000_000_000_000_000, 2**63 - 1
_SKIPPED_DAYS = range(-141_437, -141_427)
"""The days that the change of calendars skipped, which java.sql.Date cannot represent."""

_PLAIN: dict[type[t.DataType], SearchStrategy[Any]] = {
    t.BooleanType: st.booleans(),
    t.ByteType: st.integers(-(2**7), 2**7 - 1),
    t.ShortType: st.integers(-(2**15), 2**15 - 1),
    t.IntegerType: st.integers(-(2**31), 2**31 - 1),
    t.LongType: st.integers(-(2**63), 2**63 - 1),
    t.FloatType: st.floats(width=32),
    t.DoubleType: st.floats(),
    t.DateType: st.integers(-1_000_000, 4_000_000).filter(lambda day: day not in _SKIPPED_DAYS),
    t.TimestampType: st.integers(*_MICROSECONDS).filter(
        lambda micros: micros // 86_400_000_000 not in _SKIPPED_DAYS
    ),
    t.StringType: st.text(max_size=30),
    t.BinaryType: st.binary(max_size=30),
}


def values(spark_type: TypeLike, *, nulls: bool = True) -> SearchStrategy[Any]:
    """Return values of a type, including edge values; nested ones have nulls at every level.

    Args:
        spark_type: the type or its string, such as ``array<map<string,bigint>>``.
        nulls: whether a value itself may be null; its parts always may.

    Raises:
        UnsupportedError: when a value is drawn: not a type that a columnar body can have.
    """
    return st.deferred(lambda: _values(_parsed([spark_type])[0], nulls))


def rows(types: Types) -> SearchStrategy[tuple[Any, ...]]:
    """Return rows with a value for each type, of ``"string,int"``, a list, or a schema.

    Raises:
        UnsupportedError: see ``values``.
    """
    return st.deferred(
        lambda: st.tuples(*(_values(data_type, True) for data_type in _parsed(types)))
    )


def _parsed(types: Types) -> list[t.DataType]:
    parsed = engine.parse_types(engine.session("strategies"), types)
    return [t._parse_datatype_json_string(data_type.json()) for data_type in parsed]


def _values(data_type: t.DataType, nulls: bool) -> SearchStrategy[Any]:
    if isinstance(data_type, t.NullType):
        return st.none()
    some = _any(data_type)
    # Nested values get edges in their parts; whole nested edge values would not shrink.
    if not isinstance(data_type, (t.ArrayType, t.MapType, t.StructType)):
        some = st.one_of(some, st.sampled_from(edge_values(data_type)))
    return st.one_of(st.none(), some) if nulls else some


def _any(data_type: t.DataType) -> SearchStrategy[Any]:
    if isinstance(data_type, t.DecimalType):
        widest = 10**data_type.precision - 1
        # Exactly of this scale, however many digits there are.
        return st.integers(-widest, widest).map(
            lambda n: Decimal((int(n < 0), tuple(map(int, str(abs(n)))), -data_type.scale))
        )
    if isinstance(data_type, t.ArrayType):
        return st.lists(_values(data_type.elementType, True), max_size=_MOST).map(tuple)
    if isinstance(data_type, t.MapType):
        pairs = st.tuples(_values(data_type.keyType, False), _values(data_type.valueType, True))
        return st.lists(pairs, max_size=_MOST).map(_distinct)
    if isinstance(data_type, t.StructType):
        return st.tuples(*(_values(field.dataType, True) for field in data_type.fields))
    return _PLAIN[type(data_type)]


def _distinct(pairs: list[tuple[Any, Any]]) -> tuple[tuple[Any, Any], ...]:
    """The first pair of each key; as a key, -0.0 is 0.0 to Spark."""
    kept: dict[str, tuple[Any, Any]] = {}
    for key, value in pairs:
        plain = _positive_zero(key)
        kept.setdefault(repr(plain), (plain, value))
    return tuple(kept.values())


def _positive_zero(key: Any) -> Any:
    if isinstance(key, tuple):
        return tuple(map(_positive_zero, key))
    return key + 0.0 if isinstance(key, float) else key
