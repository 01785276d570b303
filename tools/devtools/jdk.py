"""The JDK that builds and tests run on: found, or installed where that is allowed."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache

from devtools import matrix, paths  # noqa: F401 (paths makes rapids_udfs importable)
from devtools.process import run, say
from rapids_udfs.errors import JavaNotFoundError
from rapids_udfs.java import Java, find_java


@cache
def jdk() -> Java:
    """A JDK of the version in ``project/versions.json``.

    Raises:
        JavaNotFoundError: there is none and it cannot be installed; the text says how to.
    """
    version = matrix.load().java
    try:
        return find_java(version=version, compiler=True)
    except JavaNotFoundError:
        if not _install(f"openjdk-{version}-jdk-headless"):
            raise
    return find_java(version=version, compiler=True)


def apt_get() -> list[str] | None:
    """How to call apt-get with the rights to install; None where that is not possible."""
    if not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return ["apt-get"]
    if shutil.which("sudo"):
        asked = subprocess.run(
            ["sudo", "-n", "true"], capture_output=True, stdin=subprocess.DEVNULL, check=False
        )
        if asked.returncode == 0:
            return ["sudo", "-n", "apt-get"]
    return None


def _install(package: str) -> bool:
    return install(package, apt_get())


def install(package: str, apt: list[str] | None) -> bool:
    """Installs a Debian package; False if that is not possible or does not work."""
    if apt is None:
        return False
    say(f"installing {package}")
    # Asks nothing: a frontend of apt would wait for an answer that nobody gives.
    prefix = [*apt[:-1], "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    install_command = [*prefix, "install", "-y", "--no-install-recommends", package]
    return run(install_command) == 0 or (
        run([*prefix, "update"]) == 0 and run(install_command) == 0
    )
