# SPDX-License-Identifier: Apache-2.0

"""Scripts in processes of their own, since a JVM has one mode and one set of settings."""

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
"""JDK_JAVA_OPTIONS of all JVMs of the tests: a run of minutes does not pay for C2.

Without C2 the code cache is small by default, and evicted code is compiled again. With these
options the first answer takes half the processor time, thousands of small queries two thirds.
"""
_ARCHIVES = Path(__file__).parents[2] / "target" / "class-archives"
"""Where the stage class-archive writes classes that JVMs of this Spark then need not parse."""
_FOREIGN = ("SPARK_HOME", "SPARK_CONF_DIR", "PYSPARK_SUBMIT_ARGS", "SPARK_REMOTE")


def jvm_options() -> str:
    """The options of all JVMs of the tests; one that cannot use the archive says nothing."""
    archive = _ARCHIVES / f"spark-{version('pyspark')}.jsa"
    return f"{TEST_JVMS} -Xlog:disable -XX:SharedArchiveFile={archive}"


def own_variables() -> dict[str, str]:
    """This process's environment without the variables that name another Spark."""
    return {name: value for name, value in os.environ.items() if name not in _FOREIGN}


def surroundings() -> dict[str, str]:
    """The same, with what a cluster's processes need: this package on the path, this Python."""
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
    """Run a command to its end, whatever its status; return it with its output."""
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
    seconds: float = 300,
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
