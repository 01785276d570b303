# SPDX-License-Identifier: Apache-2.0

"""Pythons of this machine that do not run Python UDFs, or not all."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from harness.diagnoses import checked, java_home, only, program
from rapids_udfs.diagnosis import doctor

pytestmark = pytest.mark.jars

Environment = pytest.MonkeyPatch


def worker_python() -> str:
    """The finding: a note, and an error where Python UDFs are used."""
    note = only(checked(), "worker-python", "note")
    assert only(checked(python_udfs=True), "worker-python") == note
    python_gpu = {"spark.rapids.python.memory.gpu.pooling.enabled": "true"}
    assert only(checked(python_gpu), "worker-python") == note
    return note


def test_a_worker_python_that_is_not_there(env: Environment) -> None:
    env.setenv("PYSPARK_PYTHON", "/no/such/python")
    assert f"export PYSPARK_PYTHON={sys.executable}" in worker_python()


def test_a_worker_python_that_does_not_run(env: Environment, tmp_path: Path) -> None:
    env.setenv("PYSPARK_PYTHON", str(program(tmp_path, "python", "echo no libfoo >&2; exit 3")))
    assert "it does not run: exit status 3, no libfoo" in worker_python()


def test_a_worker_python_of_another_version(env: Environment, tmp_path: Path) -> None:
    other = program(tmp_path, "python3", "echo '[[3, 8], [], true]'")
    env.setenv("PYSPARK_PYTHON", str(other))
    assert f"PYSPARK_PYTHON is {other}: workers would run Python 3.8" in worker_python()


def test_an_environment_that_is_not_activated(env: Environment, tmp_path: Path) -> None:
    """``configure`` names this Python to Spark, so that nothing is wrong."""
    other = program(tmp_path, "python3", "exit 1")
    env.delenv("PYSPARK_PYTHON")
    env.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    env.setenv("JAVA_HOME", str(java_home()))
    note = only(checked(python_udfs=True), "path-python", "note")
    assert note.startswith("path-python: PYSPARK_PYTHON is not set, and the PATH's python3")
    assert f"is {other}, not {sys.executable}" in note
    assert "rapids_udfs.configure sets it" in note
    assert str(checked()).endswith(f"1 note, by {len(doctor.BEFORE_START)} checks.")
    env.setenv("PATH", f"{Path(sys.executable).parent}:/usr/bin:/bin")
    assert not checked().findings


def test_a_python_that_the_settings_name(env: Environment) -> None:
    env.delenv("PYSPARK_PYTHON")
    named = {"spark.pyspark.python": "/no/such/python"}
    assert "PYSPARK_PYTHON is /no/such/python" in only(checked(named), "worker-python", "note")


def test_a_worker_python_without_modules(env: Environment, tmp_path: Path) -> None:
    # Without site packages.
    text = f'exec "{sys.executable}" -I -S "$@"'
    env.setenv("PYSPARK_PYTHON", str(program(tmp_path, "python", text)))
    note = only(checked(), "worker-modules", "note")
    assert "lacks pandas, pyarrow, rapids_udfs" in note
    # As an environment of uv has no pip.
    assert f"uv pip install --python {tmp_path}/python pandas pyarrow rapids-udfs" in note
    assert only(checked(python_udfs=True), "worker-modules", "warning") == note


def test_on_a_cluster_the_workers_are_elsewhere(env: Environment) -> None:
    env.setenv("PYSPARK_PYTHON", "/only/there/python")
    diagnosis = checked({"spark.master": "yarn"})
    assert diagnosis.healthy
    assert "start a session" in diagnosis.not_checked["worker-python"]
