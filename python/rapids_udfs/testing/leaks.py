"""Nothing is left open: ``assert_no_leaks``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rapids_udfs import host
from rapids_udfs.host import Leak

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@contextmanager
def assert_no_leaks(spark: SparkSession) -> Iterator[None]:
    """Within it, columnar bodies must close all that they make, also where they raise.

    ::

        with assert_no_leaks(spark):
            frame.collect()

    No other query may run at the same time. It starts counting anew, as :func:`host.reset` does.

    Raises:
        AssertionError: at its end, with the UDF, what it left open, and the lines that made it.
        NotHostModeError: the session is not of mode ``host``.
        NotOnConnectError: the session is a Spark Connect client.
    """
    host.reset(spark)
    yield
    told = told_leaks(host.leaks(spark))
    if told:
        raise AssertionError(told)


def told_leaks(leaks: Mapping[str, Leak]) -> str:
    """The leaks as text; empty where there are none."""
    lines = []
    for name, leak in leaks.items():
        lines.append(f"{name} left {leak.objects} cuDF objects open, {leak.bytes} bytes, made at")
        lines += [f"  {place}" for place in leak.where]
    return "\n".join(lines)
