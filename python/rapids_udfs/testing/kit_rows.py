# SPDX-License-Identifier: Apache-2.0

"""Rows of the test kit's engine in the session's JVM, in the form of Python UDFs' arguments."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from pyspark.sql import Row
from pyspark.sql import types as t

from rapids_udfs.errors import ArgumentValueError
from rapids_udfs.session.jvm_objects import java_list
from rapids_udfs.session.library import jvm_class, thread
from rapids_udfs.testing.engine import engine, parse_type, to_jvm, to_python

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Arguments = tuple[Any, ...]
# Spark's and Python's calendars agree under every setting from 1582 on. Before 1900 some time zones
# differ by seconds, and in the far future their rules differ.
_DATES = datetime.date(1582, 10, 15), datetime.date.max
_TIMES = datetime.datetime(1900, 1, 1), datetime.datetime(2100, 1, 1)
_ROUNDS = 24
_AT_ONCE = 64
_VALUES = "io.github.rapidsudfs.testkit.values"


class KitRows:
    """The engine's edge values, random values and simpler values of some types.

    It has no TIMESTAMP_NTZ, for which values of TIMESTAMP are used.
    """

    def __init__(self, spark: SparkSession, types: Sequence[t.DataType]) -> None:
        self._spark, self._types, self._kit = spark, types, engine(spark)
        self._of_kit = java_list(spark, [parse_type(spark, self._known(of)) for of in types])

    @staticmethod
    def _known(of: t.DataType) -> str:
        return str(of.json()).replace('"timestamp_ntz"', '"timestamp"')

    def edges(self) -> list[Arguments]:
        """Return rows in which each edge value of each type occurs."""
        return [row for row in self.python(self._kit.edgeRows(self._of_kit)) if row is not None]

    def random(self, words: Any, count: int, seed: int) -> list[Any]:
        """Return random values of the first type that Python can represent.

        Strings and numbers are often from ``words``, a list of the JVM, or near one of them.
        """
        spark = self._spark
        # One call of the generator for many values.
        fields = [t.StructField(f"a{i}", self._types[0]) for i in range(_AT_ONCE)]
        row = parse_type(spark, self._known(t.StructType(fields)))
        # Py4J looks classes up in the thread's class loader.
        thread(spark.sparkContext._jvm).setContextClassLoader(self._kit.getClass().getClassLoader())
        near = jvm_class(spark, f"{_VALUES}.Shape").DEFAULT.withVocabulary(words)
        seeded = jvm_class(spark, "java.util.Random")(seed)
        generator = jvm_class(spark, f"{_VALUES}.ValueGenerator")(row, seeded, near)
        rows = (generator.nonNull().values() for _ in range(-(-count // _AT_ONCE)))
        values = chain.from_iterable(to_python(spark, java_list(spark, rows)))
        return [row[0] for row in self._converted((value,) for value in values) if row is not None]

    def shrink(self, row: Arguments, first_of: Callable[[Sequence[Arguments]], int]) -> None:
        """Propose simpler rows than a row, and then than each chosen one.

        Nothing is proposed for values that Spark would change, such as a Decimal with more digits
        than its type.

        Args:
            row: the row to start from.
            first_of: returns the index of a row, of several with the simplest first, or -1.
        """
        try:
            begin = to_jvm(self._spark, [row], self._of_kit)
        except ArgumentValueError:
            return
        shrinker = self._kit.shrinker(self._of_kit, begin, java_list(self._spark, []), _ROUNDS)
        while (tried := shrinker.next()).size():
            rows = self.python(java_list(self._spark, [batch[0] for batch in tried]))
            valid = {i: row for i, row in enumerate(rows) if row is not None}
            chosen = first_of([*valid.values()]) if valid else -1
            shrinker.failed([*valid][chosen] if chosen >= 0 else -1)

    def python(self, rows: Any) -> list[Arguments | None]:
        """The JVM's rows; None for one with a value, or a key, that Python cannot represent."""
        return self._converted(to_python(self._spark, rows))

    def _converted(self, rows: Iterable[Arguments]) -> list[Arguments | None]:
        converted: list[Arguments | None] = []
        for row in rows:
            try:
                converted.append(_all(row, self._types))
            except (OSError, OverflowError, TypeError, ValueError):
                converted.append(None)
        return converted


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
