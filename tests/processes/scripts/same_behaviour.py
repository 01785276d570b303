# SPDX-License-Identifier: Apache-2.0

"""The same statements in a session with registered functions and in one with the extension."""

from __future__ import annotations

import re
from typing import Any

from pyspark.sql import SparkSession
from reporting import local, report

import rapids_udfs

COERCED = [
    "ascii_lower(17)",
    "ASCII_LOWER(NULL)",
    "word_count(17)",
    "word_count(true)",
    "fiscal_year('2024-11-05', 10)",
    "fiscal_year('not a date', 10)",
    "fiscal_year(DATE'2024-11-05', 10L)",
    "haversine_km('1', 2, 3, 4)",
    "haversine_km('x', 2, 3, 4)",
    "money_gross(100, '0.19')",
    "money_gross('1e30', 0.19)",
    "array_stats(array(1, 2, NULL))",
    "map_get_or(map('a', 1), 'b', 7)",
    "identity(array(17))",
    "count_nulls()",
    "count_nulls(1, NULL, array())",
    "lib_version()",
]

REFUSED = [
    "url_decode_form(array('a'))",
    "strip_html(array(1))",
    "word_count(map(1, 2))",
    "fiscal_year(true, 10)",
    "haversine_km(array(1), 2, 3, 4)",
    "ip_in_cidr('10.0.0.1', struct(1))",
    "identity(interval 1 day)",
    "count_nulls(interval 1 day)",
    "ascii_lower()",
    "ascii_lower('a', 'b')",
    "haversine_km(1)",
    "merge_maps()",
    "identity()",
    "ascii_lower(DISTINCT 'a')",
    "word_count('a') FILTER (WHERE true)",
    "word_count('a') OVER ()",
    "nosuch_function('a')",
]

NAMED = [
    "url_decode_form(text => 'a%20b')",
    "word_count(text => 17)",
    "haversine_km(longitude2 => 4, latitude2 => 3, longitude1 => 2, latitude1 => '1')",
    "haversine_km(1, 2, longitude2 => 4, latitude2 => 3)",
    "ip_in_cidr(block => '10.0.0.0/8', address => '10.1.2.3')",
    "identity(value => array(1))",
    "url_decode_form(TEXT => 'a')",
    "url_decode_form(text => array('a'))",
    "url_decode_form(txt => 'a')",
    "url_decode_form(text => 'a', text => 'b')",
    "url_decode_form('a', text => 'b')",
    "url_decode_form('a', 'b', text => 'c')",
    "haversine_km(latitude1 => 1, longitude1 => 2, latitude2 => 3)",
    "haversine_km(latitude1 => 1, 2, 3, 4)",
    "lib_version(text => 'a')",
    "count_nulls(values => 1)",
]

STATEMENTS = [
    "CREATE TEMPORARY VIEW words AS SELECT word_count('a b ' || id) AS n FROM range(2)",
    "SELECT * FROM words ORDER BY n",
    "DESCRIBE words",
    "CREATE TEMPORARY VIEW cast_view AS SELECT haversine_km('1', 2, 3, INT(id)) FROM range(2)",
    "SELECT * FROM cast_view",
    "CREATE TEMPORARY VIEW named AS SELECT url_decode_form(text => 'a%20' || id) FROM range(2)",
    "SELECT * FROM named",
    "CREATE TEMPORARY VIEW wrong AS SELECT word_count(array('a'))",
    "CREATE OR REPLACE GLOBAL TEMPORARY VIEW everywhere AS SELECT count_nulls(1, NULL) AS n",
    "SELECT * FROM global_temp.everywhere",
    "CREATE VIEW kept AS SELECT word_count('a b') AS n",
    "SELECT * FROM kept",
    "CREATE TEMPORARY FUNCTION words_of(x STRING) RETURNS INT RETURN word_count(x)",
    "SELECT words_of('a b c')",
    "WITH t AS (SELECT ascii_lower(id) AS a FROM range(2)) SELECT a, count(*) FROM t GROUP BY a",
    "SHOW USER FUNCTIONS LIKE 'word*'",
    "DESCRIBE FUNCTION word_count",
    *(f"DESCRIBE FUNCTION EXTENDED {f.name}" for f in rapids_udfs.list_functions()),
    "DROP TEMPORARY FUNCTION word_count",
    "SELECT word_count('a')",
    "SELECT * FROM words",
]


def outcome(spark: SparkSession, sql: str) -> Any:
    """Return the schema and the rows of a statement, or its error as Spark reports it."""
    try:
        frame = spark.sql(sql)
        return [frame.schema.simpleString(), [str(row) for row in frame.collect()]]
    except Exception as e:
        if not hasattr(e, "getMessageParameters"):
            raise
        condition = e.getCondition() if hasattr(e, "getCondition") else e.getErrorClass()
        return {
            "error": type(e).__name__,
            "condition": condition,
            "parameters": dict(e.getMessageParameters() or {}),
            # Plans in it have new expression numbers.
            "text": re.sub(r"#\d+", "#", str(e).partition("JVM stacktrace")[0]),
        }


def outcomes(spark: SparkSession) -> dict[str, Any]:
    """Return the results of all statements in order, and the descriptions of functions."""
    spark.sparkContext.setLogLevel("OFF")
    calls = [f"SELECT {call}" for call in COERCED + REFUSED + NAMED]
    by_sql = {sql: outcome(spark, sql) for sql in calls}
    listed = [f for f in spark.catalog.listFunctions() if f.name in catalogue_names()]
    by_sql["listed"] = [str(function) for function in listed]
    return by_sql | {sql: outcome(spark, sql) for sql in STATEMENTS}


def catalogue_names() -> set[str]:
    """Return the catalogue's names."""
    return {function.name for function in rapids_udfs.list_functions()}


def session(name: str, **settings: str) -> SparkSession:
    """Return a session with a separate warehouse."""
    builder = local().config("spark.sql.warehouse.dir", f"{name}-warehouse")
    for key, value in settings.items():
        builder = builder.config(key.replace("_", "."), value)
    return builder.getOrCreate()


spark = session("registered")
routes = {f.route for f in rapids_udfs.register(spark)}
registered = outcomes(spark)
spark.stop()

# The jar that register() added is still in the JVM.
spark = session("extended", spark_sql_extensions="io.github.rapidsudfs.RapidsUdfsExtensions")
extension_routes = {f.route for f in rapids_udfs.register(spark)}
extended = outcomes(spark)
spark.stop()

report(
    routes=[*routes],
    extension_routes=[*extension_routes],
    registered=registered,
    extended=extended,
)
