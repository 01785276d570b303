# SPDX-License-Identifier: Apache-2.0

"""Set-ups to diagnose: settings, and fake machines made of variables and programs."""

from __future__ import annotations

from pathlib import Path

from devtools.jdk import find_java
from rapids_udfs.diagnosis import doctor
from rapids_udfs.diagnosis.finding import Diagnosis, run
from rapids_udfs.diagnosis.setup import Setup
from rapids_udfs.session.settings import SparkSettings

SQL_PLUGIN = "com.nvidia.spark.SQLPlugin"
WITH_PLUGIN = {"spark.plugins": SQL_PLUGIN, "spark.driver.extraClassPath": "{plugin}"}
CLUSTER = {
    "spark.master": "spark://host:7077",
    "spark.executor.resource.gpu.amount": "1",
    "spark.executor.extraClassPath": "/opt/rapids-4-spark.jar",
}
WORKERS = "spark.rapids.python.concurrentPythonWorkers"
PYTHON_GPU = {"spark.rapids.sql.python.gpu.enabled": "true"}
MPS = "spark.executorEnv.CUDA_MPS_PIPE_DIRECTORY"
OF_MACHINE = {
    *("spark", "spark-version", "pyspark", "java", "library-jar", "plugin-jar", "gpu"),
    *("path-python", "worker-python", "worker-modules", "native-libraries"),
}
"""Slow checks, which do not depend on settings."""
OF_SETTINGS = [check for check in doctor.BEFORE_START if check.name not in OF_MACHINE]


def program(folder: Path, name: str, text: str) -> Path:
    """Write an executable shell script."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def java_home() -> Path:
    return find_java().home


def checked(
    settings: dict[str, str] | None = None, *, gpu: bool = False, python_udfs: bool = False
) -> Diagnosis:
    setup = Setup(SparkSettings(("given here", settings or {})), gpu, python_udfs)
    return run(doctor.BEFORE_START, setup)


def only(diagnosis: Diagnosis, check: str, severity: str = "error") -> str:
    """Return the only finding, which must be of this check, without its severity."""
    (finding,) = diagnosis.findings
    assert (finding.check, finding.severity) == (check, severity), finding
    assert diagnosis.healthy == (severity != "error")
    assert diagnosis.counts[finding.severity] == 1
    assert finding.why
    assert finding.fix
    return str(finding).removeprefix(f"{severity}: ")


def wrong_settings(
    settings: dict[str, str], files: dict[str, str], *, gpu: bool = False
) -> list[str]:
    named = {key: value.format(**files) for key, value in settings.items()}
    setup = Setup(SparkSettings(("given here", named)), gpu)
    diagnosis = run(OF_SETTINGS, setup)
    assert not diagnosis.not_checked
    assert len(diagnosis.checked) == len(OF_SETTINGS)
    return [str(finding) for finding in diagnosis.findings]
