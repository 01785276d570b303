# SPDX-License-Identifier: Apache-2.0

"""The output of ``make dist`` in ``dist/``."""

from __future__ import annotations

from pathlib import Path

import pytest

from devtools import matrix
from devtools.paths import DIST


@pytest.fixture(scope="session")
def version() -> str:
    return matrix.load().version


@pytest.fixture(scope="session")
def dist(version: str) -> Path:
    """Return the folder, with this version."""
    if not (DIST / f"rapids_udfs-{version}.tar.gz").is_file():
        pytest.fail(f"{DIST} has no version {version}; build it with: make dist")
    return DIST


@pytest.fixture(scope="session")
def wheel(dist: Path) -> Path:
    (path,) = dist.glob("*.whl")
    return path


@pytest.fixture(scope="session")
def sdist(dist: Path, version: str) -> Path:
    return dist / f"rapids_udfs-{version}.tar.gz"
