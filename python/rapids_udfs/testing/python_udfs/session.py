# SPDX-License-Identifier: Apache-2.0

"""The session's transport of Python UDFs, and its log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from rapids_udfs._py4j import java_class
from rapids_udfs.errors import MissingModuleError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_ARROW = "spark.sql.execution.pythonUDF.arrow.enabled"
_LOG4J: Final = "org.apache.logging.log4j"
_LOUD: Final = (
    *("org.apache.spark.executor.Executor", "org.apache.spark.scheduler.TaskSetManager"),
    "org.apache.spark.api.python.PythonRunner",
)


def transport_of(spark: SparkSession, requested: str | None = None) -> str:
    """Return how values reach Python workers: ``arrow`` or ``pickled``.

    Args:
        spark: the session.
        requested: the user's choice; by default the session's.

    Raises:
        MissingModuleError: Arrow is requested, and PySpark would not use it.
    """
    from pyspark.sql.pandas import utils

    if requested and requested != "arrow":
        return requested
    try:
        utils.require_minimum_pandas_version()
        utils.require_minimum_pyarrow_version()
    except ImportError as e:  # PySpark would pickle the values
        if not requested:
            return "pickled"
        raise MissingModuleError(
            f"transport='arrow' needs pandas and pyarrow: {e} Install them "
            "(python -m pip install pandas pyarrow), or take transport='pickled'"
        ) from e
    # A default in this call would hide Spark's own, which differs between versions.
    arrow = requested or str(spark.conf.get(_ARROW)).lower() == "true"
    return "arrow" if arrow else "pickled"


@contextmanager
def unlogged(spark: SparkSession) -> Iterator[None]:
    """Silence Spark's log of failed tasks in the block: a failure is a result here."""
    log4j = {
        name: java_class(spark._jvm, f"{_LOG4J}.{name}")
        for name in ("LogManager", "Level", "core.config.Configurator")
    }
    before = {name: log4j["LogManager"].getLogger(name).getLevel() for name in _LOUD}
    set_level = log4j["core.config.Configurator"].setLevel
    try:
        for name in _LOUD:
            set_level(name, log4j["Level"].OFF)
        yield
    finally:
        for name, level in before.items():
            set_level(name, level)
