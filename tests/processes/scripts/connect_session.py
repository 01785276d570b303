# SPDX-License-Identifier: Apache-2.0

"""A Spark Connect session, on a server of its own: plain, or by ``configure``."""

from __future__ import annotations

import contextlib
import io
import sys
import unittest.mock
import warnings

from pyspark.sql import SparkSession
from pyspark.sql import functions as F
from reporting import attempt, described, quiet, report

import rapids_udfs
from rapids_udfs import functions

kind = sys.argv[2]
builder = quiet(SparkSession.builder.remote("local[2]"))
if kind == "configured":
    builder = rapids_udfs.configure(builder, "cpu")
spark = builder.getOrCreate()

logged = io.StringIO()
with warnings.catch_warnings(record=True) as caught, contextlib.redirect_stderr(logged):
    warnings.simplefilter("always")
    registration = rapids_udfs.register(spark)
names = [f.name for f in registration]
warned = [str(w.message) for w in caught if "not available over Spark Connect" in str(w.message)]

frame = spark.range(2).select(
    functions.url_decode_form(F.concat(F.lit("a%20"), F.col("id").cast("string"))),
    functions.money_gross(F.lit(1).cast("decimal(18,2)"), F.lit(0.19).cast("decimal(5,4)")),
    functions.strip_html(F.lit("a<b>")),
    functions.parse_semver(F.lit("1.2.3")),
    functions.lib_version(),
)
answers = [list(row) for row in frame.collect()]


def before_and_after(work: object) -> dict[str, object]:
    """The error of the work, and the functions that it adds to the session."""
    listed = lambda: {r[0] for r in spark.sql("SHOW USER FUNCTIONS").collect()}  # noqa: E731
    before = listed()
    return {**attempt(work), "made": sorted(listed() - before)}


tracked = rapids_udfs.track(spark)


def track() -> None:
    with tracked:
        spark.range(7).selectExpr("word_count(string(id))").collect()


not_tracked = attempt(track)
spark.udf.register("q_word_count", lambda text: -1, "int")


def register_again() -> None:
    """Ask for no function by itself, which takes seconds for all."""
    with unittest.mock.patch.object(type(spark.catalog), "getFunction") as asked:
        rapids_udfs.register(spark, *names)
    assert not asked.called


report(
    registration=described(registration),
    warned=warned,
    logged=logged.getvalue(),
    wrong_type=attempt(lambda: spark.sql("SELECT word_count(array(id)) FROM range(1)").collect()),
    answers=answers,
    not_tracked=not_tracked,
    again=len(rapids_udfs.register(spark)),
    varargs=before_and_after(
        lambda: rapids_udfs.register(spark, "ascii_lower", "count_nulls", prefix="v_")
    ),
    dependent=before_and_after(
        lambda: rapids_udfs.register(spark, "ascii_lower", "identity", prefix="d_")
    ),
    clash=before_and_after(
        lambda: rapids_udfs.register(spark, "ascii_lower", "word_count", prefix="q_")
    ),
    one_by_one=attempt(register_again),
    unknown=attempt(lambda: rapids_udfs.register(spark, "ascii_lowr")),
    cudf_type=rapids_udfs.cudf_type("map<string,decimal(18,2)>", spark),
    no_cudf_type=attempt(lambda: rapids_udfs.cudf_type("interval day", spark)),
    counters=attempt(lambda: rapids_udfs.counters(spark)),
    explain=attempt(lambda: rapids_udfs.explain(frame)),
)
spark.stop()
