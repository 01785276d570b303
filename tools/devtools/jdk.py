# SPDX-License-Identifier: Apache-2.0

"""The JDK that builds and tests run on: found, or installed if permitted."""

from __future__ import annotations

from functools import cache

from devtools import apt, matrix, paths  # noqa: F401 (paths makes rapids_udfs importable)
from rapids_udfs._versions import JAVA
from rapids_udfs.errors import InstallationError
from rapids_udfs.runtime.java import Java, installed_javas


@cache
def jdk() -> Java:
    version = matrix.load().java
    try:
        return find_java(version=version, compiler=True)
    except InstallationError:
        if not apt.install(f"openjdk-{version}-jdk-headless"):
            raise
    return find_java(version=version, compiler=True)


def find_java(*, version: int = JAVA, compiler: bool = False) -> Java:
    """The first Java of a version, with ``javac`` if needed; else InstallationError."""
    unsuitable: list[str] = []
    for java in installed_javas():
        if java.version == version and (java.compiler or not compiler):
            return java
        unsuitable.append(str(java))
    kind = "JDK (with javac)" if compiler else "Java"
    package = f"openjdk-{version}-{'jdk' if compiler else 'jre'}-headless"
    others = "\n  ".join(["found only:", *unsuitable]) if unsuitable else "none was found"
    raise InstallationError(
        f"{kind} {version} is needed; {others}\n"
        "Install it with one of\n"
        f"  apt-get install {package}            (Debian, Ubuntu)\n"
        f"  dnf install java-{version}-openjdk-devel         (Fedora, RHEL)\n"
        f"  brew install openjdk@{version}                   (macOS)\n"
        "or set JAVA_HOME to the folder of one."
    )
