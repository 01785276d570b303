# SPDX-License-Identifier: Apache-2.0

"""Scripts in separate processes, because a JVM has one mode and one set of settings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import rapids_udfs

TEST_JVMS = (
    "-XX:TieredStopAtLevel=1 -XX:CompileThresholdScaling=3 -XX:ReservedCodeCacheSize=240m"
    " -XX:+UseSerialGC -XX:NewRatio=1 -XX:InitialRAMPercentage=3"
    " -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote"
)
"""JDK_JAVA_OPTIONS of all JVMs of the tests: C2 does not pay off in a run of minutes.

Without C2, the code cache is small by default, and evicted code is compiled again. With these
options, the first result takes half the processor time, and thousands of small queries two thirds.
"""
_ARCHIVES = Path(__file__).parents[2] / "target" / "class-archives"
"""The folder of the stage class-archive, for classes that JVMs of this Spark need not parse."""
_FOREIGN = ("SPARK_HOME", "SPARK_CONF_DIR", "PYSPARK_SUBMIT_ARGS", "SPARK_REMOTE")


def jvm_options() -> str:
    """Return the options of all JVMs of the tests; without a usable archive, a JVM is silent."""
    archive = _ARCHIVES / f"spark-{version('pyspark')}.jsa"
    return f"{TEST_JVMS} -Xlog:disable -XX:SharedArchiveFile={archive}"


def own_variables() -> dict[str, str]:
    """Return this process's environment without the variables that name another Spark."""
    return {name: value for name, value in os.environ.items() if name not in _FOREIGN}


def surroundings() -> dict[str, str]:
    """Return the same with this package and this Python, for a cluster's processes."""
    return own_variables() | {
        "PYTHONPATH": str(Path(rapids_udfs.__file__).parents[1]),
        "PYSPARK_PYTHON": sys.executable,
        "SPARK_LOCAL_IP": "127.0.0.1",
    }


def ended(
    command: Sequence[str],
    environment: Mapping[str, str],
    *,
    folder: Path | None = None,
    seconds: float = 300,
) -> subprocess.CompletedProcess[str]:
    """Run a command; return its output and status."""
    return subprocess.run(
        command,
        cwd=folder,
        env={**environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )


def reported(
    script: Path,
    folder: Path,
    environment: Mapping[str, str],
    *arguments: str,
    launcher: Sequence[str] = (sys.executable,),
    seconds: float = 900,
) -> dict[str, Any]:
    """Run a script in a folder; return the JSON that it writes to its first argument."""
    report, log = folder / "report.json", folder / "log.txt"
    with log.open("wb") as sink:
        done = subprocess.run(
            [*launcher, str(script), str(report), *arguments],
            cwd=folder,
            env={**environment},
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
            timeout=seconds,
            check=False,
        )
    assert done.returncode == 0, log.read_text(encoding="utf-8", errors="replace")[-4000:]
    content: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return content
