# SPDX-License-Identifier: Apache-2.0

"""Dual CPU/GPU user-defined functions for Spark with the cuDF plugin.

The usual way:

    import rapids_udfs

    spark = rapids_udfs.start()
    spark.sql("SELECT url_decode_form('a%20b')").show()

In a session that is already running:

    rapids_udfs.register(spark)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rapids_udfs._versions import __version__

if TYPE_CHECKING:
    from rapids_udfs import emulator as emulator
    from rapids_udfs import errors as errors
    from rapids_udfs import functions as functions
    from rapids_udfs import gpu as gpu
    from rapids_udfs import testing as testing
    from rapids_udfs.catalogue.builtins import BuiltinInfo as BuiltinInfo
    from rapids_udfs.catalogue.function_info import Argument as Argument
    from rapids_udfs.catalogue.function_info import Example as Example
    from rapids_udfs.catalogue.function_info import FunctionInfo as FunctionInfo
    from rapids_udfs.catalogue.listing import describe as describe
    from rapids_udfs.catalogue.listing import list_functions as list_functions
    from rapids_udfs.counting.counters import Counts as Counts
    from rapids_udfs.counting.counters import counters as counters
    from rapids_udfs.counting.tracking import Tracking as Tracking
    from rapids_udfs.counting.tracking import WorkLine as WorkLine
    from rapids_udfs.counting.tracking import track as track
    from rapids_udfs.diagnosis.api import doctor as doctor
    from rapids_udfs.diagnosis.finding import Diagnosis as Diagnosis
    from rapids_udfs.diagnosis.finding import Finding as Finding
    from rapids_udfs.errors import RapidsUdfsError as RapidsUdfsError
    from rapids_udfs.plans.advice import Advice as Advice
    from rapids_udfs.plans.advice import Candidate as Candidate
    from rapids_udfs.plans.advice import UdfAdvice as UdfAdvice
    from rapids_udfs.plans.advice import advise as advise
    from rapids_udfs.plans.cudf_types import cudf_type as cudf_type
    from rapids_udfs.plans.placement import Explanation as Explanation
    from rapids_udfs.plans.placement import Placement as Placement
    from rapids_udfs.plans.placement import Verdict as Verdict
    from rapids_udfs.plans.placement import explain as explain
    from rapids_udfs.plans.python_udfs import PythonUdf as PythonUdf
    from rapids_udfs.plans.python_udfs import PythonUdfPlacement as PythonUdfPlacement
    from rapids_udfs.python_udfs.udf import udf as udf
    from rapids_udfs.registration.api import RegisteredFunction as RegisteredFunction
    from rapids_udfs.registration.api import Registration as Registration
    from rapids_udfs.registration.api import register as register
    from rapids_udfs.registration.api import unregister as unregister
    from rapids_udfs.registration.udaf import Udaf as Udaf
    from rapids_udfs.registration.udaf import udaf as udaf
    from rapids_udfs.session.builder import configure as configure
    from rapids_udfs.session.launcher_settings import settings as settings
    from rapids_udfs.session.starting import start as start

# Each name is imported when it is first used: an import of everything takes a quarter of a second.
_SUBMODULES = ("emulator", "errors", "functions", "gpu", "testing")
_PLACES = {
    "catalogue.builtins": ("BuiltinInfo",),
    "catalogue.function_info": ("Argument", "Example", "FunctionInfo"),
    "catalogue.listing": ("describe", "list_functions"),
    "counting.counters": ("Counts", "counters"),
    "counting.tracking": ("Tracking", "WorkLine", "track"),
    "diagnosis.api": ("doctor",),
    "diagnosis.finding": ("Diagnosis", "Finding"),
    "errors": ("RapidsUdfsError",),
    "plans.advice": ("Advice", "Candidate", "UdfAdvice", "advise"),
    "plans.cudf_types": ("cudf_type",),
    "plans.placement": ("Explanation", "Placement", "Verdict", "explain"),
    "plans.python_udfs": ("PythonUdf", "PythonUdfPlacement"),
    "python_udfs.udf": ("udf",),
    "registration.api": ("RegisteredFunction", "Registration", "register", "unregister"),
    "registration.udaf": ("Udaf", "udaf"),
    "session.builder": ("configure",),
    "session.launcher_settings": ("settings",),
    "session.starting": ("start",),
}
_MODULES = {name: module for module, names in _PLACES.items() for name in names}

__all__ = ["__version__", *_SUBMODULES, *_MODULES]


def __getattr__(name: str) -> Any:
    if name in _SUBMODULES:
        return import_module(f"{__name__}.{name}")
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
