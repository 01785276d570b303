# SPDX-License-Identifier: Apache-2.0

"""Every type crosses the row-wise path unchanged, bit for bit, and keeps its name."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator

import pytest

from harness import catalogue, routes, type_tables
from harness.type_tables import VIEW, Column


@pytest.fixture(scope="module")
def table(spark, tmp_path_factory):
    type_tables.write(spark, tmp_path_factory.mktemp("types"))
    return spark.table(VIEW)


class Bits:
    """The bytes that Spark holds for each value of an expression, row by row."""

    def __init__(self, spark):
        self.spark = spark
        self._together = functools.cache(self._all_columns)

    def of(self, *expressions: str) -> list[list[bytes]]:
        fields = ", ".join(f"struct({e}) AS s{i}" for i, e in enumerate(expressions))
        frame = self.spark.sql(f"SELECT id, {fields} FROM {VIEW}")
        rows = frame._jdf.queryExecution().executedPlan().executeCollect()
        by_number = {
            row.getLong(0): [
                bytes(row.getStruct(i, 1).getBytes()) for i in range(1, len(expressions) + 1)
            ]
            for row in rows
        }
        return [by_number[number] for number in range(type_tables.ROWS)]

    def of_column(self, template: str, column: Column) -> list[bytes]:
        """Of an expression over a column; computed for all columns at once where none fails."""
        together = self._together(template)
        if together is not None:
            return together[column.type]
        return [row[0] for row in self.of(template.format(column.name))]

    def _all_columns(self, template: str) -> dict[str, list[bytes]] | None:
        columns = type_tables.columns()
        try:
            rows = self.of(*(template.format(c.name) for c in columns))
        except Exception:  # the test of the column at fault shows it
            return None
        return {c.type: [row[i] for row in rows] for i, c in enumerate(columns)}


@pytest.fixture(scope="module")
def bits(spark, table) -> Bits:
    return Bits(spark)


def schema_of(spark, expression: str):
    return spark.sql(f"SELECT {expression} AS r FROM {VIEW}").schema["r"].dataType


class TestTable:
    """The assumptions of the tests below."""

    def test_comes_in_several_partitions(self, table) -> None:
        assert table.rdd.getNumPartitions() > 1
        assert table.count() == type_tables.ROWS

    def test_columns_are_of_their_types_with_every_value_and_null(self, spark, table) -> None:
        for column in type_tables.columns():
            cast = spark.sql(f"SELECT CAST(NULL AS {column.type}) AS r").schema["r"].dataType
            assert table.schema[column.name].dataType.simpleString() == cast.simpleString()

    def test_bits_show_differences_that_equality_hides(self, spark, bits) -> None:
        """The comparison itself can fail: -0.0 is not 0.0, and a changed row is seen."""
        zeros = bits.of("IF(id < 0, 1.0D, 0.0D)", "IF(id < 0, 1.0D, double('-0.0'))")
        assert zeros[0][0] != zeros[0][1]
        assert bits.of("c4")[3] != bits.of("c4 + 0L * id + IF(id = 3 AND c4 < 0, 1L, 0L)")[4]


@pytest.mark.parametrize("column", type_tables.columns(), ids=lambda c: c.type)
class TestIdentityOfAnyType:
    def test_values(self, bits: Bits, column: Column) -> None:
        assert bits.of_column("identity({})", column) == bits.of_column("{}", column)

    def test_type(self, spark, table, column: Column) -> None:
        assert schema_of(spark, f"identity({column.name})") == table.schema[column.name].dataType

    def test_counted_as_null_or_not(self, spark, bits: Bits, column: Column) -> None:
        """The generic function sees each value, by the extension and as a Hive function."""
        expected = bits.of_column("INT(ISNULL({}))", column)
        assert bits.of_column("count_nulls({})", column) == expected
        hive = routes.register(spark, catalogue.functions()["count_nulls"], routes.HIVE)
        assert bits.of_column(hive + "({})", column) == expected


def typed_identities() -> list[tuple[str, str]]:
    return [
        (name, route)
        for name, function in catalogue.functions().items()
        for route in routes.of(function)
        if function["category"] == "identity" and not catalogue.is_dependent(function)
    ]


def in_order(type_: str, sql: str) -> str:
    """As JSON with the entries of maps, at the top or inside an array, sorted by key."""
    if type_.startswith("map<"):
        entries = f"array_sort(map_entries({sql}))"
    elif type_.startswith("array<map<"):
        entries = f"transform({sql}, m -> array_sort(map_entries(m)))"
    else:
        raise ValueError(f"do not know how to sort the maps within {type_}")
    options = "map('timestampFormat', 'yyyy-MM-dd HH:mm:ss.SSSSSS', 'ignoreNullFields', 'false')"
    return f"to_json({entries}, {options})"


@pytest.mark.parametrize(("function", "route"), typed_identities())
def test_typed_identity(spark, table, bits: Bits, function: str, route: str) -> None:
    listed = catalogue.functions()[function]
    declared = listed["arguments"][0]["type"]
    name = routes.register(spark, listed, route)
    if declared == "void":
        assert spark.sql(f"SELECT {name}(NULL) AS r").collect()[0]["r"] is None
        assert spark.sql(f"SELECT typeof({name}(NULL)) AS r").collect()[0]["r"] == "void"
        return
    column = type_tables.column_of(declared)
    # java.sql's classes lose days: see TestJavaRouteAndTheSkippedDays.
    with setting(spark, "spark.sql.datetime.java8API.enabled", route == routes.JAVA):
        call = f"{name}({column.name})"
        compared = column.name, call
        if route == routes.JAVA and "map<" in declared:
            # There Spark hands over maps whose entries are in no order.
            compared = in_order(declared, column.name), in_order(declared, call)
        expected, got = zip(*bits.of(*compared), strict=True)
        assert got == expected
        assert schema_of(spark, f"{name}({column.name})") == table.schema[column.name].dataType


FIRST = "timestamp_micros(-9223372036854775807L - 1L + id)"


def test_first_microsecond(spark, bits: Bits) -> None:
    expected, got = zip(*bits.of(FIRST, f"identity({FIRST})"), strict=True)
    assert got == expected


def test_first_microsecond_by_hive(spark, bits: Bits) -> None:
    """Spark hands Hive functions a java.sql.Timestamp, and cannot make one that early."""
    name = routes.register(spark, catalogue.functions()["count_nulls"], routes.HIVE)
    with pytest.raises(Exception, match="long overflow"):
        bits.of(f"{name}({FIRST})")


class TestJavaRouteAndTheSkippedDays:
    """registerJavaFunction changes the days that java.sql.Date and Timestamp do not have.

    Unless the session sets spark.sql.datetime.java8API.enabled, Spark hands them on so,
    and 5 to 14 October 1582 become other days before our code sees them.
    """

    # Noon, so that it is the same day in the JVM's time zone.
    DAYS = tuple(f"1582-10-{day} 12:00:00" for day in ("04", "05", "10", "14", "16"))

    def shown(self, spark, type_: str, java8: bool) -> list[str]:
        function = next(
            f
            for f in catalogue.functions().values()
            if f["category"] == "identity" and [a["type"] for a in f["arguments"]] == [type_]
        )
        name = routes.register(spark, function, routes.JAVA)
        with setting(spark, "spark.sql.datetime.java8API.enabled", java8):
            columns = ", ".join(
                f"CAST({name}(CAST('{day}' AS {type_})) AS STRING)" for day in self.DAYS
            )
            return [day[:10] for day in spark.sql(f"SELECT {columns}").collect()[0]]

    def days(self) -> list[str]:
        return [day[:10] for day in self.DAYS]

    @pytest.mark.parametrize("type_", ["date", "timestamp"])
    def test_by_default(self, spark, type_: str) -> None:
        same = [
            was == is_
            for was, is_ in zip(self.days(), self.shown(spark, type_, java8=False), strict=True)
        ]
        assert same == [True, False, False, False, True]

    @pytest.mark.parametrize("type_", ["date", "timestamp"])
    def test_with_java_8_classes(self, spark, type_: str) -> None:
        assert self.shown(spark, type_, java8=True) == self.days()


@contextlib.contextmanager
def setting(spark, key: str, value: bool) -> Iterator[None]:
    spark.conf.set(key, str(value).lower())
    # Tasks learn of settings by this property; Bits runs plans without the call that sets it.
    spark.sparkContext.setLocalProperty(key, str(value).lower())
    try:
        yield
    finally:
        spark.conf.unset(key)
        spark.sparkContext.setLocalProperty(key, None)


def test_void(spark) -> None:
    row = spark.sql("SELECT identity(NULL) AS v, typeof(identity(NULL)) AS t").collect()[0]
    assert (row["v"], row["t"]) == (None, "void")
