"""Java classes of tests, compiled into a folder of the session's class path."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def compile_java(spark: SparkSession, source: Path, classes: Path) -> None:
    """Compiles one file against what the session's JVM has on its class path.

    Raises:
        RuntimeError: the session's Java has no compiler, or it refuses the file.
    """
    system = spark.sparkContext._gateway.jvm.java.lang.System
    javac = Path(system.getProperty("java.home"), "bin", "javac")
    if not javac.is_file():
        raise RuntimeError(f"{javac} is missing; the tests need a JDK, not a JRE")
    class_path = system.getProperty("java.class.path")
    command = [javac, "-proc:none", "-d", classes, "-cp", class_path, source]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"javac refused {source.name}:\n{done.stdout}{done.stderr}")
