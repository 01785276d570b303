# SPDX-License-Identifier: Apache-2.0

"""A program without this library: Python UDFs, in DataFrames and in SQL."""

import json
import re
import sys
from pathlib import Path

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

spark = SparkSession.builder.getOrCreate()
TAX = {"book": 0.07, "wine": 0.19}


def rate(kind):
    return TAX.get(kind, 0.0)


@F.udf("double")
def gross(net, kind):
    return round(net * (1 + rate(kind)), 2)


@F.udf("struct<user:string,host:string>")
def parts(address):
    found = re.fullmatch(r"([^@]+)@(\w+)\.example", address)
    return (found.group(1), found.group(2)) if found else None


def initials(name):
    return "".join(word[0].upper() for word in name.split())


spark.udf.register("initials", initials)
orders = spark.range(1000).selectExpr(
    "CAST(id AS DOUBLE) / 8 AS net",
    "CASE id % 3 WHEN 0 THEN 'book' WHEN 1 THEN 'wine' ELSE 'tea' END AS kind",
    "concat('u', id % 7, '@h', id % 2, IF(id % 5 = 0, '.org', '.example')) AS address",
    "concat('ada ', substr('xyz', 1 + CAST(id % 3 AS INT), 1)) AS name",
)
orders.withColumn("who", parts("address")).createOrReplaceTempView("orders")
sums = (
    spark.table("orders")
    .filter(gross("net", "kind") > 10)
    .groupBy("who.host", F.expr("initials(name)").alias("initials"))
    .agg(F.sum(gross("net", "kind")).alias("sum"), F.count("*").alias("n"))
    .orderBy("host", "initials")
)
Path(sys.argv[1]).write_text(json.dumps([[*row] for row in sums.collect()]), encoding="utf-8")
spark.stop()
