# SPDX-License-Identifier: Apache-2.0

"""The doctor in sessions with settings, which it or a script starts."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from harness.own_process import ended, surroundings
from harness.session import SPARK, with_plugin
from rapids_udfs.cli import main
from rapids_udfs.runtime import jars


@with_plugin
def test_it_starts_a_session_from_conf(tmp_path: Path) -> None:
    file = tmp_path / "local.conf"
    arguments = ["--for", "local", "--mode", "explain", "--master", "local[2]", "-o", str(file)]
    assert main(["conf", *arguments]) == 0
    command = [sys.executable, "-m", "rapids_udfs", "doctor", "--properties-file", str(file)]
    before = ended(command, surroundings(), folder=tmp_path)
    started = ended([*command, "--start"], surroundings(), folder=tmp_path)
    for done in (before, started):
        assert done.returncode == 0, done.stdout + done.stderr
        assert not done.stderr  # Spark's log
        assert done.stdout.startswith("Nothing is wrong, by "), done.stdout


def test_names_that_the_library_does_not_see(tmp_path: Path, run_script) -> None:
    """The library is on the class path, whose loader does not see the classes of ``spark.jars``."""
    library, names = jars.library_jar(SPARK.line), jars.names_jar()
    paths = {f"spark.{role}.extraClassPath": str(library) for role in ("driver", "executor")}
    said = run_script("session_with_settings", json.dumps({**paths, "spark.jars": str(names)}))
    (session,) = said["doctor"]
    assert session.startswith("library: ")
    for text in (session, said["register"]["text"], said["counters"]["text"]):
        assert "whose classes see neither the cuDF plugin nor cudf-names.jar" in text
        assert "spark.driver.extraClassPath and spark.executor.extraClassPath" in text
        assert "$(rapids-udfs jar names)" in text
    assert {said[by]["error"] for by in ("register", "counters")} == {"SessionError"}
    paths = {key: f"{value}:{names}" for key, value in paths.items()}
    healthy = {"doctor": [], "register": {}, "counters": {}}
    assert run_script("session_with_settings", json.dumps(paths)) == healthy
