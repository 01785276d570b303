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
from rapids_udfs.testing.python_udfs.subject import plain
from rapids_udfs.testing.report import FAILED, PASSED, Report

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_ZONE = "America/St_Johns"
"""Half an hour off, with daylight saving: a conversion in UTC is noticed."""


def set_time_zone(options: argparse.Namespace) -> None:
    """Set the zone that Java, Python here and Python workers read, before the JVM starts.

    ``options.time_zone`` is then also the session's.
    """
    if options.time_zone is None and "timestamp" in f"{options.types} {options.returns}".lower():
        options.time_zone = _ZONE
    if options.time_zone is not None:
        os.environ["TZ"] = options.time_zone
        time.tzset()


def judge(spark: SparkSession, function: FunctionType, options: argparse.Namespace) -> Report:
    """Compare a Python function with the conversion that the command line names."""
    if spark.sparkContext._jsc is None:
        raise ConformanceError(
            f"{options.python.rpartition(':')[0]} stops Spark's session when it is imported: put "
            "its main part under if __name__ == '__main__':"
        )
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
    if not (certificate.rows or certificate.problem):
        raise ConformanceError(
            f"{certificate.conversion} could not be compared with {certificate.name}: all "
            f"{certificate.raising} rows raise in Python. Are --types those of its columns?"
        )
    say(str(certificate))
    outcome = PASSED if certificate.ok else FAILED
    report.add(f"as {function.__name__}", outcome, str(certificate))
    report.rows = certificate.rows
    return report


def file_of(place: str) -> Path:
    """Return the file of ``FILE:FUNCTION``.

    Raises:
        ConformanceError: it is not of this form, or there is no such file.
    """
    path, _, name = place.rpartition(":")
    if not path or not name:
        raise _missing(place, "name it as FILE:FUNCTION, for example jobs.py:year")
    if not Path(path).is_file():
        raise _missing(place, f"there is no file {path}")
    if not path.endswith(".py"):
        raise _missing(place, f"{path} is not a Python file, whose name ends in .py")
    return Path(path)


def load(place: str) -> FunctionType:
    """Return the function that ``FILE:FUNCTION`` names, after running the file as a module.

    The file may use the session that is running, as a job does.

    Raises:
        ConformanceError: there is no such function, or the file cannot be imported.
    """
    file, name = file_of(place), place.rpartition(":")[2]
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(file.parent.absolute()))
    sys.modules[file.stem] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as e:
        raise ConformanceError(f"{file} cannot be imported: {type(e).__name__}: {e}") from e
    function = plain(getattr(module, name, None))
    if not isinstance(function, FunctionType):
        of = {n: plain(value) for n, value in vars(module).items()}
        own = (n for n, f in of.items() if getattr(f, "__module__", "") == file.stem)
        functions = sorted(n for n in own if isinstance(of[n], FunctionType))
        raise _missing(place, f"its functions are: {', '.join(functions) or 'none'}")
    return function


def _missing(place: str, reason: str) -> ConformanceError:
    return ConformanceError(f"there is no Python function {place}: {reason}")
