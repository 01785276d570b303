# SPDX-License-Identifier: Apache-2.0

"""What a comparison with Python takes from the session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rapids_udfs.testing.errors import NoTestSessionError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_ARROW = "spark.sql.execution.pythonUDF.arrow.enabled"


def active_session(call: str) -> SparkSession:
    """Return the active session.

    Raises:
        NoTestSessionError: no session is running.
    """
    from pyspark.sql import SparkSession

    session = SparkSession.getActiveSession()
    if session is None:
        raise NoTestSessionError(call)
    return session


def transport_of(spark: SparkSession) -> str:
    """Return how values come to Python workers: ``arrow`` or ``pickled``."""
    # A default given here would hide Spark's own, which differs between versions.
    arrow = str(spark.conf.get(_ARROW)).lower() == "true"
    return "arrow" if arrow else "pickled"
