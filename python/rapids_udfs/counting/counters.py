# SPDX-License-Identifier: Apache-2.0

"""Counters of each function's calls, row by row and in columns: what ran, not what was planned."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from rapids_udfs.errors import UnknownFunctionError
from rapids_udfs.session.library import entry_point, require_classic

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


class Counts(NamedTuple):
    """The calls of one function."""

    row_calls: int
    """Calls of the row-wise body, on the CPU, those for odd rows included."""
    columnar_batches: int
    """Calls of the columnar body, on the GPU (in mode ``emulate`` on the emulator)."""
    columnar_rows: int
    """Rows in those batches."""
    odd_rows: int = 0
    """Rows of those batches that the columnar body of a compiled Python UDF left to the row-wise
    one."""


class _Counted(dict[str, Counts]):
    """The counts by name."""

    def __missing__(self, name: str) -> Counts:
        raise not_counted(name)


def not_counted(name: str) -> UnknownFunctionError:
    """The error for a name that no function counts under."""
    return UnknownFunctionError(
        f"no function {name!r} is counted: functions count under their names in the catalogue "
        "(rapids-udfs list), without a prefix, once rapids_udfs.register(spark) has registered "
        "them; compiled Python UDFs, and UDFs that Spark's own API registered, once they have "
        "been called"
    )


def counters(spark: SparkSession) -> dict[str, Counts]:
    """The calls of each function since the start of the application, by its name in the catalogue.

    Functions that have not been called have zeros: those that this library or its extension
    registered, and with the plugin the builtins that run in columns here. A UDF that Spark's
    own API registered appears with its first call. ``track`` counts over a span of queries.

    In mode ``gpu`` a function ran on the GPU if and only if its columnar batches grew. The counts
    are sums over the driver and every live executor: what an executor counted before it was lost is
    lost with it. On a cluster each call runs a small job that visits every executor, so call it
    when no other query runs; if an executor has no core free for a minute, Spark's
    ``IllegalStateException`` names it.

    Raises:
        ArgumentTypeError, SessionError: ``spark`` is not a running session.
        UnknownFunctionError: a ``KeyError``, by the result, for the name of any other function.
        UnsupportedError: it is a Spark Connect client, or see ``rapids_udfs.register``.
        InstallationError: see ``rapids_udfs.register``.
    """
    require_classic(spark, "counters")
    counts = json.loads(entry_point(spark).countersJson(spark._jsparkSession))
    return _Counted((name, Counts(*counts[name])) for name in sorted(counts))


def difference(after: Mapping[str, Counts], before: Mapping[str, Counts]) -> dict[str, Counts]:
    """The calls between two counts."""
    zeros = Counts(0, 0, 0)
    return _Counted(
        (name, Counts(*(a - b for a, b in zip(counts, before.get(name, zeros), strict=True))))
        for name, counts in after.items()
    )
