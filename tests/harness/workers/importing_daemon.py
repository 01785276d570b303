# SPDX-License-Identifier: Apache-2.0

"""PySpark's daemon, after the imports that would cost every Python worker a second or two.

Workers are its forks. An exception ends a worker, and tests cause many.
"""

from __future__ import annotations

import contextlib
import importlib

from pyspark import daemon

if __name__ == "__main__":
    for name in ("pandas", "pyarrow.pandas_compat", "pyspark.worker"):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    daemon.manager()
