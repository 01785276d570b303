# SPDX-License-Identifier: Apache-2.0

"""Calls as a PySpark user would guess them, in a session of mode ``emulate`` or over Connect.

A call is an expression with its value, or with a part of its error.
"""

from __future__ import annotations

import contextlib
import io
import sys
import time
from datetime import date  # noqa: F401 (of the calls)
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession
from pyspark.sql.functions import col, lit  # noqa: F401 (of the calls)
from reporting import report

import rapids_udfs
from rapids_udfs import functions as F

connect = sys.argv[2] == "connect"
conf = {
    "spark.ui.enabled": False,
    "spark.driver.memory": "1g",
    "spark.sql.shuffle.partitions": 2,
    "spark.sql.warehouse.dir": Path.cwd() / "warehouse",
}
if connect:
    spark = rapids_udfs.start("cpu", "guessed", {**conf, "spark.remote": "local[2]"})
    again = partial(rapids_udfs.start, "cpu", conf={"spark.remote": "local[2]"})
else:
    spark = rapids_udfs.start("emulate", "guessed", conf, master="local[2]", python_udfs="compile")
    again = partial(rapids_udfs.start, "emulate", python_udfs="compile")

spark.sql("""
    SELECT '10.1.2.3' AS ip, '10.0.0.0/8' AS block, 'abc' AS text, '4539148803436467' AS card,
           100.00BD AS amount, DATE'2024-03-01' AS day, 52.52D AS lat, 13.405D AS lon, 41 AS n,
           true AS flag, array(2D, 0D) AS xs, map('utm_a', '1', 'b', '2') AS parts,
           TIMESTAMP'2024-03-01 12:44:59' AS at
""").write.parquet("rows")
df = spark.read.parquet("rows")
df.createOrReplaceTempView("rows")


def one(column: Any) -> Any:
    """Return the only value of a column."""
    return df.select(column).head()[0]


@rapids_udfs.udf("int")
def plus_one(n: int) -> int:
    return n + 1


@rapids_udfs.udf(returnType="string")
def shout(text: str) -> str:
    return text.upper() + "!"


def tracked() -> Any:
    """Return the tracked work of a query."""
    with rapids_udfs.track(spark) as work:
        df.select(F.word_count("text")).collect()
    return work


