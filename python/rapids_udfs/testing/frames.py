"""Test data as a DataFrame, and a query's answer as values: no value is lost either way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from pyspark.sql.types import DataType, LongType, StructField, StructType

from rapids_udfs.library import entry_point, require_classic
from rapids_udfs.testing import row_bytes
from rapids_udfs.testing.given_rows import given_rows
from rapids_udfs.testing.spark_types import Types, parse_types

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

EXCLUDED_RULES = "spark.sql.optimizer.excludedRules"
_OPTIMIZER = "org.apache.spark.sql.catalyst.optimizer"


def frame(spark: SparkSession, rows: Sequence[Any], types: Types) -> DataFrame:
    """A DataFrame of rows, its columns ``id, a0, a1, ...``, in one partition.

    Args:
        spark: a classic session.
        rows: see :func:`given_rows`; generated ones, or as Python has them.
        types: of the columns behind ``id``, which numbers the rows from 0 on.

    Raises:
        TestDataError: a value is not of its type.
        UnsupportedTypeError: a type that a columnar body cannot have.
        NotOnConnectError: the session is a Spark Connect client.
    """
    parsed = parse_types(types)
    return batches_frame(spark, [given_rows(rows, parsed)], parsed)


def batches_frame(
    spark: SparkSession,
    batches: Sequence[Sequence[tuple[Any, ...]]],
    types: Sequence[DataType],
    stride: int = 0,
) -> DataFrame:
    """As :func:`frame`, with a partition for each batch.

    Ids go on from one batch to the next; with a stride, each batch begins at a multiple of it.
    """
    require_classic(spark, "rapids_udfs.testing")
    columns = [LongType(), *types]
    partitions, first = [], 0
    for rows in batches:
        numbered = enumerate(rows, first)
        encoded = [row_bytes.encode((i, *row), columns) for i, row in numbered]
        partitions.append(bytearray(row_bytes.pack(encoded)))
        first += stride or len(rows)
    names = ["id", *(f"a{k}" for k in range(len(types)))]
    fields = [StructField(n, t, n != "id") for n, t in zip(names, columns, strict=True)]
    return _frame(spark, partitions, StructType(fields))


def _frame(spark: SparkSession, partitions: list[bytearray], schema: StructType) -> DataFrame:
    from pyspark.sql import DataFrame

    library = entry_point(spark)
    jvm: Any = spark.sparkContext._jvm
    given = jvm.java.util.ArrayList()
    for partition in partitions:
        given.add(partition)
    session: Any = spark._jsparkSession
    rdd = library.rowsOfBytes(session, given, len(schema.fields))
    as_jvm = jvm.org.apache.spark.sql.types.DataType.fromJson(schema.json())
    return DataFrame(session.internalCreateDataFrame(rdd, as_jvm, False), spark)


def run(df: DataFrame) -> list[tuple[Any, ...]]:
    """Runs a query: its rows in the form of :mod:`rapids_udfs.testing.row_bytes`."""
    library = entry_point(df.sparkSession)
    types = [field.dataType for field in df.schema.fields]
    data = bytes(library.collectBytes(df._jdf.queryExecution().executedPlan()))
    return [row_bytes.decode(row, types) for row in row_bytes.unpack(data)]


@contextmanager
def settings(spark: SparkSession, values: Mapping[str, str]) -> Iterator[None]:
    """Within it the session has these settings; afterwards what it had before."""
    before = {key: spark.conf.get(key, None) for key in values}
    for key, value in values.items():
        spark.conf.set(key, value)
    try:
        yield
    finally:
        for key, old in before.items():
            if old is None:
                spark.conf.unset(key)
            else:
                spark.conf.set(key, old)


def unfolded(*, constants: bool) -> dict[str, str]:
    """Settings with which the optimizer evaluates no call: that is left to the bodies.

    Args:
        constants: whether calls whose arguments are all constant are to be left, too.
    """
    rules = ["ConvertToLocalRelation", *(["ConstantFolding"] if constants else [])]
    return {EXCLUDED_RULES: ",".join(f"{_OPTIMIZER}.{rule}" for rule in rules)}


def plugin(spark: SparkSession, *, enabled: bool) -> Any:
    """Within it the plugin takes what it can, or Spark runs all as if there were none."""
    return settings(spark, {"spark.rapids.sql.enabled": str(enabled).lower()})
