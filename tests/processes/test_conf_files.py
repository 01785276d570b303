# SPDX-License-Identifier: Apache-2.0

"""Clusters and servers that start from the files of ``rapids-udfs conf``."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyspark
import pytest

from harness.environments import UV, built_wheel
from harness.own_process import ended, own_variables, reported, surroundings
from harness.session import with_plugin
from harness.standalone import cluster, daemon
from harness.thrift import beeline, thrift_server
from rapids_udfs import list_functions
from rapids_udfs.cli import main

SCRIPT = Path(__file__).parent / "scripts" / "from_files.py"
SUBMIT = "org.apache.spark.deploy.SparkSubmit"
ANSWERS = sorted([f"A {number}", False] for number in range(40))
MODES = ("cpu", pytest.param("emulate", marks=with_plugin))
QUIET = {
    "spark.driver.host": "127.0.0.1",
    "spark.ui.enabled": "false",
    "spark.executor.memory": "1g",
    "spark.sql.catalogImplementation": "in-memory",
}


@pytest.fixture(scope="module")
def master(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a cluster of two workers, which every test's application uses alone."""
    with cluster(tmp_path_factory.mktemp("cluster"), surroundings()) as url:
        yield url


def environment(place: str, mode: str, master: str, folder: Path) -> dict[str, str]:
    """Return the environment of a Spark that starts from files, with the jars that they name."""
    file, jars = folder / "spark-defaults.conf", folder / "jars"
    options = [word for pair in QUIET.items() for word in ("--conf", "=".join(pair))]
    where = ["--for", place, "--mode", mode, "--master", master, "--jars-dir", str(jars)]
    assert main(["conf", *where, *options, "-o", str(file)]) == 0
    text = file.read_text(encoding="utf-8")
    jars.mkdir()
    sources = re.findall(r"^#   (\S+) \(here (\S+)\)$", text, re.M)
    assert len(sources) == {"cpu": 2, "emulate": 3}[mode]
    for there, here in sources:
        shutil.copyfile(here, there)
    # The files name neither the package's jars nor the cache.
    settings = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    assert not any(here in settings for _, here in sources)
    return surroundings() | {"SPARK_CONF_DIR": str(folder)}


def check_plan(plan: str, mode: str) -> None:
    assert ("GpuProject" in plan) == (mode == "emulate"), plan


@pytest.mark.parametrize("mode", MODES)
def test_standalone(master: str, mode: str, tmp_path: Path) -> None:
    report = reported(SCRIPT, tmp_path, environment("standalone", mode, master, tmp_path), mode)
    check(report, mode)
    assert report["again"] == {}
    calls = [40, 0, 0, 0] if mode == "cpu" else [0, 4, 40, 0]
    assert report["counts"]["url_decode_form"] == report["counts"]["luhn_valid"] == calls


def check(report: dict[str, Any], mode: str) -> None:
    assert report["answers"] == ANSWERS
    assert report["doctor"]["findings"] == []
    assert report["doctor"]["not_checked"] == {}
    assert report["registered"] == {f.name: "extension" for f in list_functions()}
    check_plan(report["plan"], mode)


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the interpreter of an environment with only the wheel and PySpark's client."""
    folder = tmp_path_factory.mktemp("client")
    python = folder / "venv" / "bin" / "python"
    subprocess.run([UV, "venv", "-q", "--python", sys.executable, folder / "venv"], check=True)
    needed = [built_wheel(folder), f"pyspark-client=={pyspark.__version__}"]
    subprocess.run([UV, "pip", "install", "-q", "--python", python, *needed], check=True)
    return str(python)


@pytest.mark.skipif(
    pyspark.__version__.startswith("3."), reason="PySpark 3.5 comes without a Spark Connect server"
)
@pytest.mark.parametrize("mode", MODES)
def test_connect(master: str, client: str, mode: str, tmp_path: Path) -> None:
    command = [SUBMIT, "--class", "org.apache.spark.sql.connect.service.SparkConnectServer"]
    command += ["--conf", "spark.connect.grpc.binding.port=0", "spark-internal"]
    env = environment("connect", mode, master, tmp_path)
    started = r"Spark Connect server started at: \S+?:(\d+)\s"
    with daemon(command, tmp_path / "server.log", env, started) as port:
        plain = {k: v for k, v in own_variables().items() if k not in ("JAVA_HOME", "PYTHONPATH")}
        server = f"sc://127.0.0.1:{port}"
        plain["PATH"] = "/nowhere"
        report = reported(SCRIPT, tmp_path, plain, mode, server, launcher=[client])
        doctor = [client, "-m", "rapids_udfs", "doctor"]
        # Before a session, and in a session that the doctor starts.
        for env, more in ((plain, []), (plain | {"SPARK_REMOTE": server}, ["--start"])):
            done = ended([*doctor, *more], env)
            assert done.stdout.startswith("Nothing is wrong, by "), done.stdout + done.stderr
            assert done.returncode == 0
    assert not report["has_jars"]
    check(report, mode)


@pytest.mark.parametrize("mode", MODES)
def test_thrift(master: str, mode: str, tmp_path: Path) -> None:
    """Query the server by ``beeline``, whose jar PySpark has."""
    env = environment("thrift", mode, master, tmp_path)
    call = "url_decode_form(concat('A%20', id)), luhn_valid(concat('A%20', id)) FROM range(40)"
    queries = [f"SELECT {call}", f"EXPLAIN SELECT {call}", "SHOW USER FUNCTIONS"]
    with thrift_server(tmp_path, env) as port:
        lines = beeline(port, *(word for query in queries for word in ("-e", query)))
    rows = [line.split("\t") for line in lines if line.startswith("A ")]
    assert sorted(rows) == [[text, str(valid).lower()] for text, valid in ANSWERS]
    check_plan("\n".join(lines), mode)
    assert {f.name for f in list_functions()} <= {line.rpartition(".")[2] for line in lines}
