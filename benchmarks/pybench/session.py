"""The session that the benchmark runs in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import rapids_udfs

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def session(cores: str) -> SparkSession:
    """Local mode on so many threads, with our functions for the JVM's side of the comparison."""
    from pyspark.sql import SparkSession

    builder = (
        SparkSession.builder.master(f"local[{cores}]")
        .appName("rapids-udfs benchmark of Python work")
        .config("spark.driver.memory", "4g")
        .config("spark.log.level", "ERROR")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
    )
    spark = rapids_udfs.configure(builder, mode="cpu").getOrCreate()
    rapids_udfs.register(spark)
    return spark
