# SPDX-License-Identifier: Apache-2.0

"""A session that loads the usual classes; spark-submit runs it to archive them."""

from __future__ import annotations

import sys
from pathlib import Path

from pyspark.sql import SparkSession
from pyspark.sql import functions as F


def main(folder: Path) -> None:
    builder = SparkSession.builder.config("spark.sql.shuffle.partitions", 2)
    builder = builder.config("spark.ui.port", 0)
    # With this setting, an Arrow Python UDF over a Parquet table hangs in Spark 4.2.0.
    builder = builder.config("spark.sql.execution.arrow.pythonUDF.columnarInput.enabled", False)
    spark = builder.config("spark.sql.warehouse.dir", f"{folder}/warehouse").getOrCreate()
    columns = "id", "cast(id as string) text", "cast(id as decimal(9, 2)) money"
    numbers = spark.range(100).selectExpr(*columns, "current_date() day", "array(id) list")
    numbers.write.parquet(f"{folder}/numbers")
    numbers = spark.read.parquet(f"{folder}/numbers")
    numbers.createOrReplaceTempView("numbers")
    joined = numbers.join(numbers.groupBy("text").agg(F.sum("money")), "text")
    joined.selectExpr("*", "row_number() over (order by id)").where("id % 2 = 1").collect()
    plus_one = F.udf(lambda x: x + 1, "bigint")
    numbers.select(plus_one("id"), F.transform("list", lambda x: x + 1)).collect()
    stream = spark.readStream.schema(numbers.schema).parquet(f"{folder}/numbers")
    query = stream.writeStream.option("checkpointLocation", f"{folder}/checkpoint")
    query.format("memory").queryName("streamed").start().processAllAvailable()
    spark.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
