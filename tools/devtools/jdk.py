# SPDX-License-Identifier: Apache-2.0

"""The JDK that builds and tests run on: found, or installed if permitted."""

from __future__ import annotations

from functools import cache

from devtools import apt, matrix, paths  # noqa: F401 (paths makes rapids_udfs importable)
from rapids_udfs.errors import InstallationError
from rapids_udfs.runtime.java import Java, find_java


@cache
def jdk() -> Java:
    version = matrix.load().java
    try:
        return find_java(version=version, compiler=True)
    except InstallationError:
        if not apt.install(f"openjdk-{version}-jdk-headless"):
            raise
    return find_java(version=version, compiler=True)