def shown(work: Any) -> str:
    """Return the output of ``show``."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        work.show()
    return out.getvalue()


NO_CLIENT = "is not available over Spark Connect: it "
CALLS: list[tuple[str, object]] = [
    # Constants: numbers, booleans, dates, None, lists, dictionaries; a string where it is one.
    ("one(F.word_count('text'))", 1),
    ("one(F.word_count(lit('to be or')))", 3),
    ("one(F.ip_in_cidr('ip', '10.0.0.0/8'))", True),
    ("one(F.ip_in_cidr(col('ip'), col('block')))", True),
    ("one(F.char_ngrams('text', 2))", ["ab", "bc"]),
    ("one(F.mask_keep_last('card', keep=4))", "************6467"),
    ("one(F.money_gross('amount', Decimal('0.19')))", Decimal("119")),
    ("one(F.business_days('day', date(2024, 3, 8)))", 5),
    ("one(F.fiscal_year(df.day, 10))", 2024),
    ("one(F.ts_floor('at', 15)).minute", 30),
    ("round(one(F.haversine_km('lat', 'lon', 48.8566, 2.3522)), 3)", 877.465),
    ("one(F.bit_flags(True, 'flag', False, lit(False)))", 3),
    ("one(F.count_nulls(None, 'ip', 1))", 1),
    ("one(F.array_cosine([1.0, 0.0], 'xs'))", 1.0),
    ("one(F.map_get_or({'a': '1'}, 'b', 'none'))", "none"),
    ("one(F.map_filter_prefix('parts', 'utm_'))", {"utm_a": "1"}),
    ("one(F.phone_e164(lit('(650) 253-0000'), '1'))", "+16502530000"),
    ("spark.sql('SELECT luhn_valid(card) FROM rows').head()[0]", True),
    ("df.filter(F.ip_in_cidr('ip', '192.168.0.0/16')).count()", 0),
    # Python UDFs.
    ("one(plus_one('n'))", 42),
    ("one(shout(df.text))", "ABC!"),
    # Lists of functions.
    ("[f.name for f in rapids_udfs.list_functions('net')]",
     ["ip_in_cidr", "ipv4_to_long", "long_to_ipv4"]),
    ("rapids_udfs.describe('word_count').returns", "int"),
    ("'levenshtein' in [b.name for b in rapids_udfs.list_functions('builtins')]", True),
    ("rapids_udfs.describe('levenshtein').name", "levenshtein"),
    ("rapids_udfs.cudf_type('array<string>', spark)", "LIST<STRING>"),
    # Registration and its reversal.
    ("rapids_udfs.register(spark, 'word_count', prefix='my_')[0].sql_name", "my_word_count"),
    ("spark.sql(\"SELECT my_word_count('a b')\").head()[0]", 2),
    ("[f.sql_name for f in rapids_udfs.unregister(spark, 'word_count', prefix='my_')]",
     ["my_word_count"]),
    ("spark.catalog.functionExists('my_word_count')", False),
    ("rapids_udfs.unregister(spark)", ()),
    # Where functions would run, where they ran, and problems.
    ("rapids_udfs.explain(df.select(F.word_count('text'))).on_gpu", True),
    ("rapids_udfs.explain('SELECT word_count(text) FROM rows').on_gpu", True),
    ("rapids_udfs.explain('SELECT 1', spark=spark).functions", ()),
    ("str(rapids_udfs.explain(df.select(plus_one('n'))).python_udfs[0].where)", "columns"),
    ("tracked().ran('word_count')", True),
    ("tracked().ran('luhn_valid')", False),
    ("'word_count' in shown(tracked())", True),
    ("tracked().toPandas().set_index('function').columnar_rows['word_count']", 1),
    ("tracked().leaks", {}),
    ("tracked().totals.kernels > 0", True),
    ("rapids_udfs.counters(spark)['geo_cell']", (0, 0, 0, 0)),
    ("rapids_udfs.counters(spark)['word_count'].columnar_batches > 0", True),
    ("rapids_udfs.doctor(spark).healthy", True),
    ("rapids_udfs.testing.assert_on_gpu(df.select(F.word_count('text')), 'word_count')", None),
    # Sessions.
    ("rapids_udfs.settings('cpu', master='yarn')['spark.master']", "yarn"),
    ("again() is spark", True),
    ("spark.conf.get('spark.app.name')", "guessed"),
    ("issubclass(rapids_udfs.RapidsUdfsError, RuntimeError)", True),
]  # fmt: skip
OVER_CONNECT: dict[str, str] = {
    "rapids_udfs.explain": "explain " + NO_CLIENT,
    "str(rapids_udfs.explain": "explain " + NO_CLIENT,
    "tracked": "this application does not count what functions do. Start it with",
    "'word_count' in shown(tracked": "this application does not count",
    "rapids_udfs.counters": "counters " + NO_CLIENT,
    "rapids_udfs.testing.assert_on_gpu": "assert_on_gpu " + NO_CLIENT,
}
"""Parts of errors, by the beginnings of calls."""

wrong = {}
seconds = {}
for call, expected in CALLS:
    begin = time.monotonic()
    try:
        result = eval(call)
    except Exception as e:
        result = f"{type(e).__name__}: {e}"
    seconds[call] = round(time.monotonic() - begin, 2)
    refused = [text for start, text in OVER_CONNECT.items() if connect and call.startswith(start)]
    right = refused[0] in str(result) if refused else result == expected
    if not right:
        wrong[call] = str(result)
report(calls=len(CALLS), wrong=wrong, seconds=seconds)
SparkSession.getActiveSession().stop()
