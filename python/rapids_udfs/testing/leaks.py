# SPDX-License-Identifier: Apache-2.0

"""The check that nothing is left open: ``assert_no_leaks``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, overload

from rapids_udfs.emulator import Leak, Span
from rapids_udfs.session.library import classic_session_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


@overload
def assert_no_leaks(spark: SparkSession) -> AbstractContextManager[None]: ...


@overload
def assert_no_leaks(spark: SparkSession, df: DataFrame) -> None: ...


def assert_no_leaks(
    spark: SparkSession, df: DataFrame | None = None
) -> AbstractContextManager[None] | None:
    """Check that columnar bodies close everything that they create, in a query or a block.

    :

        assert_no_leaks(spark, frame)
        with assert_no_leaks(spark):
            frame.collect()

    If a query in the block raises, its error propagates; to look for leaks even then, catch it in
    the block. No other query may run at the same time.

    Args:
        spark: a session of mode ``emulate``.
        df: a query to run; without one, the block must run some.

    Raises:
        AssertionError: something is open; the message names the UDF and the lines that created it.
        ArgumentTypeError: ``spark`` is not a session, or ``df`` not a DataFrame.
        SessionError: the session has been stopped, or is not of mode ``emulate``.
        UnsupportedError: the session is a Spark Connect client.
    """
    __tracebackhide__ = True
    if df is not None:
        classic_session_of(df, "assert_no_leaks")
    block = _no_leaks(spark)
    if df is None:
        return block
    with block:
        df._jdf.queryExecution().executedPlan().executeCollect()
    return None


@contextmanager
def _no_leaks(spark: SparkSession) -> Iterator[None]:
    __tracebackhide__ = True
    span = Span(spark)
    yield
    if leaks := format_leaks(span.leaks):
        raise AssertionError(leaks)


def format_leaks(leaks: Mapping[str, Leak]) -> str:
    """The leaks, to display; empty if there are none."""
    lines = []
    for name, leak in leaks.items():
        count = f"{leak.objects} cuDF objects open, {leak.bytes} bytes"
        lines.append(f"{name} left {count}, created at")
        lines += [f"  {place}" for place in leak.where]
    return "\n".join(lines)
