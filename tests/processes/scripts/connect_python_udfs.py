# SPDX-License-Identifier: Apache-2.0

"""Python UDFs of a Spark Connect client: compiled on its server, and not compiled."""

from __future__ import annotations

import contextlib
import io

from pyspark.sql import SparkSession
from pyspark.sql import functions as F
from reporting import attempt, quiet, report

import rapids_udfs

builder = quiet(SparkSession.builder.remote("local[2]"))
spark = rapids_udfs.configure(builder, "cpu", python_udfs="compile").getOrCreate()


@F.udf("string")
def initials(name):
    return "".join(word[0].upper() for word in name.split())


@F.udf("bigint")
def process(n):
    import os

    return n if os.getpid() else None


@F.udf("bigint")
def ratio(n):
    return 10 // n


def plan(frame):
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        frame.explain()
    return shown.getvalue()


names = spark.sql("SELECT explode(array('ada lovelace', 'grace  hopper')) AS name")
compiled = names.select(initials("name"))
other = spark.range(3).select(process("id"))
spark.udf.register("initials", initials)
facts = {
    "answers": [row[0] for row in compiled.collect()],
    "python": "EvalPython" in plan(compiled),
    "sql": [row[0] for row in spark.sql("SELECT initials('b c')").collect()],
    "other": [row[0] for row in other.collect()],
    "other_python": "EvalPython" in plan(other),
    "raised": attempt(lambda: spark.range(1).select(ratio("id")).collect()),
    "explain": attempt(lambda: rapids_udfs.explain(compiled)),
}
spark.conf.set("spark.rapidsUdfs.pythonUdfs", "off")
off = names.select(initials("name"))


def as_text(udf):
    """Return a UDF of one string, however it is created."""

    @udf("string")
    def text(n):
        return str(n)

    return "EvalPython" in plan(spark.range(2).select(text("id")))


report(
    **facts,
    off=[row[0] for row in off.collect()],
    off_python="EvalPython" in plan(off),
    of_one_text=[as_text(F.udf), as_text(rapids_udfs.udf)],
)
spark.stop()
