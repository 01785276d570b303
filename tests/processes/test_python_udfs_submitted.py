# SPDX-License-Identifier: Apache-2.0

"""Compiled Python UDFs of unchanged programs: on a cluster, and over Spark Connect."""

from __future__ import annotations

import sys
from pathlib import Path

import pyspark
import pytest

from harness.own_process import reported, surroundings
from harness.session import EXTENSION, base_jar, our_jar
from harness.standalone import cluster

SCRIPTS = Path(__file__).parent / "scripts"
SUBMIT = Path(pyspark.__path__[0], "bin", "spark-submit")


def test_a_cluster_that_starts_no_python_worker(tmp_path: Path) -> None:
    """The executors' Python is a script that records every start."""
    started = tmp_path / "started.txt"
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\necho "$*" >> {started}\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    environment = surroundings() | {
        "PYSPARK_PYTHON": str(python),
        "PYSPARK_DRIVER_PYTHON": sys.executable,
    }
    jars = ",".join(map(str, (our_jar(), base_jar("cpu"))))

    def submitted(master: str, name: str, *settings: str, by: tuple[str, ...] = ()) -> list:
        folder = tmp_path / name
        folder.mkdir()
        command = [str(SUBMIT), "--master", master, "--jars", jars]
        command += ["--executor-memory", "1g", "--conf", "spark.ui.enabled=false"]
        for setting in (f"spark.sql.extensions={EXTENSION}", *settings):
            command += ["--conf", setting]
        return reported(SCRIPTS / "plain_udfs.py", folder, environment, launcher=[*command, *by])

    wrapped = (str(SCRIPTS / "compiled.py"),)
    with cluster(tmp_path, environment) as master:
        required = "spark.rapidsUdfs.pythonUdfs=require"
        compiled = submitted(master, "compiled", required, by=wrapped)
        assert not started.exists()
        plain = submitted(master, "plain")
        assert "pyspark.daemon" in started.read_text()
    assert len(compiled) == 9
    assert compiled == plain


@pytest.mark.skipif(
    pyspark.__version__.startswith("3."), reason="PySpark 3.5 comes without a Spark Connect server"
)
def test_connect(run_script) -> None:
    report = run_script("connect_python_udfs", PYSPARK_PYTHON=sys.executable)
    assert report["answers"] == report["off"] == ["AL", "GH"]
    assert report["sql"] == ["BC"]
    assert report["other"] == [0, 1, 2]
    assert (report["python"], report["other_python"], report["off_python"]) == (False, True, True)
    assert report["of_one_text"] == [True, False]
    assert report["raised"]["error"] == "PythonException"
    assert "ZeroDivisionError: integer division or modulo by zero" in report["raised"]["text"]
    assert report["explain"]["error"] == "UnsupportedError"
    assert "explain is not available over Spark Connect" in report["explain"]["text"]
