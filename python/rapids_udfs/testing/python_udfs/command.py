# SPDX-License-Identifier: Apache-2.0

"""Runs ``rapids-udfs conform --python``: judges a conversion of a Python function."""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
import time
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING

from rapids_udfs.console.terminal import say
from rapids_udfs.errors import ConformanceError
from rapids_udfs.testing.python_udfs.conversion import check_converts
from rapids_udfs.testing.report import FAILED, PASSED, Report

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_ZONE = "America/St_Johns"
"""Half an hour off, with daylight saving: a conversion in UTC is noticed."""


def set_time_zone(options: argparse.Namespace) -> None:
    """Set the zone that Java, Python here and Python workers read, before the JVM starts."""
    zone = options.time_zone
    if zone is None and "timestamp" in f"{options.types} {options.returns}".lower():
        zone = _ZONE
    if zone is not None:
        os.environ["TZ"] = zone
        time.tzset()


def judge(spark: SparkSession, function: FunctionType, options: argparse.Namespace) -> Report:
    """Compare a Python function with the conversion that the command line names."""
    report = Report(options.function or f"`{options.sql}`", "converts")
    certificate = check_converts(
        function,
        options.types,
        options.returns,
        sql=options.sql,
        function=options.function,
        spark=spark,
        examples=options.rows,
        seed=options.seed,
        tolerance=options.tolerance or 0.0,
    )
    say(str(certificate))
    outcome = PASSED if certificate.ok else FAILED
    report.add(f"as {function.__name__}", outcome, str(certificate))
    report.rows = certificate.rows
    return report


def load(place: str) -> FunctionType:
    """Return the function that ``FILE:FUNCTION`` names, after running the file as a module.

    Raises:
        ConformanceError: there is no such function.
    """

    def missing(reason: str) -> ConformanceError:
        return ConformanceError(f"there is no Python function {place}: {reason}")

    path, _, name = place.rpartition(":")
    file = Path(path)
    if not path or not name:
        raise missing("name it as FILE:FUNCTION, for example jobs.py:year")
    if not file.is_file():
        raise missing(f"there is no file {path}")
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        raise missing(f"{path} is not a Python file, whose name ends in .py")
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(file.parent.absolute()))
    sys.modules[file.stem] = module
    try:
        spec.loader.exec_module(module)
    except Exception as e:
        raise missing(f"{path} cannot be imported: {type(e).__name__}: {e}") from e
    value = getattr(module, name, None)
    function = getattr(value, "func", value)  # of a UDF
    if not isinstance(function, FunctionType):
        functions = sorted(n for n, f in vars(module).items() if isinstance(f, FunctionType))
        raise missing(f"its functions are: {', '.join(functions) or 'none'}")
    return function
