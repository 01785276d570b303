# SPDX-License-Identifier: Apache-2.0

"""A machine without settings of its own, and files for settings to name."""

from __future__ import annotations

import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from rapids_udfs.runtime import jars
from rapids_udfs.runtime.installed import installed_spark


@pytest.fixture
def env(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in ("PYSPARK_SUBMIT_ARGS", "SPARK_CONF_DIR", "MASTER", "SPARK_LOCAL_DIRS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    return monkeypatch


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Files by the names that settings below have in braces."""
    line = installed_spark().line
    other_scala = {"2.13": "2.12", "2.12": "2.13"}[line.scala]
    paths = {
        "plugin": tmp_path / "rapids-4-spark_one.jar",
        "plugin2": tmp_path / "rapids-4-spark_two.jar",
        "library2": tmp_path / jars.name_of("", line.name, line.scala),
        "wrong": tmp_path / f"rapids-udfs_{other_scala}.jar",
        "script": tmp_path / "getGpus.sh",
        "hive": tmp_path / jars.name_of("-hive", line.name, line.scala),
        "iceberg": tmp_path / "iceberg-spark-runtime-4.1_2.13-1.11.0.jar",
        "control": tmp_path / "control",
    }
    for path in paths.values():
        with ZipFile(path, "w") as jar:
            jar.writestr("nothing", "")
    healthy, one = tmp_path / "healthy", tmp_path / "one"
    for folder, held in {
        healthy: (jars.library_jar(line), jars.names_jar()),
        one: (paths["plugin"], paths["iceberg"]),
    }.items():
        folder.mkdir()
        for jar in held:
            (folder / jar.name).symlink_to(jar)
    return {
        **{name: str(path) for name, path in paths.items()},
        "library": str(jars.library_jar(line)),
        "names": str(jars.names_jar()),
        "folder": str(healthy),
        "one": str(one),
        "missing": str(tmp_path / "missing.jar"),
        "mps": str(tmp_path),
    }
