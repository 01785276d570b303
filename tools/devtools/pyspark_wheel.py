# SPDX-License-Identifier: Apache-2.0

"""PySpark's wheels in the cache; the index has only sources, which take a minute to build."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from devtools import paths  # noqa: F401 (makes rapids_udfs importable)
from devtools.process import check
from rapids_udfs.runtime.cache import locked, writable_dir


def folder(version: str) -> Path:
    """Return the folder with a PySpark version's wheel, which is built on first use."""
    wheels = writable_dir("wheels")
    with locked(wheels / f".lock-{version}"), tempfile.TemporaryDirectory(dir=wheels) as built:
        if not list(wheels.glob(f"pyspark-{version}-*.whl")):
            pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", built]
            check([*pip, f"pyspark=={version}"], f"pip could not build PySpark {version}'s wheel")
            for wheel in Path(built).glob("pyspark-*.whl"):
                wheel.replace(wheels / wheel.name)
    return wheels
