# SPDX-License-Identifier: Apache-2.0

"""What a comparison with Python takes from the session."""

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


def transport_of(spark: SparkSession, asked: str | None = None) -> str:
    """Return how values come to Python workers: ``arrow`` or ``pickled``.

    Args:
        spark: the session.
        asked: what the user asks for; by default what the session takes.

    Raises:
        MissingModuleError: Arrow is asked for, and PySpark would not take it.
    """
    if asked and asked != "arrow":
        return asked
    missing = _arrow_lacks()
    if asked:
        if missing:
            raise MissingModuleError(
                f"transport='arrow' needs pandas and pyarrow: {missing} Install them "
                "(python -m pip install pandas pyarrow), or take transport='pickled'"
            )
        return asked
    if missing:
        return "pickled"
    # A default given here would hide Spark's own, which differs between versions.
    arrow = str(spark.conf.get(_ARROW)).lower() == "true"
    return "arrow" if arrow else "pickled"


def _arrow_lacks() -> str:
    """Why PySpark would pickle the values of a UDF that asks for Arrow; empty if it would not."""
    from pyspark.sql.pandas.utils import (
        require_minimum_pandas_version,
        require_minimum_pyarrow_version,
    )

    try:
        require_minimum_pandas_version()
        require_minimum_pyarrow_version()
    except ImportError as e:
        return str(e)
    return ""


@contextmanager
def unlogged(spark: SparkSession) -> Iterator[None]:
    """Silence Spark's log of failed tasks in the block: here a failure is an answer."""
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
