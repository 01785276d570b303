# SPDX-License-Identifier: Apache-2.0

"""The builder of a quiet local session: for tests, benchmarks and the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def local_builder(
    app_name: str, *, cores: int | str = 2, memory: str = "2g"
) -> SparkSession.Builder:
    """Return a builder for local mode in UTC, without Spark's web UI and progress bar.

    Args:
        app_name: the application's name.
        cores: threads of local mode; ``*`` for one per core of the machine.
        memory: the JVM's heap.
    """
    from pyspark.sql import SparkSession

    return (
        SparkSession.builder.master(f"local[{cores}]")
        .appName(app_name)
        .config("spark.driver.memory", memory)
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
    )
