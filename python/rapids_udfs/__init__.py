# SPDX-License-Identifier: Apache-2.0

"""Dual CPU/GPU user-defined functions for Spark with the cuDF plugin.

The usual way:

    import rapids_udfs
    from pyspark.sql import SparkSession

    spark = rapids_udfs.configure(SparkSession.builder).getOrCreate()
    spark.sql("SELECT url_decode_form('a%20b')").show()

In a session that is already running:

    rapids_udfs.register(spark)
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from rapids_udfs._versions import __version__
from rapids_udfs.catalogue.function_info import Argument, Example, FunctionInfo, catalogue, describe
from rapids_udfs.counting.counters import Counts, counters, reset_counters
from rapids_udfs.counting.work import Tracking, Work, WorkLine, track, work
from rapids_udfs.diagnosis.api import doctor
from rapids_udfs.diagnosis.finding import Diagnosis, Finding
from rapids_udfs.errors import RapidsUdfsError
from rapids_udfs.plans.advice import Advice, Candidate, UdfAdvice, advise
from rapids_udfs.plans.cudf_types import cudf_type
from rapids_udfs.plans.placement import Explanation, Placement, Verdict, explain
from rapids_udfs.plans.python_udfs import PythonUdf, PythonUdfPlacement
from rapids_udfs.python_udfs.udf import udf
from rapids_udfs.registration.api import RegisteredFunction, Registration, SkippedFunction, register
from rapids_udfs.registration.udaf import Udaf, udaf
from rapids_udfs.session.builder import configure

if TYPE_CHECKING:
    from rapids_udfs import functions as functions

__all__ = [
    "Advice",
    "Argument",
    "Candidate",
    "Counts",
    "Diagnosis",
    "Example",
    "Explanation",
    "Finding",
    "FunctionInfo",
    "Placement",
    "PythonUdf",
    "PythonUdfPlacement",
    "RapidsUdfsError",
    "RegisteredFunction",
    "Registration",
    "SkippedFunction",
    "Tracking",
    "Udaf",
    "UdfAdvice",
    "Verdict",
    "Work",
    "WorkLine",
    "__version__",
    "advise",
    "catalogue",
    "configure",
    "counters",
    "cudf_type",
    "describe",
    "doctor",
    "explain",
    "functions",
    "register",
    "reset_counters",
    "track",
    "udaf",
    "udf",
    "work",
]


# The function has the name of its package, whose modules it therefore has, too:
# `import rapids_udfs.catalogue.builtins as builtins` looks for them there.
_package = f"{__name__}.catalogue."
vars(catalogue).update(
    {n.removeprefix(_package): m for n, m in sys.modules.items() if n.startswith(_package)}
)


def __getattr__(name: str) -> Any:
    # The only module that needs PySpark to load; the rest works without it.
    if name == "functions":
        return import_module("rapids_udfs.functions")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
