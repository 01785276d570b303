# SPDX-License-Identifier: Apache-2.0

"""A Spark Connect session on a separate server: plain, or by ``configure``."""

from __future__ import annotations

import contextlib
import io
import sys
from typing import Any

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


class CountingStub:
    """A client's connection that counts its calls, without the releases in the background."""

    def __init__(self, stub: object) -> None:
        self.stub = stub

    def __getattr__(self, name: str) -> Any:
        global calls
        calls += name != "ReleaseExecute"
        return getattr(self.stub, name)


calls = 0
spark.client._stub = CountingStub(spark.client._stub)
spark.client._artifact_manager._stub = CountingStub(spark.client._artifact_manager._stub)


def round_trips(call: Any, *arguments: Any, **options: Any) -> int:
    """Return the number of requests that a call sends to the server."""
    before = calls
    call(spark, *arguments, **options)
    return calls - before


logged = io.StringIO()
with contextlib.redirect_stderr(logged):
    before = calls
    registration = rapids_udfs.register(spark)
    first = calls - before
names = [f.name for f in registration]

frame = spark.range(2).select(
    functions.url_decode_form(F.concat(F.lit("a%20"), F.col("id").cast("string"))),
    functions.money_gross(F.lit(1).cast("decimal(18,2)"), F.lit(0.19).cast("decimal(5,4)")),
    functions.strip_html(F.lit("a<b>")),
    functions.parse_semver(F.lit("1.2.3")),
    functions.lib_version(),
    functions.count_nulls(F.lit(1), F.lit(None)),
    functions.identity(F.array(F.col("id"))),
)
answers = [list(row) for row in frame.collect()]


def before_and_after(work: object) -> dict[str, object]:
    """Return the error of the work, and the functions that it adds to the session."""
    listed = lambda: {r[0] for r in spark.sql("SHOW USER FUNCTIONS").collect()}  # noqa: E731
    before = listed()
    return {**attempt(work), "made": sorted(listed() - before)}


tracked = rapids_udfs.track(spark)


def track() -> None:
    with tracked:
        spark.range(7).selectExpr("word_count(string(id))").collect()


not_tracked = attempt(track)
spark.udf.register("q_word_count", lambda text: -1, "int")


def dropped() -> None:
    """Call a function that is no longer registered."""
    rapids_udfs.register(spark, "word_count", prefix="d_")
    rapids_udfs.unregister(spark, prefix="d_")
    spark.sql("SELECT d_word_count('a')").collect()


report(
    registration=described(registration),
    round_trips={
        "first": first,
        "again": round_trips(rapids_udfs.register),
        "again by name": round_trips(rapids_udfs.register, *names),
        "with a prefix": round_trips(rapids_udfs.register, prefix="all_"),
        "one": round_trips(rapids_udfs.register, "word_count", prefix="one_"),
        "unregister": round_trips(rapids_udfs.unregister, prefix="all_"),
    },
    logged=logged.getvalue(),
    wrong_type=attempt(lambda: spark.sql("SELECT word_count(array(id)) FROM range(1)").collect()),
    answers=answers,
    not_tracked=not_tracked,
    again=len(rapids_udfs.register(spark)),
    clash=before_and_after(
        lambda: rapids_udfs.register(spark, "ascii_lower", "word_count", prefix="q_")
    ),
    dropped=attempt(dropped),
    by_name=attempt(lambda: spark.sql("SELECT word_count(text => 'a b')").collect()),
    unknown=attempt(lambda: rapids_udfs.register(spark, "ascii_lowr")),
    cudf_type=rapids_udfs.cudf_type("map<string,decimal(18,2)>", spark),
    no_cudf_type=attempt(lambda: rapids_udfs.cudf_type("interval day", spark)),
    counters=attempt(lambda: rapids_udfs.counters(spark)),
    explain=attempt(lambda: rapids_udfs.explain(frame)),
)
spark.stop()
