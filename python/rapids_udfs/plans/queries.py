# SPDX-License-Identifier: Apache-2.0

"""A query to analyse, as a DataFrame or as SQL text, without running it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from rapids_udfs.errors import ArgumentTypeError
from rapids_udfs.session.jvm_objects import planned
from rapids_udfs.session.library import active_session, classic_session_of, require_classic

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


class Query(NamedTuple):
    """A query of a classic session, and its objects in the JVM."""

    spark: SparkSession
    session: Any
    execution: Any
    """Its ``QueryExecution``."""


def query_of(query: DataFrame | str, call: str, spark: SparkSession | None = None) -> Query:
    """The query of an argument; SQL text is planned and, unlike by ``spark.sql``, never run.

    Raises:
        ArgumentTypeError: it is neither.
        UnsupportedError: the session is a Spark Connect client.
        SessionError: the session has been stopped, or text comes without one.
    """
    if isinstance(query, str):
        spark = spark or active_session(call)
        require_classic(spark, call)
        session = spark._jsparkSession
        plan = session.sessionState().sqlParser().parsePlan(query)
        return Query(spark, session, planned(spark, session, plan))
    if not hasattr(type(query), "sparkSession"):
        raise ArgumentTypeError(call, query, "a DataFrame or SQL text")
    spark = classic_session_of(query, call)
    frame = query._jdf
    return Query(spark, frame.sparkSession(), frame.queryExecution())
