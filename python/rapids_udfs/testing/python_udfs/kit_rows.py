# SPDX-License-Identifier: Apache-2.0

"""Rows of the test kit's engine in the session's JVM, as Python UDFs get them."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pyspark.sql import Row
from pyspark.sql import types as t

from rapids_udfs.errors import ArgumentValueError
from rapids_udfs.session.jvm_objects import java_list
from rapids_udfs.testing.engine import engine, parse_type
from rapids_udfs.testing.values import to_jvm, to_python

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Arguments = tuple[Any, ...]
# From 1582 on, Spark's calendar is Python's under every setting. Before 1900 some time zones are
# seconds apart, and for far years their rules differ.
_DATES = datetime.date(1582, 10, 15), datetime.date.max
_TIMES = datetime.datetime(1900, 1, 1), datetime.datetime(2100, 1, 1)
_ROUNDS = 24


class KitRows:
    """The engine's edge values, random values and simpler values, of these types.

    It has no TIMESTAMP_NTZ: the values of such a type are those of TIMESTAMP.
    """

    def __init__(self, spark: SparkSession, types: Sequence[t.DataType]) -> None:
        self._spark, self._types, self._kit = spark, types, engine(spark)
        known = (of.json().replace('"timestamp_ntz"', '"timestamp"') for of in types)
        self._of_kit = java_list(spark, [parse_type(spark, of) for of in known])

    def edges(self) -> list[Arguments]:
        """Return rows in which each edge value of each type occurs."""
        return [row for row in self._python(self._kit.edgeRows(self._of_kit)) if row is not None]

    def random(self, count: int, seed: int) -> list[Arguments]:
        """Return random rows, less those with values that Python does not have."""
        rows = self._python(self._kit.randomRows(self._of_kit, count, seed))
        return [row for row in rows if row is not None]

    def shrink(self, row: Arguments, first_of: Callable[[Sequence[Arguments]], int]) -> None:
        """Propose simpler rows than one, and than those that are chosen.

        None are proposed for values that Spark would change first: a Decimal with more digits than
        its type has, say.

        Args:
            row: the row to start from.
            first_of: chooses one of several rows, the simplest first; -1 for none.
        """
        try:
            begin = to_jvm(self._spark, [row], self._of_kit)
        except ArgumentValueError:
            return
        shrinker = self._kit.shrinker(self._of_kit, begin, java_list(self._spark, []), _ROUNDS)
        while (tried := shrinker.next()).size():
            rows = self._python(java_list(self._spark, [batch[0] for batch in tried]))
            known = [i for i, each in enumerate(rows) if each is not None]
            chosen = first_of([each for each in rows if each is not None]) if known else -1
            shrinker.failed(known[chosen] if chosen >= 0 else -1)

    def _python(self, rows: Any) -> list[Arguments | None]:
        """The JVM's rows; None for one with a value, or a key, that Python cannot have."""
        found: list[Arguments | None] = []
        for row in to_python(self._spark, rows):
            try:
                found.append(_all(row, self._types))
            except (OSError, OverflowError, TypeError, ValueError):
                found.append(None)
        return found


def _all(values: Iterable[Any], types: Iterable[t.DataType]) -> Arguments:
    return tuple(_python(value, of) for value, of in zip(values, types, strict=True))


def _python(value: Any, of: t.DataType) -> Any:
    if value is None:
        return None
    if isinstance(of, t.ArrayType):
        return [_python(each, of.elementType) for each in value]
    if isinstance(of, t.MapType):
        return {_python(k, of.keyType): _python(v, of.valueType) for k, v in value}
    if isinstance(of, t.StructType):
        return Row(*of.names)(*_all(value, [field.dataType for field in of.fields]))
    if isinstance(of, t.BinaryType):
        return bytearray(value)
    if isinstance(of, t.DateType):
        return _within(of.fromInternal(value), _DATES)
    if isinstance(of, (t.TimestampType, t.TimestampNTZType)):
        return _within(t.TimestampType().fromInternal(value), _TIMES)
    return value


def _within(day: Any, bounds: tuple[Any, Any]) -> Any:
    if not bounds[0] <= day <= bounds[1]:
        raise ValueError(f"{day} is not in both calendars")
    return day
