# SPDX-License-Identifier: Apache-2.0

"""The check that a query ran a UDF in columns: ``assert_on_gpu``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rapids_udfs.catalogue.function_info import by_name
from rapids_udfs.errors import ArgumentTypeError
from rapids_udfs.plans.placement import Explanation, Placement, explain
from rapids_udfs.registration.function_names import registered_names
from rapids_udfs.session.library import classic_session_of
from rapids_udfs.testing.session_run import ExecutionProbe
from rapids_udfs.testing.subject import builtin_function, is_of_spark

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_ENABLED = "spark.rapids.sql.enabled"
_WHERE = {
    Placement.GPU: "the plugin would run it in columns, but no rows reached it",
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
        ConformanceError: it is a Spark builtin.
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
    probe.begin()
    df._jdf.queryExecution().executedPlan().executeCollect()
    plan = explain(df)
    names = _names(spark, function)
    verdicts = [v for v in (*plan.functions, *plan.others) if v.function.lower() in names]
    counts = [counts for name, counts in probe.counts().items() if name.lower() in names]
    row_calls = sum(c.row_calls - c.odd_rows for c in counts)
    batches = sum(c.columnar_batches for c in counts)
    if row_calls:
        where = f"it ran {row_calls} times row by row on the CPU and {batches} times in columns"
        problem = f"was not on the GPU alone: {where}"
    elif batches:
        return
    else:
        # It does not count its calls, or was not called.
        is_class = bool(re.search(r"[.$]", function)) and probe.mode == "emulate"
        if is_class:  # the plan has names
            verdicts = list(plan.others)
        ran = _ran_uncounted(probe, plan, function if is_class else None)
        elsewhere = [v for v in verdicts if v.placement is not Placement.GPU]
        if not verdicts:
            problem = "is not in the plan, or was computed before it ran"
        elif (spark.conf.get(_ENABLED, "true") or "").lower() == "false":
            problem = f"was not on the GPU: {_ENABLED} is false, so Spark ran it row by row"
        elif is_class and not ran:
            problem = "has not run in columns"
        elif elsewhere or not ran:
            where = ", ".join(dict.fromkeys(_WHERE[v.placement] for v in elsewhere or verdicts))
            problem = f"was not on the GPU: {where}"
        else:
            return
    lines = ["the plugin says:", *(f"  {verdict}" for verdict in verdicts)] if verdicts else []
    raise AssertionError("\n".join([f"{function} {problem}", *lines]))


def _ran_uncounted(probe: ExecutionProbe, plan: Explanation, class_name: str | None) -> bool:
    """Whether a UDF that does not count its calls may have run in columns, by its class."""
    if probe.mode == "gpu":
        return bool(plan.others)
    classes = probe.span.costs.keys() - {info.class_name for info in by_name().values()}
    if class_name is not None:
        return class_name in classes
    # The emulator counts by class, and the plan has names.
    on_gpu = {v.function for v in plan.others if v.placement is Placement.GPU}
    return len(classes) >= max(1, len(on_gpu))


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
