# SPDX-License-Identifier: Apache-2.0

"""The installed Javas, and the one that Spark would start."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
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
    version: int  # the feature version: 17 for 17.0.15, 8 for 1.8.0
    compiler: bool  # whether it has ``javac``, that is, is a JDK
    named_by: str  # JAVA_HOME, PATH or the folder

    @property
    def executable(self) -> Path:
        """The ``java`` program."""
        return self.home / "bin" / "java"

    def __str__(self) -> str:
        kind = "JDK" if self.compiler else "Java without javac"
        return f"{kind} {self.version} at {self.home} ({self.named_by})"


def check_java() -> None:
    """Check the Java that Spark would start, of ``JAVA_HOME`` or else of the PATH."""
    home = os.environ.get("JAVA_HOME")
    java = next(installed_javas(), None)
    if home and (java is None or java.named_by != "JAVA_HOME"):
        # Spark's scripts look no further.
        actual = f"JAVA_HOME={home}, which has no working Java"
    elif java is None or java.named_by not in ("JAVA_HOME", "PATH"):
        actual = "no Java: JAVA_HOME is not set and none is on the PATH"
    elif java.version == JAVA:
        return
    else:
        actual = str(java)
    better = next((java.home for java in installed_javas() if java.version == JAVA), None)
    fix = f"One is at {better}: export JAVA_HOME={better}"
    if better is None:
        fix = (
            f"Install one (apt-get install openjdk-{JAVA}-jre-headless, dnf install "
            f"java-{JAVA}-openjdk-headless, brew install openjdk@{JAVA}) and set JAVA_HOME"
        )
    raise InstallationError(f"Spark would start with {actual}; Java {JAVA} is needed. {fix}")


def installed_javas() -> Iterator[Java]:
    """Yield the Javas of JAVA_HOME, of the PATH and of the usual folders."""
    inspected: set[Path] = set()
    for home, named_by in _homes():
        resolved = home.resolve()
        if resolved not in inspected:
            inspected.add(resolved)
            if java := inspect_java(resolved, named_by):
                yield java


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
