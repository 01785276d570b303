"""The session that a benchmark runs in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import rapids_udfs

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def session(cores: str, mode: Literal["cpu", "host"]) -> SparkSession:
    """Local mode on so many threads."""
    from pyspark.sql import SparkSession

    builder = (
        SparkSession.builder.master(f"local[{cores}]")
        .appName("rapids-udfs benchmark")
        .config("spark.driver.memory", "4g")
        .config("spark.log.level", "ERROR")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
    )
    return rapids_udfs.configure(builder, mode=mode).getOrCreate()
