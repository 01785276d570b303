# SPDX-License-Identifier: Apache-2.0

"""Paths in the checkout."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PYTHON_SOURCES = ROOT / "python"
PACKAGE = PYTHON_SOURCES / "rapids_udfs"
JARS = PACKAGE / "jars"
VERSIONS_JSON = ROOT / "project" / "versions.json"
TARGET = ROOT / "target"
DIST = ROOT / "dist"
PYTHON = ROOT / ".venv" / "bin" / "python"
"""The interpreter of the development environment."""

# The tools use modules of the package (rapids_udfs.runtime) before it is installed.
if str(PYTHON_SOURCES) not in sys.path:
    sys.path.insert(0, str(PYTHON_SOURCES))
