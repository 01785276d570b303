# SPDX-License-Identifier: Apache-2.0

"""What a comparison with Python takes from the session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rapids_udfs.errors import MissingModuleError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_ARROW = "spark.sql.execution.pythonUDF.arrow.enabled"


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
