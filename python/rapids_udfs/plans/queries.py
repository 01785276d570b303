# SPDX-License-Identifier: Apache-2.0

"""A query to look at, as a DataFrame or as SQL text, without running it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from rapids_udfs.errors import ArgumentTypeError
from rapids_udfs.session.jvm_objects import planned
from rapids_udfs.session.library import classic_session_of, require_classic

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


class Query(NamedTuple):
    """A query of a classic session, and its objects in the JVM."""

    spark: SparkSession
    session: Any
    execution: Any
    """Its ``QueryExecution``."""
    encoder: Any


def query_of(query: DataFrame | str, call: str, spark: SparkSession | None = None) -> Query:
    """The query of an argument; SQL text is planned and, unlike by ``spark.sql``, never run.

    Raises:
        ArgumentTypeError: it is neither, or text without a session.
        NotOnConnectError: the session is a Spark Connect client.
        SessionStoppedError: the session has been stopped.
    """
    if isinstance(query, str):
        from pyspark.sql import SparkSession

        spark = spark or SparkSession.getActiveSession()
        if spark is None:
            raise ArgumentTypeError(call, query, "a DataFrame where no session is active")
        require_classic(spark, call)
        session = spark._jsparkSession
        plan = session.sessionState().sqlParser().parsePlan(query)
        # Of any rows: who asks for the plan alone decodes none.
        encoder = spark.range(0)._jdf.encoder()
        return Query(spark, session, planned(spark, session, plan), encoder)
    if not hasattr(type(query), "sparkSession"):
        raise ArgumentTypeError(call, query, "a DataFrame or SQL text")
    spark = classic_session_of(query, call)
    of = query._jdf
    return Query(spark, of.sparkSession(), of.queryExecution(), of.encoder())
