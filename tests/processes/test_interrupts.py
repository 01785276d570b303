# SPDX-License-Identifier: Apache-2.0

"""Ctrl-C while a command's session starts or its query runs: one word, and status 130."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from harness.own_process import surroundings
from harness.session import with_plugin

DEMO = ["demo", "--no-plugin", "--sql"]
DEMO += ["SELECT count(ascii_lower(concat(q, a.id, b.id))) FROM data, range(1e7) a, range(1e7) b"]
CONFORM = ["conform", "--class", "url_query_map", "--types", "string", "--rows", "5000"]


@pytest.mark.parametrize(
    ("command", "begun"),
    [
        (DEMO, "  SELECT count("),
        pytest.param(CONFORM, "Started in ", marks=with_plugin),
    ],
    ids=["demo", "conform"],
)
def test_during_a_query(command: list[str], begun: str, tmp_path: Path) -> None:
    data = tmp_path / "data.csv"
    data.write_text("q\nA\n", encoding="utf-8")
    arguments = [*command, "--data", str(data)] if command is DEMO else command
    with subprocess.Popen(
        [sys.executable, "-m", "rapids_udfs", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "RAPIDS_UDFS_CACHE": str(tmp_path / "cache")}
        if command is DEMO
        else None,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith(begun):
                break
        # To all processes, as a terminal does; the query would take much longer.
        threading.Timer(4, os.killpg, [process.pid, signal.SIGINT]).start()
        _, errors = process.communicate(timeout=120)
    # Besides progress, which a slow machine prints.
    lines = [line for line in errors.splitlines() if not re.search(r"^\.\.\. | \(\d+ s\)$", line)]
    assert (process.returncode, lines) == (130, ["interrupted"])


def test_during_the_start_of_a_session(tmp_path: Path) -> None:
    settings = ["--master", "local[1]", "--conf", "spark.rapidsUdfs.mode=cpu"]
    with subprocess.Popen(
        [sys.executable, "-m", "rapids_udfs", "doctor", "--start", *settings],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**surroundings(), "SPARK_CONF_DIR": str(tmp_path)},
    ) as process:
        try:
            wait_for(lambda: any("SparkSubmit" in command for command in session_of(process)))
            os.killpg(process.pid, signal.SIGINT)
            output, errors = process.communicate(timeout=60)
            wait_for(lambda: not session_of(process))
        finally:
            if session_of(process):
                os.killpg(process.pid, signal.SIGKILL)
    assert (process.returncode, output, errors) == (130, "", "interrupted\n")


def session_of(process: subprocess.Popen[str]) -> list[str]:
    """Return the command lines of the live processes of a session's leader."""
    commands = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if os.getsid(int(folder.name)) == process.pid:
                commands.append((folder / "cmdline").read_text(encoding="utf-8"))
    return [command for command in commands if command]  # command lines of zombies are empty


def wait_for(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.05)


LOGGED = """
import logging, os, signal, sys, warnings
from rapids_udfs.session.local import quiet_interrupts
logging.basicConfig()
quiet_interrupts()
for first in (KeyboardInterrupt(), ValueError("kept")):
    try:
        try:
            raise first
        except BaseException:
            raise BrokenPipeError("closing")
    except OSError:
        for name in sys.argv[1:]:
            logging.getLogger(name).exception("after %s", type(first).__name__)
text = "Unable to cleanly shutdown Spark JVM process. It is possible that"
warnings.warn(f"{text} before", RuntimeWarning)
try:
    os.kill(os.getpid(), signal.SIGINT)
except KeyboardInterrupt:
    warnings.warn(f"{text} after", RuntimeWarning)
"""


def test_errors_while_the_connection_closes() -> None:
    # Py4J closes the connection of an interrupted call. If the JVM has already ended,
    # PySpark warns.
    names = ["root", "py4j.clientserver", "py4j.java_gateway"]
    done = subprocess.run(
        [sys.executable, "-c", LOGGED, *names], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0
    said = [line for line in done.stderr.splitlines() if "after" in line]
    assert "that before" in done.stderr
    assert said == [f"ERROR:{name}:after ValueError" for name in names]
