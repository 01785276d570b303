# SPDX-License-Identifier: Apache-2.0

"""The Python that Spark starts for Python UDFs."""

from __future__ import annotations

import os
import sys
from typing import Final

from rapids_udfs.session.cluster import is_here, master_of
from rapids_udfs.session.settings import SparkSettings

VARIABLE: Final = "PYSPARK_PYTHON"


def named_python(settings: SparkSettings) -> str | None:
    """The interpreter of the environment, else of the settings; None without either."""
    return os.environ.get(VARIABLE) or settings.get("spark.pyspark.python")


def python_of_workers(settings: SparkSettings) -> str | None:
    """The workers' interpreter: the named one, else on this machine the driver's own.

    PySpark reads only the environment variable. Without it, it starts the first ``python3`` on the
    PATH, which differs from this one if an environment is not activated.
    """
    return named_python(settings) or (sys.executable if is_here(master_of(settings)) else None)
