# SPDX-License-Identifier: Apache-2.0

"""Calls of this library's JVM side over Spark Connect."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ENTRY_POINT: Final = "io.github.rapidsudfs.RapidsUdfs"
"""The class of this library that Python calls."""


def run_static(spark: SparkSession, *calls: tuple[str, ...]) -> list[str | None]:
    """Return the results of static methods in the server's driver, by one query.

    A call is a class, the method's name and its arguments. PySparkException if there is no such
    class or method, or one of them threw.
    """
    terms: list[str] = []
    values: dict[str, str] = {}
    for call in calls:
        names = [f"a{len(values) + i}" for i in range(len(call))]
        values.update(zip(names, call, strict=True))
        terms.append(f"java_method({', '.join(':' + name for name in names)})")
    # Over a local relation Spark's optimizer evaluates the calls; otherwise a task would, on any
    # executor.
    row = spark.sql(f"SELECT {', '.join(terms)} FROM VALUES (0)", args=values).head()
    return [None if value is None else str(value) for value in row or ()]


def call_static(spark: SparkSession, class_name: str, method: str, *args: str) -> str | None:
    """Return the result of a static method in the driver; None if it fails or does not exist."""
    from pyspark.errors import PySparkException

    logger = query_logger()
    before, logger.disabled = logger.disabled, True
    try:
        return run_static(spark, (class_name, method, *args))[0]
    except PySparkException:
        return None
    finally:
        logger.disabled = before


def query_logger() -> logging.Logger:
    """The logger to which PySpark 4 writes failed queries with their traces; 3.5 has none."""
    name = "SQLQueryContextLogger"
    try:
        from pyspark.logger import PySparkLogger
    except ImportError:
        return logging.getLogger(name)
    return PySparkLogger.getLogger(name)
