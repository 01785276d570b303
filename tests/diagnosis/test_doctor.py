# SPDX-License-Identifier: Apache-2.0

"""The doctor as a command, over Spark Connect, and how it prints findings."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from harness.diagnoses import only
from rapids_udfs.cli import main
from rapids_udfs.diagnosis.doctor import before_start
from rapids_udfs.diagnosis.finding import Diagnosis, Finding
from rapids_udfs.diagnosis.setup import Setup

Environment = pytest.MonkeyPatch


@pytest.mark.parametrize("alone", [False, True])
def test_a_spark_connect_client(env: Environment, tmp_path: Path, alone: bool) -> None:
    """It needs neither Java nor Spark's jars; ``pyspark-client`` has none."""
    env.setenv("JAVA_HOME", str(tmp_path))
    if alone:
        env.setattr("rapids_udfs.diagnosis.setup.metadata.version", lambda _: "4.2.0")
    else:
        env.setenv("SPARK_REMOTE", "sc://host")
    env.setitem(sys.modules, "pyspark.sql.connect.session", ModuleType("session"))
    setup = Setup.to_start({}, gpu=False, python_udfs=False)
    assert str(before_start(setup)) == "Nothing is wrong, by 1 check."
    env.setitem(sys.modules, "pyspark.sql.connect.session", None)
    assert "pip install 'pyspark[connect]'" in only(before_start(setup), "connect-client")
    env.setenv("SPARK_REMOTE", "local[2]")  # with a server of its own
    if not alone:
        assert "java" in before_start(setup).checked


@pytest.mark.jars
def test_settings_are_read_as_spark_reads_them(env: Environment, tmp_path: Path) -> None:
    (tmp_path / "spark-defaults.conf").write_text("spark.jars /a.jar\n", encoding="utf-8")
    env.setenv("SPARK_CONF_DIR", str(tmp_path))
    setup = Setup.to_start({}, gpu=False, python_udfs=False)
    assert "spark.jars names /a.jar" in only(before_start(setup), "files")


@pytest.mark.jars
def test_the_command(env: Environment, tmp_path: Path, capsys) -> None:
    env.setenv("SPARK_CONF_DIR", str(tmp_path))
    assert main(["doctor"]) == 0
    assert capsys.readouterr().out.startswith("Nothing is wrong, by ")
    assert main(["doctor", "--conf", "spark.jars=/a.jar", "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert (report["healthy"], [f["check"] for f in report["findings"]]) == (False, ["files"])
    assert report["counts"] == {"error": 1, "warning": 0, "note": 0}
    properties = tmp_path / "x.conf"
    properties.write_text("spark.plugins com.nvidia.spark.SQLPlugin\n", encoding="utf-8")
    assert main(["doctor", "--properties-file", str(properties), "--master", "yarn"]) == 1
    assert "gpu-amounts: " in capsys.readouterr().out
    assert main(["doctor", "--start", "--conf", "spark.jars=/a.jar"]) == 1
    assert "The session was not started" in capsys.readouterr().out
    env.setenv("PYSPARK_PYTHON", "/no/such/python")
    assert main(["doctor"]) == 0
    assert main(["doctor", "--python-udfs"]) == 1


def test_errors_are_printed_first() -> None:
    findings = [Finding(s, "found", "why", "fix", s) for s in ("note", "warning", "error", "note")]
    lines = str(Diagnosis(tuple(findings), ("a", "b"))).splitlines()
    assert [line.partition(":")[0] for line in lines[::3]] == [
        *("error", "warning", "note", "note"),
        "1 error, 1 warning, 2 notes, by 2 checks.",
    ]


def test_a_crash_is_no_finding(env: Environment, capsys) -> None:
    def crash(*_: object, **__: object) -> None:
        raise ValueError("unforeseen")

    env.setattr("rapids_udfs.diagnosis.doctor.before_start", crash)
    assert main(["doctor"]) == 3
    assert "ValueError: unforeseen" in capsys.readouterr().err


def test_arguments_that_cannot_be_read(env: Environment, capsys) -> None:
    env.setenv("PYSPARK_SUBMIT_ARGS", "'")
    assert main(["doctor"]) == 3
    assert capsys.readouterr().err.startswith("error: PYSPARK_SUBMIT_ARGS cannot be read")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--conf", "spark.jars"], "--conf takes KEY=VALUE, not 'spark.jars'"),
        (["--properties-file", "/missing"], "there is no file /missing"),
        (["--properties-file", "{}/app.jar"], "app.jar is not a text file of settings"),
    ],
)
def test_wrong_calls(arguments: list[str], says: str, capsys, tmp_path: Path) -> None:
    (tmp_path / "app.jar").write_bytes(b"PK\0")
    arguments = [argument.format(tmp_path) for argument in arguments]
    with pytest.raises(SystemExit) as stopped:
        main(["doctor", *arguments])
    assert stopped.value.code == 2
    assert says in capsys.readouterr().err
