# SPDX-License-Identifier: Apache-2.0

"""The benchmark's data: reproducible rows of every type, written once as Parquet.

Unlike the demonstration's, these rows are generated: two million rows, with 2 % nulls in every
column, the same in every run.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Collection

from pyspark.sql import DataFrame, SparkSession

from rapids_udfs.runtime.cache import locked, writable_dir

FILES = 16
"""The number of Parquet files, and so the minimum number of tasks."""

_PLUGIN = "spark.rapids.sql.enabled"

_WORDS = (
    *("Lorem", "ipsum", "dolor", "sit", "amet", "consectetur", "Adipiscing", "ELIT", "sed", "do"),
    *("eiusmod", "tempor", "straße", "café", "Ångström", "naïve", "résumé", "data", "GPU"),
    *("Spark", "column", "row", "batch", "2026", "3.14", "user@example.org"),
)


def _random(salt: int, size: int) -> str:
    """Return SQL for a whole number in [0, size) that depends only on the row."""
    return f"pmod(xxhash64(id, {salt}), {size})"


def _word(salt: int) -> str:
    words = ", ".join(f"'{word}'" for word in _WORDS)
    return f"element_at(array({words}), int({_random(salt, len(_WORDS))}) + 1)"


def _words(salt: int, blank: str, count: int) -> str:
    return f"concat_ws('{blank}', {', '.join(_word(salt + i) for i in range(count))})"


def _coordinate(salt: int, span: int) -> str:
    return f"({_random(salt, span * 2_000_000)} / 1000000D) - {span}"


def _vector(salt: int) -> str:
    return "array(" + ", ".join(f"{_random(salt + i, 2001)} / 1000D - 1" for i in range(8)) + ")"


def _semver(salt: int) -> str:
    parts = (("major", 3), ("minor", 10), ("patch", 10))
    fields = (f"'{name}', int({_random(salt + i, n)})" for i, (name, n) in enumerate(parts))
    return f"named_struct({', '.join(fields)})"


def _tags(salt: int) -> str:
    return f"array({', '.join(_word(salt + i) for i in range(6))})"


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
    "ip": f"concat_ws('.', {', '.join(_random(90 + i, 256) for i in range(4))})",
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
    "semver": _semver(154),
    "other_semver": _semver(157),
    "lat1": _coordinate(160, 90),
    "lon1": _coordinate(161, 180),
    "lat2": _coordinate(162, 90),
    "lon2": _coordinate(163, 180),
    "raw": f"CAST({_words(170, ' ', 4)} AS BINARY)",
    "tags": _tags(180),
    "other_tags": _tags(190),
    "counts": f"array({', '.join(_random(200 + i, 1000) for i in range(8))})",
    "totals": f"map('a', {_random(210, 1000)}, 'b', {_random(211, 1000)}, "
    f"'c', {_random(212, 1000)})",
    "labels": f"map('utm_source', {_word(220)}, 'utm_medium', {_word(221)}, 'page', {_word(222)})",
    "label_maps": f"array(map('a', {_word(223)}, 'b', {_word(224)}), map('a', {_word(225)}))",
    "records": f"concat('a=', {_word(230)}, ';b=', {_word(231)}, '|a=', {_word(232)}, ';c=1')",
    "email": f"concat('user', {_random(240, 10**6)}, '@example.org')",
    "phone": f"concat('(', {_random(241, 800)} + 200, ') 555-', "
    f"lpad(string({_random(242, 10**4)}), 4, '0'))",
    "code1": f"lpad(conv(string({_random(250, 2**32)}), 10, 2), 32, '0')",
    "code2": f"lpad(conv(string({_random(251, 2**32)}), 10, 2), 32, '0')",
    "minute": f"CAST({_random(261, 1440)} AS SMALLINT)",
    "flag1": f"{_random(262, 2)} = 0",
    "flag2": f"{_random(263, 2)} = 0",
    "flag3": f"{_random(264, 2)} = 0",
    "flag4": f"{_random(265, 2)} = 0",
    "byte1": f"CAST({_random(266, 256)} - 128 AS TINYINT)",
    "byte2": f"CAST({_random(267, 256)} - 128 AS TINYINT)",
    "steps": f"int({_random(269, 41)} - 20)",
    "wide_price": f"CAST({_random(270, 10**12)} / 10000BD AS DECIMAL(38,4))",
    "amounts": "array("
    + ", ".join(f"CAST({_random(271 + i, 10**9)} / 100BD AS DECIMAL(18,2))" for i in range(4))
    + ")",
    "temperature": f"{_random(280, 6000)} / 100D - 20",
    "buckets": "named_struct('edges', array(0D, 10D, 20D, 30D), "
    "'labels', array('frost', 'cold', 'mild', 'warm', 'hot'))",
}


def table(spark: SparkSession, rows: int, columns: Collection[str] = ()) -> DataFrame:
    """Return the data (all columns, or these) as a table of this many rows, written if needed."""
    chosen = {name: _COLUMNS[name] for name in columns or _COLUMNS}
    key = hashlib.sha256(repr((FILES, chosen)).encode()).hexdigest()[:10]
    base = writable_dir("benchmark-data")
    wanted = base / f"{rows}-{key}"
    with locked(base / ".lock"):
        if not wanted.is_dir():
            print(f"Making {rows:,} rows of data, once ...", flush=True)
            part = base / ".part"
            shutil.rmtree(part, ignore_errors=True)
            # Only by Spark in any mode, because the emulator builds strings slowly.
            plugin = spark.conf.get(_PLUGIN, "true")
            spark.conf.set(_PLUGIN, "false")
            frame(spark, rows).select(*chosen).write.parquet(str(part))
            spark.conf.set(_PLUGIN, plugin)
            part.rename(wanted)
    return spark.read.parquet(str(wanted))


def frame(spark: SparkSession, rows: int) -> DataFrame:
    """Return the first rows, not yet written anywhere."""
    columns = [
        f"CASE WHEN {_random(1000 + i, 50)} <> 0 THEN {sql} END AS {name}"
        for i, (name, sql) in enumerate(_COLUMNS.items())
    ]
    return spark.range(0, rows, 1, FILES).selectExpr(*columns)
