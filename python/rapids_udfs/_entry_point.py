# SPDX-License-Identifier: Apache-2.0

"""The class through which Python asks this library's JVM side, and calls over Spark Connect."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ENTRY_POINT: Final = "io.github.rapidsudfs.RapidsUdfs"


def call_static(spark: SparkSession, class_name: str, method: str, *args: str) -> str | None:
    """Return the result of a static method on the server; None if it has no such class."""
    from pyspark.errors import PySparkException

    names = {f"a{i}": value for i, value in enumerate((class_name, method, *args))}
    query = f"SELECT java_method({', '.join(':' + name for name in names)})"
    try:
        with _unlogged():
            row = spark.sql(query, args=names).head()
    except PySparkException:
        return None
    return None if row is None or row[0] is None else str(row[0])


@contextmanager
def _unlogged() -> Iterator[None]:
    """Silence PySpark's log of failed queries in the block: here a failure is an answer."""
    try:
        from pyspark.logger import PySparkLogger
    except ImportError:  # PySpark 3.5 logs none
        yield
        return
    logger = PySparkLogger.getLogger("SQLQueryContextLogger")
    before, logger.disabled = logger.disabled, True
    try:
        yield
    finally:
        logger.disabled = before
