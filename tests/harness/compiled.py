# SPDX-License-Identifier: Apache-2.0

"""Compiles the tests' Java classes, into a folder on the session's class path or a jar."""

from __future__ import annotations

import subprocess
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from devtools.jdk import find_java

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def compile_java(spark: SparkSession, source: Path, classes: Path) -> None:
    """Compile one file against the class path of the session's JVM.

    Raises:
        RuntimeError: the session's Java has no compiler, or compilation fails.
    """
    system = spark.sparkContext._gateway.jvm.java.lang.System
    javac = Path(system.getProperty("java.home"), "bin", "javac")
    if not javac.is_file():
        raise RuntimeError(f"{javac} is missing; the tests need a JDK, not a JRE")
    _compile(javac, [source], classes, system.getProperty("java.class.path"))


def jar(
    source: Path, folder: Path, class_path: Sequence[Path], resources: Path | None = None
) -> Path:
    """Compile a file or a folder into a jar, before any session.

    Raises:
        RuntimeError: compilation fails.
        InstallationError: there is no JDK.
    """
    javac = find_java(compiler=True).home / "bin" / "javac"
    classes = folder / source.stem
    classes.mkdir()
    sources = sorted(source.rglob("*.java")) if source.is_dir() else [source]
    _compile(javac, sources, classes, ":".join(map(str, class_path)))
    jar_file = folder / f"{source.stem}.jar"
    with zipfile.ZipFile(jar_file, "w") as file:
        for root in filter(None, (classes, resources)):
            for path in root.rglob("*"):
                file.write(path, path.relative_to(root))
    return jar_file


def _compile(javac: Path, sources: Sequence[Path], classes: Path, class_path: str) -> None:
    command = [javac, "-proc:none", "-d", classes, "-cp", class_path, *sources]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        names = ", ".join(source.name for source in sources)
        raise RuntimeError(f"javac rejected {names}:\n{done.stdout}{done.stderr}")
