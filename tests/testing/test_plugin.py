# SPDX-License-Identifier: Apache-2.0

"""The pytest plugin in a project of somebody else's: its option, marker, fixtures and report."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import rapids_udfs

FIXTURES = """
import pytest

@pytest.fixture(scope="session")
def rapids_udfs_spark(rapids_udfs_mode):
    return f"session of {rapids_udfs_mode}"
"""


def run(folder: Path, test: str, *options: str, gpu: bool = False) -> str:
    (folder / "conftest.py").write_text(FIXTURES, encoding="utf-8")
    (folder / "test_it.py").write_text(test, encoding="utf-8")
    # No GPU may be found here, or one that is not there.
    env = {**os.environ, "CUDA_VISIBLE_DEVICES": ""}
    if gpu:
        env.pop("CUDA_VISIBLE_DEVICES")
        program = folder / "nvidia-smi"
        program.write_text("#!/bin/sh\necho 'GPU 0: a test'\n", encoding="utf-8")
        program.chmod(0o755)
        env["PATH"] = f"{folder}:{env['PATH']}"
    env.pop("PYTEST_ADDOPTS", None)
    # Where the package is not installed, it is on a path that may be relative to here.
    env["PYTHONPATH"] = str(Path(rapids_udfs.__file__).parents[1])
    plugin = ["-p", "rapids_udfs_pytest", "-p", "no:cacheprovider"]
    env["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    command = [sys.executable, "-m", "pytest", "-rs", *plugin, *options, "test_it.py"]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


SESSIONS = """
import pytest

def test_any(rapids_udfs_spark): assert rapids_udfs_spark == "session of {mode}"
def test_emulator(rapids_udfs_emulator): pass
def test_cpu(rapids_udfs_cpu): pass
@pytest.mark.gpu
def test_gpu(rapids_udfs_gpu): pass
@pytest.mark.gpu
def test_theirs(): pass
"""


def test_a_run_has_one_mode(tmp_path: Path) -> None:
    text = run(tmp_path, SESSIONS.replace("{mode}", "emulate"), "--strict-markers")
    assert "3 passed, 2 skipped" in text
    assert "this run has --rapids-udfs-mode=emulate, and a JVM has one mode" in text
    assert "hides every GPU" in text


def test_of_another_mode(tmp_path: Path) -> None:
    text = run(tmp_path, SESSIONS.replace("{mode}", "cpu"), "--rapids-udfs-mode=cpu")
    assert "3 passed, 2 skipped" in text


def test_with_a_gpu(tmp_path: Path) -> None:
    test = SESSIONS.replace("{mode}", "gpu")
    assert "3 passed, 2 skipped" in run(tmp_path, test, "--rapids-udfs-mode=gpu", gpu=True)
    text = run(tmp_path, SESSIONS.replace("{mode}", "emulate"), gpu=True)
    assert "this run does not have --rapids-udfs-mode=gpu" in text


def test_a_gpu_that_is_asked_for_must_be_there(tmp_path: Path) -> None:
    text = run(tmp_path, SESSIONS, "--rapids-udfs-mode=gpu")
    assert "ERROR: --rapids-udfs-mode=gpu: CUDA_VISIBLE_DEVICES='' hides every GPU" in text


def test_no_mode_is_a_usage_error(tmp_path: Path) -> None:
    assert "invalid choice: 'tpu'" in run(tmp_path, SESSIONS, "--rapids-udfs-mode=tpu")


def test_the_summary(tmp_path: Path) -> None:
    test = """
def test_one():
    from rapids_udfs.testing import Check, Report
    Report("f(int) -> int", "conforms", [Check("a", "passed")], rows=7)
"""
    text = run(tmp_path, test)
    assert "RAPIDS UDFs, mode emulate" in text
    assert "ok     conforms f(int) -> int: 1 passed, 0 failed, 0 skipped; 7 rows in" in text


def test_it_is_quiet_and_light_where_it_is_not_used(tmp_path: Path) -> None:
    test = """
import sys
def test_one():
    heavy = ("pyspark", "hypothesis", "py4j", "rapids_udfs", "numpy", "pandas")
    loaded = {name for name in sys.modules if name.split(".")[0] in heavy}
    assert not loaded
"""
    text = run(tmp_path, test)
    assert "1 passed" in text
    assert "RAPIDS UDFs" not in text


def test_pytest_finds_it_where_the_package_is_installed() -> None:
    from importlib.metadata import entry_points

    entries = [e for e in entry_points(group="pytest11") if e.name == "rapids_udfs"]
    if not entries:
        pytest.skip("the package is on the path, not installed")
    assert {e.value for e in entries} == {"rapids_udfs_pytest"}
