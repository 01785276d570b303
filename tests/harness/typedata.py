"""Values of every type of the mapping table and of nested types: the ordinary and the extreme."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from harness import catalogue

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

VIEW = "every_type"
# A prime: each value of a column meets different neighbours.
ROWS = 61
_FILES = 5

_DATES = [
    "DATE '1970-01-01'",
    "DATE '1969-12-31'",
    "DATE '2024-02-29'",
    "DATE '0001-01-01'",
    # Around the change of calendars: java.sql.Date does not know the ten days from 5 to 14.
    "DATE '1582-10-04'",
    "DATE '1582-10-05'",
    "DATE '1582-10-10'",
    "DATE '1582-10-14'",
    "DATE '1582-10-15'",
    "DATE '9999-12-31'",
    "DATE '-0400-02-29'",
    "DATE '+12345-06-07'",
]
_TIMESTAMPS = [
    "TIMESTAMP '1970-01-01 00:00:00'",
    "TIMESTAMP '1969-12-31 23:59:59.999999'",
    "TIMESTAMP '2024-03-10 10:30:00.000001'",
    "TIMESTAMP '2024-11-03 08:59:59.5'",
    "TIMESTAMP '0001-01-01 00:00:00'",
    "TIMESTAMP '1582-10-04 23:59:59.999999'",
    "TIMESTAMP '1582-10-10 12:34:56.123456'",
    "TIMESTAMP '1582-10-15 00:00:00'",
    "TIMESTAMP '1883-11-18 19:52:58'",
    "TIMESTAMP '9999-12-31 23:59:59.999999'",
    # The last microsecond that 64 bits hold. The first is too early for java.sql.Timestamp.
    "timestamp_micros(9223372036854775807L)",
    "timestamp_micros(-9200000000000000000L)",
]
_STRINGS = [
    "''",
    "' '",
    "'a'",
    "'Ärger, naïve, Ω'",
    "'e\\u0301'",
    "'🦀👩\u200d👩\u200d👧'",
    "'line\\nbreak\\ttab'",
    "concat('nul', chr(0), 'inside')",
    "repeat('long ', 500)",
]
_BINARIES = [
    "X''",
    "X'00'",
    "X'00FF80C328'",
    "CAST('Ä' AS BINARY)",
    "CAST(repeat('b', 300) AS BINARY)",
]


def _floats(bits: int) -> list[str]:
    name = "FLOAT" if bits == 32 else "DOUBLE"
    ends = ("1.4E-45", "3.4028235E38") if bits == 32 else ("4.9E-324", "1.7976931348623157E308")
    values = ["0.0", "-0.0", "1.5", "-0.1", "NaN", "Infinity", "-Infinity", *ends, f"-{ends[1]}"]
    return [f"CAST('{v}' AS {name})" for v in values]


def _integers(bits: int) -> list[str]:
    name = {8: "TINYINT", 16: "SMALLINT", 32: "INT", 64: "BIGINT"}[bits]
    values = [0, 1, -1, 2 ** (bits - 1) - 1, -(2 ** (bits - 1))]
    return [f"CAST('{v}' AS {name})" for v in values]


def _decimals(precision: int, scale: int) -> list[str]:
    digits = "9" * precision
    widest = digits[: precision - scale] + ("." + digits[precision - scale :] if scale else "")
    least = "0." + "0" * (scale - 1) + "1" if scale else "1"
    # A value whose unscaled form is a power of ten: the first that a digit less could not hold.
    power = "1" + "0" * (precision - scale - 1) if precision > scale else least
    values = ["0", widest, "-" + widest, least, "-" + least, power]
    return [f"CAST('{v}' AS DECIMAL({precision},{scale}))" for v in values]


_DECIMALS = [
    (1, 0), (5, 2), (9, 0), (9, 2), (9, 4), (9, 9), (10, 0), (10, 2), (10, 10),
    (18, 0), (18, 2), (18, 4), (18, 18), (19, 0), (19, 2), (19, 19),
    (20, 4), (24, 2), (38, 0), (38, 2), (38, 4), (38, 10), (38, 18), (38, 38),
]  # fmt: skip
_ATOMIC: dict[str, list[str]] = {
    "boolean": ["true", "false"],
    "tinyint": _integers(8),
    "smallint": _integers(16),
    "int": _integers(32),
    "bigint": _integers(64),
    "float": _floats(32),
    "double": _floats(64),
    "date": _DATES,
    "timestamp": _TIMESTAMPS,
    "string": _STRINGS,
    "binary": _BINARIES,
}
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
    """Non-null values of a type as SQL, for nested types composed of all values of their parts."""
    if type_ in _ATOMIC:
        return _ATOMIC[type_]
    name, parts = _parsed(type_)
    if name == "decimal":
        return _decimals(int(parts[0]), int(parts[1]))
    if name == "array":
        full = f"array({', '.join(values(parts[0]))}, NULL)"
        return [f"CAST({v} AS {type_})" for v in ("array()", "array(NULL)", full)]
    if name == "map":
        keys, items = values(parts[0]), [*values(parts[1]), "NULL"]
        pairs = [f"{key}, {items[i % len(items)]}" for i, key in enumerate(keys)]
        one = f"map({keys[0]}, NULL)"
        return [f"CAST({v} AS {type_})" for v in ("map()", one, f"map({', '.join(pairs)})")]
    if name == "struct":
        fields = [field.split(":", 1) for field in parts]
        options = [values(of) for _, of in fields]
        rows = [[o[i % len(o)] for o in options] for i in range(max(map(len, options)))]
        return [_struct(type_, fields, row) for row in [*rows, ["NULL"] * len(fields)]]
    raise ValueError(f"no values of type {type_}")


def _struct(type_: str, fields: list[list[str]], row: list[str]) -> str:
    pairs = ", ".join(f"'{name}', {value}" for (name, _), value in zip(fields, row, strict=True))
    return f"CAST(named_struct({pairs}) AS {type_})"


def _parsed(type_: str) -> tuple[str, list[str]]:
    """The name and the parameters: ``map<int,string>`` is ``map`` of ``int`` and ``string``."""
    name, inside = re.fullmatch(r"(\w+)[<(](.*)[>)]", type_).groups()  # type: ignore[union-attr]
    parts, depth = [""], 0
    for char in inside:
        depth += (char in "<(") - (char in ">)")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return name, parts


@dataclass(frozen=True)
class Column:
    """A column of the table."""

    name: str
    type: str


@functools.cache
def columns() -> list[Column]:
    """A column for each type above, and for each with an identity function in the catalogue."""
    declared = [
        f["arguments"][0]["type"]
        for f in catalogue.functions().values()
        if f["category"] == "identity" and not catalogue.is_dependent(f)
    ]
    wanted = dict.fromkeys([*TYPES, *(t for t in declared if t != "void")])
    return [Column(f"c{i}", type_) for i, type_ in enumerate(wanted)]


def column_of(type_: str) -> Column:
    """The column of a type."""
    return next(c for c in columns() if c.type == type_)


def write(spark: SparkSession, folder: Path) -> None:
    """Makes the view of a table with a column for each type, in several Parquet files.

    Each column goes round its values and null; ``id`` numbers the rows.
    """
    # As they are: no shifting of dates before 1582, no legacy 96-bit timestamps.
    spark.conf.set("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS")
    spark.conf.set("spark.sql.parquet.datetimeRebaseModeInWrite", "CORRECTED")
    spark.conf.set("spark.sql.parquet.datetimeRebaseModeInRead", "CORRECTED")
    fields = ", ".join(_cycle(c) for c in columns())
    path = str(folder / VIEW)
    table = spark.sql(f"SELECT id, {fields} FROM range(0, {ROWS}, 1, {_FILES})")
    table.write.mode("overwrite").parquet(path)
    spark.read.parquet(path).createOrReplaceTempView(VIEW)


def _cycle(column: Column) -> str:
    options = [*values(column.type), f"CAST(NULL AS {column.type})"]
    pick = f"CAST(id % {len(options)} AS INT) + 1"
    return f"element_at(array({', '.join(options)}), {pick}) AS {column.name}"
