# SPDX-License-Identifier: Apache-2.0

"""Programs that the sessions of noxfile.py run: those of ``.venv``, sbt and pytest."""

from __future__ import annotations

import os
import shlex
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from devtools import jars, matrix, pyspark_wheel
from devtools.jdk import jdk
from devtools.paths import PYTHON, ROOT
from devtools.process import DevError, environment
from devtools.suite import REPORTS

if TYPE_CHECKING:
    import nox


def tool(s: nox.Session, name: str, *arguments: str | Path) -> None:
    """Run a program of ``.venv``, with that environment first on the PATH."""
    java = {"JAVA_HOME": str(jdk().home), "PATH": f"{PYTHON.parent}:{os.environ['PATH']}"}
    s.run(PYTHON.parent / name, *arguments, env=environment(java), external=True)


def pyspark(version: str, extras: str = "") -> list[str]:
    """Return the arguments of uv that install PySpark from its wheel."""
    links = str(pyspark_wheel.folder(version))
    return ["--find-links", links, f"pyspark{extras}=={version}"]


def use_assembled_spark(environment: Path, line: matrix.Line) -> None:
    """Replace the jars of the PySpark in an environment's ``bin`` with those of a line's Spark."""
    (home,) = environment.parent.glob("lib/python*/site-packages/pyspark")
    if not (home / "jars").is_symlink():
        shutil.rmtree(home / "jars")
        (home / "jars").symlink_to(jars.assembled_spark(line))


def args(s: nox.Session) -> list[str]:
    """Return nox's arguments, else make's, which passes ARGS in the environment."""
    return list(s.posargs) or shlex.split(os.environ.get("ARGS", ""))


def sbt(line: matrix.Line, *commands: str) -> None:
    """Run sbt for a line."""
    if jars.sbt(line, *commands) != 0:
        raise DevError(f"sbt {' '.join(commands)} failed (see above)")


def jvm_tests(line: matrix.Line) -> None:
    """Run the JVM tests of a line, and move their reports to the stage's folder."""
    patterns = ("target/test-reports", "jvm/*/target/test-reports")
    for folder in (path for pattern in patterns for path in ROOT.glob(pattern)):
        shutil.rmtree(folder)
    try:
        sbt(line, "test")
    finally:
        reports = REPORTS / f"jvm-{line.name}"
        reports.mkdir(parents=True, exist_ok=True)
        for file in (path for pattern in patterns for path in ROOT.glob(f"{pattern}/*.xml")):
            shutil.move(file, reports / f"{file.parents[2].name}-{file.name}")


def pytest(s: nox.Session, python: Path, *arguments: str | Path, sources: Path | None) -> None:
    """Run pytest on an interpreter, with its report in the stage's folder."""
    report = REPORTS / s.name / "pytest.xml"
    report.parent.mkdir(parents=True, exist_ok=True)
    env = {
        "JAVA_HOME": str(jdk().home),
        "PATH": f"{python.parent}:{os.environ['PATH']}",
        "PYSPARK_PYTHON": str(python),
        "PYSPARK_DRIVER_PYTHON": str(python),
        **({"PYTHONPATH": str(sources)} if sources else {}),
    }
    words = [python, "-m", "pytest", "-p", "no:cacheprovider", f"--junitxml={report}", *arguments]
    s.run(*words, env=environment(env), include_outer_env=False, external=True)
