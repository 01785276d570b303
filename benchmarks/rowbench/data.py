"""The benchmark's data: reproducible rows of every type, written once as Parquet.

Unlike the demonstration's, these rows are made: two million of them, with 2 % nulls in each column,
each the same in every run.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable
from typing import TYPE_CHECKING

from rapids_udfs.cache import locked, writable_dir

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

FILES = 16
"""Parquet files, and so at least as many tasks."""

_WORDS = (
    *("Lorem", "ipsum", "dolor", "sit", "amet", "consectetur", "Adipiscing", "ELIT", "sed", "do"),
    *("eiusmod", "tempor", "straße", "café", "Ångström", "naïve", "résumé", "data", "GPU"),
    *("Spark", "column", "row", "batch", "2026", "3.14", "user@example.org"),
)


def _random(salt: int, size: int) -> str:
    """SQL of a whole number in [0, size) that depends on the row alone."""
    return f"pmod(xxhash64(id, {salt}), {size})"


def _word(salt: int) -> str:
    words = ", ".join(f"'{word}'" for word in _WORDS)
    return f"element_at(array({words}), int({_random(salt, len(_WORDS))}) + 1)"


def _words(salt: int, blank: str, count: int) -> str:
    return f"concat_ws('{blank}', {', '.join(_word(salt + i) for i in range(count))})"


def _octets(salt: int) -> str:
    return "concat_ws('.', " + ", ".join(f"{_random(salt + i, 256)}" for i in range(4)) + ")"


def _coordinate(salt: int, span: int) -> str:
    return f"({_random(salt, span * 2_000_000)} / 1000000D) - {span}"


def _vector(salt: int) -> str:
    return "array(" + ", ".join(f"{_random(salt + i, 2001)} / 1000D - 1" for i in range(8)) + ")"


_COLUMNS: dict[str, str] = {
    "n": "id",
    "text": _words(10, "  ", 8),
    "html": f"concat('<p class=\"note\">', {_words(30, ' ', 4)}, ' <b>', {_word(36)}, '</b> ', "
    f"{_words(38, ' ', 3)}, '<br/></p>')",
    "phrase": f"concat({_words(50, ' ', 5)}, ' & 100 % = ?')",
    "encoded": f"url_encode(concat({_words(50, ' ', 5)}, ' & 100 % = ?'))",
    "query": f"concat('source=', {_word(70)}, '&q=', url_encode({_words(71, ' ', 2)}), '&page=', "
    f"{_random(75, 100)}, '&empty=')",
    "card": f"lpad(string({_random(80, 10**16)}), 16, '4')",
    "ip": _octets(90),
    "ip_number": _random(95, 2**32),
    "cidr": f"concat({_random(96, 256)}, '.0.0.0/', {_random(97, 8)} + 1)",
    "day1": f"date_add(DATE'2000-01-01', int({_random(100, 10_000)}))",
    "day2": f"date_add(DATE'2000-01-01', int({_random(101, 10_000)}))",
    "moment": f"timestamp_micros({_random(110, 1_700_000_000_000_000)})",
    "price": f"CAST({_random(120, 10**9)} / 10000BD AS DECIMAL(9,4))",
    "amount": f"CAST({_random(121, 10**12)} / 100BD AS DECIMAL(18,2))",
    "rate": f"CAST({_random(122, 5000)} / 10000BD AS DECIMAL(5,4))",
    "v": _vector(130),
    "w": _vector(140),
    "version": f"concat({_random(150, 30)}, '.', {_random(151, 100)}, '.', {_random(152, 100)}, "
    f"CASE WHEN {_random(153, 5)} = 0 THEN '-rc1' ELSE '' END)",
    "lat1": _coordinate(160, 90),
    "lon1": _coordinate(161, 180),
    "lat2": _coordinate(162, 90),
    "lon2": _coordinate(163, 180),
}


def table(spark: SparkSession, rows: int, say: Callable[[str], None]) -> DataFrame:
    """The data as a table of so many rows, made if need be.

    Raises:
        CacheError: the cache cannot be written.
    """
    key = hashlib.sha256(repr((FILES, _COLUMNS)).encode()).hexdigest()[:10]
    base = writable_dir("benchmark-data")
    wanted = base / f"{rows}-{key}"
    with locked(base / ".lock"):
        if not wanted.is_dir():
            say(f"Making {rows:,} rows of data, once ...")
            part = base / ".part"
            shutil.rmtree(part, ignore_errors=True)
            _rows(spark, rows).write.parquet(str(part))
            part.rename(wanted)
    return spark.read.parquet(str(wanted))


def _rows(spark: SparkSession, rows: int) -> DataFrame:
    columns = [
        f"CASE WHEN {_random(1000 + i, 50)} <> 0 THEN {sql} END AS {name}"
        for i, (name, sql) in enumerate(_COLUMNS.items())
    ]
    return spark.range(0, rows, 1, FILES).selectExpr(*columns)
