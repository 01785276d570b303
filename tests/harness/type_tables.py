# SPDX-License-Identifier: Apache-2.0

"""Ordinary and extreme values of every type of the mapping table, and of nested types."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness import catalogue
from rapids_udfs.session.jvm_objects import java_list
from rapids_udfs.testing import edge_values
from rapids_udfs.testing.engine import engine, parse_type, parse_types, session, to_jvm
from rapids_udfs.testing.frames import batches_frame

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

VIEW = "every_type"
# A prime, so that every value of a column has different neighbours.
ROWS = 61
_FILES = 5

_DECIMALS = [
    (1, 0), (5, 2), (9, 0), (9, 2), (9, 4), (9, 9), (10, 0), (10, 2), (10, 10),
    (18, 0), (18, 2), (18, 4), (18, 18), (19, 0), (19, 2), (19, 19),
    (20, 4), (24, 2), (38, 0), (38, 2), (38, 4), (38, 10), (38, 18), (38, 38),
]  # fmt: skip
# Days that java.sql.Date lacks: an identity must not use it.
_MORE = {"date": [-141_437, -141_432, -141_428], "timestamp": [-12_219_679_503_876_544]}
_ATOMIC = (
    "boolean", "tinyint", "smallint", "int", "bigint", "float", "double", "date", "timestamp",
    "string", "binary",
)  # fmt: skip
_NESTED = [
    *(f"array<{atomic}>" for atomic in _ATOMIC),
    "array<decimal(9,2)>",
    "array<decimal(18,2)>",
    "array<decimal(38,10)>",
    "array<array<array<string>>>",
    "array<map<string,bigint>>",
    "array<struct<a:int,b:string>>",
    "map<string,string>",
    "map<string,double>",
    "map<int,array<string>>",
    "map<date,decimal(38,10)>",
    "map<timestamp,binary>",
    "map<decimal(9,2),date>",
    "map<struct<a:int,b:string>,map<int,boolean>>",
    "struct<a:int,b:string>",
    "struct<a:array<int>,m:map<string,int>>",
    "struct<id:bigint,tags:array<map<string,decimal(20,4)>>,raw:binary,"
    "at:struct<day:date,time:timestamp>>",
]
TYPES = [*_ATOMIC, *(f"decimal({p},{s})" for p, s in _DECIMALS), *_NESTED]


def values(type_: str) -> list[str]:
    """Return non-null values of a type as SQL; nested types use all values of their parts."""
    spark = session("the table of values")
    rows = to_jvm(spark, [(value,) for value in _values(type_)], parse_types(spark, [type_]))
    return [str(text) for text in engine(spark).expressions(parse_type(spark, type_), rows)]


def _values(type_: str) -> list[Any]:
    return [*edge_values(type_), *_MORE.get(type_, [])]


@dataclass(frozen=True)
class Column:
    """A column of the table."""

    name: str
    type: str


@functools.cache
def columns() -> list[Column]:
    """Return a column for every type above, and for every type of an identity in the catalogue."""
    declared = [
        f["arguments"][0]["type"]
        for f in catalogue.functions().values()
        if f["category"] == "identity" and not catalogue.is_dependent(f)
    ]
    wanted = dict.fromkeys([*TYPES, *(t for t in declared if t != "void")])
    return [Column(f"c{i}", type_) for i, type_ in enumerate(wanted)]


def column_of(type_: str) -> Column:
    """Return the column of a type."""
    return next(c for c in columns() if c.type == type_)


def write(spark: SparkSession, folder: Path) -> None:
    """Create the view of a table with a column for every type, in several Parquet files.

    Every column cycles through its values and null; ``id`` numbers the rows.
    """
    # Values stay unchanged: no rebased dates before 1582, no legacy 96-bit timestamps.
    spark.conf.set("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS")
    spark.conf.set("spark.sql.parquet.datetimeRebaseModeInWrite", "CORRECTED")
    spark.conf.set("spark.sql.parquet.datetimeRebaseModeInRead", "CORRECTED")
    pools = [[*_values(c.type), None] for c in columns()]
    rows = [tuple(pool[i % len(pool)] for pool in pools) for i in range(ROWS)]
    step = -(-ROWS // _FILES)
    types = parse_types(spark, [c.type for c in columns()])
    of_jvm = to_jvm(spark, rows, types)
    parts = [of_jvm.subList(at, min(ROWS, at + step)) for at in range(0, ROWS, step)]
    table = batches_frame(spark, java_list(spark, parts), types).toDF(
        "id", *(c.name for c in columns())
    )
    path = str(folder / VIEW)
    table.write.mode("overwrite").parquet(path)
    spark.read.parquet(path).createOrReplaceTempView(VIEW)
