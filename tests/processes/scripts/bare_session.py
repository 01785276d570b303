# SPDX-License-Identifier: Apache-2.0

"""A session without configuration: without our jars, the plugin and Hive."""

from __future__ import annotations

import sys
import threading

from pyspark.sql import SparkSession
from reporting import attempt, described, local, report, row

import rapids_udfs
from rapids_udfs import functions

spark = local(sys.argv[2]).config("spark.executor.memory", "1g").getOrCreate()
spark.sparkContext.setLogLevel("OFF")

configured = attempt(lambda: rapids_udfs.configure(SparkSession.builder, "cpu"))
explained = attempt(lambda: rapids_udfs.explain(spark.range(1)))
# Before our functions are registered: a name clash must leave no trace.
clashing = spark.newSession()
clashing.udf.register("word_count", lambda text: -1, "int")
clash = attempt(lambda: rapids_udfs.register(clashing))
clash["left"] = [r[0] for r in clashing.sql("SHOW USER FUNCTIONS").collect()]

registration = rapids_udfs.register(spark)
answers = [
    list(r)
    for r in spark.sql(
        "SELECT url_decode_form('a%20' || id), strip_html('a<b>c' || id), count_nulls(id, NULL),"
        " money_gross(CAST(id AS DECIMAL(18,2)), CAST(0.19 AS DECIMAL(5,4))),"
        " identity(array(id)), lib_version(), identity(NULL) FROM range(2) ORDER BY id"
    ).collect()
]
counts = {k: list(v) for k, v in rapids_udfs.counters(spark).items()}
by_function = spark.range(1).select(functions.lib_version()).head()[0]

in_thread: list[object] = []


def other_thread() -> None:
    session = spark.newSession()
    rapids_udfs.register(session, "ascii_lower", "word_count", prefix="t_")
    in_thread.append(row(session, "SELECT t_ascii_lower('AB'), t_word_count('a b')"))


thread = threading.Thread(target=other_thread)
thread.start()
thread.join()

report(
    configured=configured,
    explained=explained,
    clash=clash,
    registration=described(registration),
    answers=answers,
    counts=counts,
    by_function=by_function,
    in_thread=in_thread,
    again=len(rapids_udfs.register(spark)),
)
spark.stop()
