# SPDX-License-Identifier: Apache-2.0

"""Tests of RAPIDS UDFs, this library's and your own, with or without a GPU.

In a session of mode ``emulate`` (or ``gpu``):

    from rapids_udfs.testing import assert_conforms, assert_survives_faults

    print(assert_conforms(spark, "com.acme.MyUdf", "string,int"))
    print(assert_survives_faults(spark, "com.acme.MyUdf", "string,int"))

In any classic session with this library:

    from rapids_udfs.testing import assert_same_as_python

    print(assert_same_as_python(my_function, ["string"], "int"))

With pytest installed, this package provides fixtures for sessions, the marker ``gpu`` and the
option ``--rapids-udfs-mode``. Only ``rapids_udfs.testing.strategies`` also needs hypothesis
(``pip install 'rapids-udfs[testing]'``).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rapids_udfs.testing import strategies as strategies
    from rapids_udfs.testing.conform import assert_conforms, check_conforms
    from rapids_udfs.testing.engine import edge_rows, edge_values, random_rows
    from rapids_udfs.testing.faults import assert_survives_faults, check_survives_faults
    from rapids_udfs.testing.frames import frame, run
    from rapids_udfs.testing.leaks import assert_no_leaks
    from rapids_udfs.testing.placement import assert_on_gpu
    from rapids_udfs.testing.python_udfs.check import assert_same_as_python
    from rapids_udfs.testing.python_udfs.conversion import assert_converts, check_converts
    from rapids_udfs.testing.report import Check, Report
    from rapids_udfs.testing.type_mapping import assert_type_mapping, check_type_mapping

_NAMES = {
    "conform": "assert_conforms check_conforms",
    "engine": "edge_rows edge_values random_rows",
    "faults": "assert_survives_faults check_survives_faults",
    "frames": "frame run",
    "leaks": "assert_no_leaks",
    "placement": "assert_on_gpu",
    "python_udfs.check": "assert_same_as_python",
    "python_udfs.conversion": "assert_converts check_converts",
    "report": "Check Report",
    "type_mapping": "assert_type_mapping check_type_mapping",
}
_HOMES = {name: home for home, names in _NAMES.items() for name in names.split()}

__all__ = [
    "Check",
    "Report",
    "assert_conforms",
    "assert_converts",
    "assert_no_leaks",
    "assert_on_gpu",
    "assert_same_as_python",
    "assert_survives_faults",
    "assert_type_mapping",
    "check_conforms",
    "check_converts",
    "check_survives_faults",
    "check_type_mapping",
    "edge_rows",
    "edge_values",
    "frame",
    "random_rows",
    "run",
]


def __getattr__(name: str) -> Any:
    # Import nothing before it is used: most of it needs PySpark.
    if name == "strategies":
        return import_module("rapids_udfs.testing.strategies")
    if name in _HOMES:
        return getattr(import_module(f"rapids_udfs.testing.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "strategies"])
