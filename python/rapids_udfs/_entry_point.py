# SPDX-License-Identifier: Apache-2.0

"""Calls of this library's JVM side over Spark Connect."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ENTRY_POINT: Final = "io.github.rapidsudfs.RapidsUdfs"
"""The class of this library that Python calls."""


def run_static(spark: SparkSession, *calls: tuple[str, ...]) -> list[str | None]:
    """Return the results of static methods in the server's driver, by one query.

    Args:
        spark: the session.
        calls: for each method its class, its name and its arguments.

    Raises:
        PySparkException: there is no such class or method, or one of them threw.
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

    try:
        with _unlogged():
            return run_static(spark, (class_name, method, *args))[0]
    except PySparkException:
        return None


@contextmanager
def _unlogged() -> Iterator[None]:
    """Silence PySpark's log of failed queries in the block, where failures are expected."""
    try:
        from pyspark.logger import PySparkLogger
    except ImportError:  # PySpark 3.5 has no such log
        yield
        return
    logger = PySparkLogger.getLogger("SQLQueryContextLogger")
    before, logger.disabled = logger.disabled, True
    try:
        yield
    finally:
        logger.disabled = before
