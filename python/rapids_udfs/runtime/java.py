# SPDX-License-Identifier: Apache-2.0

"""Finds a Java installation of the version that Spark and the plugin need."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from glob import glob
from pathlib import Path
from typing import NamedTuple

from rapids_udfs._versions import JAVA
from rapids_udfs.errors import InstallationError
from rapids_udfs.runtime.programs import run_program

# The folders in which common systems' packages install a JDK.
_FOLDERS = (
    "/usr/lib/jvm/*",
    "/opt/java/*",
    "/Library/Java/JavaVirtualMachines/*/Contents/Home",
    "/opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home",
    "/usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home",
)


class Java(NamedTuple):
    """An installed Java."""

    home: Path
    version: int
    """The feature version: 17 for 17.0.15, 8 for 1.8.0."""
    compiler: bool
    """True if it has ``javac``, that is, if it is a JDK."""
    named_by: str
    """The source that named it: ``JAVA_HOME``, ``PATH`` or the folder."""

    @property
    def executable(self) -> Path:
        """The ``java`` program."""
        return self.home / "bin" / "java"

    def __str__(self) -> str:
        kind = "JDK" if self.compiler else "Java without javac"
        return f"{kind} {self.version} at {self.home} ({self.named_by})"


def find_java(*, version: int | None = JAVA, compiler: bool = False) -> Java:
    """The first suitable Java of JAVA_HOME, PATH and the usual folders; version None takes any.

    InstallationError if there is none.
    """
    unsuitable: list[str] = []
    for java in _candidates():
        if version in (None, java.version) and (java.compiler or not compiler):
            return java
        unsuitable.append(str(java))
    raise not_found(version or JAVA, compiler, unsuitable)


def not_found(version: int, compiler: bool, unsuitable: Sequence[str]) -> InstallationError:
    """The error for a missing Java, with the unsuitable ones and the commands to install one."""
    kind = "JDK (with javac)" if compiler else "Java"
    package = f"openjdk-{version}-{'jdk' if compiler else 'jre'}-headless"
    others = "\n  ".join(["found only:", *unsuitable]) if unsuitable else "none was found"
    return InstallationError(
        f"{kind} {version} is needed; {others}\n"
        "Install it with one of\n"
        f"  apt-get install {package}            (Debian, Ubuntu)\n"
        f"  dnf install java-{version}-openjdk-devel         (Fedora, RHEL)\n"
        f"  brew install openjdk@{version}                   (macOS)\n"
        "or set JAVA_HOME to the folder of one."
    )


def inspect_java(home: Path, named_by: str) -> Java | None:
    """The Java in a folder; None without one that runs."""
    program = home / "bin" / "java"
    if not os.access(program, os.X_OK):
        return None
    try:
        release = (home / "release").read_text(encoding="utf-8", errors="replace")
    except OSError:
        release = ""
    match = re.search(r'^JAVA_VERSION="?([^"\n]+)', release, re.MULTILINE)
    match = match or re.search(r'version "([^"]+)"', _output(str(program), "-version"))
    version = parse_version(match[1]) if match else None
    if version is None:
        return None
    return Java(home, version, os.access(home / "bin" / "javac", os.X_OK), named_by)


def parse_version(text: str) -> int | None:
    """The feature version in a version string: 17 of ``17.0.15``, 8 of ``1.8.0_412``."""
    match = re.match(r"(?:1\.(?=\d))?(\d+)", text)
    return int(match[1]) if match else None


def _candidates() -> Iterator[Java]:
    inspected: set[Path] = set()
    for home, named_by in _homes():
        resolved = home.resolve()
        if resolved not in inspected:
            inspected.add(resolved)
            if java := inspect_java(resolved, named_by):
                yield java


def _homes() -> Iterator[tuple[Path, str]]:
    if java_home := os.environ.get("JAVA_HOME"):
        yield Path(java_home), "JAVA_HOME"
    if program := shutil.which("java"):
        yield _home_of(Path(program)), "PATH"
    for pattern in _FOLDERS:
        for folder in sorted(glob(pattern)):  # noqa: PTH207 (absolute patterns)
            yield Path(folder), str(Path(folder).parent)


def _home_of(program: Path) -> Path:
    """The home of a ``java`` on the PATH, which may be a link or a version manager's script."""
    home = program.resolve().parent.parent
    if (home / "release").is_file():
        return home
    text = _output(str(program), "-XshowSettings:properties", "-version")
    match = re.search(r"^\s*java\.home = (.+)$", text, re.MULTILINE)
    return Path(match[1].strip()) if match else home


def _output(*command: str) -> str:
    try:
        done = run_program(*command)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout + done.stderr
