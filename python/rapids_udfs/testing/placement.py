# SPDX-License-Identifier: Apache-2.0

"""The check that a query ran a UDF in columns: ``assert_on_gpu``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rapids_udfs.catalogue.function_info import by_name
from rapids_udfs.errors import ArgumentTypeError
from rapids_udfs.plans.placement import Explanation, Placement, Verdict, explain
from rapids_udfs.registration.function_names import registered_names
from rapids_udfs.session.library import classic_session_of
from rapids_udfs.testing.session_run import ExecutionProbe
from rapids_udfs.testing.subject import builtin_function, is_of_spark

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_ENABLED = "spark.rapids.sql.enabled"
_WHERE = {
    Placement.GPU: "the plugin would run it in columns, but was given no rows for it",
    Placement.CPU_BRIDGE: "row by row on the CPU, inside an operator on the GPU (the CPU bridge)",
    Placement.ROW_BASED: "row by row on the CPU, inside an operator on the GPU (row-based UDF)",
    Placement.CPU: "row by row on the CPU",
}


def assert_on_gpu(df: DataFrame, function: str) -> None:
    """Run a query and check that a UDF in it ran in columns, and nowhere row by row.

    In mode ``gpu`` that is on the GPU, in mode ``emulate`` on the emulator. The evidence is
    counters: this library's functions and UDFs on its base classes count their calls, and the
    emulator counts those of all others, by class. A class of your own on a real GPU is not counted;
    there the evidence is the plugin's verdict on the plan. No other query may run at the same time.

    Args:
        df: the query.
        function: the UDF's name in SQL or in the catalogue, or its class.

    Raises:
        AssertionError: it did not; the message says where it ran, and the plugin's verdict.
        ArgumentTypeError: ``df`` is not a DataFrame, or ``function`` is not a string.
        ConformanceError: it is a function of Spark's own.
        SessionError: the session is neither of mode ``gpu`` nor ``emulate``, or has been stopped.
        UnsupportedError: the session is a Spark Connect client.
    """
    __tracebackhide__ = True
    if not isinstance(function, str):
        raise ArgumentTypeError("assert_on_gpu", function, "a function's name, or a class's")
    spark = classic_session_of(df, "assert_on_gpu")
    probe = ExecutionProbe(spark, "assert_on_gpu")
    if function.lower() not in by_name() and is_of_spark(spark, function):
        raise builtin_function(function)
    names = _names(spark, function)
    probe.begin()
    df._jdf.queryExecution().executedPlan().executeCollect()
    plan = explain(df)
    verdicts = [v for v in (*plan.functions, *plan.others) if v.function.lower() in names]
    counts = [counts for name, counts in probe.counts().items() if name.lower() in names]
    row_calls = sum(c.row_calls - c.odd_rows for c in counts)
    batches = sum(c.columnar_batches for c in counts)
    if row_calls:
        where = f"it ran {row_calls} times row by row on the CPU and {batches} times in columns"
        raise _error(f"{function} was not on the GPU alone: {where}", verdicts)
    if not batches:
        enabled = (spark.conf.get(_ENABLED, "true") or "").lower() != "false"
        _check_uncounted(function, probe, plan, verdicts, enabled)


def _check_uncounted(
    function: str,
    probe: ExecutionProbe,
    plan: Explanation,
    verdicts: Sequence[Verdict],
    enabled: bool,
) -> None:
    """Check a UDF that does not count itself, by the plan and, in mode ``emulate``, by class."""
    __tracebackhide__ = True
    if probe.mode == "gpu":
        in_columns = bool(plan.others)
    else:
        # The emulator counts by class, and the plan has names.
        classes = probe.span.costs.keys() - {info.class_name for info in by_name().values()}
        if re.search(r"[.$]", function):
            verdicts, in_columns = plan.others, function in classes
            if verdicts and enabled and not in_columns:
                raise _error(f"{function} has not run in columns", verdicts)
        else:
            on_gpu = {v.function for v in plan.others if v.placement is Placement.GPU}
            in_columns = len(classes) >= max(1, len(on_gpu))
    if not verdicts:
        raise _error(f"{function} is not in the plan, or was computed before it ran", [])
    if not enabled:
        where = f"{_ENABLED} is false, so Spark ran it row by row"
        raise _error(f"{function} was not on the GPU: {where}", verdicts)
    elsewhere = [v for v in verdicts if v.placement is not Placement.GPU]
    if elsewhere or not in_columns:
        where = ", ".join(dict.fromkeys(_WHERE[v.placement] for v in elsewhere or verdicts))
        raise _error(f"{function} was not on the GPU: {where}", verdicts)


def _names(spark: SparkSession, function: str) -> set[str]:
    """All names that a UDF may have, in lower case: in SQL, in the catalogue, and its class."""
    name = registered_names(spark).get(function.lower(), function).lower()
    names = {function.lower(), name}
    for info in by_name().values():
        if name in (info.name, info.class_name.lower()):
            names |= {info.name, info.class_name.lower()}
    if re.fullmatch(r"\w+", function) and spark.catalog.functionExists(function):
        # Plans show a Hive UDF by its class.
        names.add((spark.catalog.getFunction(function).className or "").lower())
    return names


def _error(problem: str, verdicts: Sequence[Verdict]) -> AssertionError:
    lines = ["the plugin says:", *(f"  {verdict}" for verdict in verdicts)] if verdicts else []
    return AssertionError("\n".join([problem, *lines]))
