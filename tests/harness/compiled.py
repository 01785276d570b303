"""Java classes of tests, compiled into a folder of the session's class path."""

from __future__ import annotations

import subprocess
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rapids_udfs.runtime.java import find_java

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def compile_java(spark: SparkSession, source: Path, classes: Path) -> None:
    """Compile one file against the class path of the session's JVM.

    Raises:
        RuntimeError: the session's Java has no compiler, or it refuses the file.
    """
    system = spark.sparkContext._gateway.jvm.java.lang.System
    javac = Path(system.getProperty("java.home"), "bin", "javac")
    if not javac.is_file():
        raise RuntimeError(f"{javac} is missing; the tests need a JDK, not a JRE")
    _compile(javac, source, classes, system.getProperty("java.class.path"))


def jar(source: Path, folder: Path, class_path: Sequence[Path]) -> Path:
    """Compile one file, before any session, into a jar of its own.

    Raises:
        RuntimeError: the compiler refuses the file.
        JavaNotFoundError: there is no JDK.
    """
    javac = find_java(compiler=True).home / "bin" / "javac"
    classes = folder / source.stem
    classes.mkdir()
    _compile(javac, source, classes, ":".join(map(str, class_path)))
    made = folder / f"{source.stem}.jar"
    with zipfile.ZipFile(made, "w") as file:
        for path in classes.rglob("*.class"):
            file.write(path, path.relative_to(classes))
    return made


def _compile(javac: Path, source: Path, classes: Path, class_path: str) -> None:
    command = [javac, "-proc:none", "-d", classes, "-cp", class_path, source]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"javac refused {source.name}:\n{done.stdout}{done.stderr}")
