# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from devtools import job
from devtools.job import Job

DAEMON = """
import os, subprocess, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        subprocess.Popen(["sleep", "1000"], env={})
        time.sleep(1000)
    os._exit(0)
os.wait()
"""
"""A daemon with a child, both outside the process tree, its group and its session."""


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Job]]:
    jobs: list[Job] = []

    def begin(*command: str) -> Job:
        jobs.append(Job("it", command, tmp_path / "logs" / "log.txt", dict(os.environ)))
        return jobs[-1]

    yield begin
    for each in jobs:
        each.end()


def wait_for(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline, "the condition was not met within 30 s"
        time.sleep(0.05)


def left_of(working: Job) -> list[psutil.Process]:
    return working._processes()


def test_status_and_output(start: Callable[..., Job]) -> None:
    ended = start("sh", "-c", "echo out; echo err >&2; read line || exit 3")
    wait_for(lambda: ended.poll() is not None)
    assert ended.poll() == 3
    assert ended.log.read_text() == "out\nerr\n"
    assert ended.seconds > 0


def test_a_daemon_does_not_outlive_the_program_that_started_it(start: Callable[..., Job]) -> None:
    working = start(sys.executable, "-c", DAEMON)
    working._process.wait(30)
    wait_for(lambda: len(left_of(working)) == 2)
    assert working.poll() == 0
    assert left_of(working) == []


def test_a_process_that_ignores_the_signal_is_killed(
    start: Callable[..., Job], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job, "_GRACE_S", 0.5)
    working = start("sh", "-c", "trap '' TERM; echo deaf; while :; do sleep 0.2; done")
    wait_for(working.log.read_text)
    working.end()
    assert working.poll() == -signal.SIGKILL
    assert left_of(working) == []


class TestStalled:
    @pytest.fixture(autouse=True)
    def impatient(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(job, "STALLED_AFTER_S", 2.0)
        monkeypatch.setattr(job, "_LOOK_EVERY_S", 0.1)

    def end_of(self, working: Job, limit_s: float) -> int | None:
        deadline = time.monotonic() + limit_s
        while working.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
        return working.poll()

    def test_neither_output_nor_work(self, start: Callable[..., Job]) -> None:
        working = start("sleep", "60")
        assert self.end_of(working, 30) == -signal.SIGTERM
        assert working.stalled
        assert left_of(working) == []

    @pytest.mark.parametrize(
        "slow", ["while :; do echo x; sleep 0.3; done", "(while :; do :; done) & wait"]
    )
    def test_slow_but_working(self, start: Callable[..., Job], slow: str) -> None:
        working = start("sh", "-c", slow)
        assert self.end_of(working, 5) is None
        assert not working.stalled


RUN = """
import sys
from pathlib import Path
from devtools import suite
suite.REPORTS = Path(sys.argv[1])
suite.ROOT = suite.TARGET = Path(sys.argv[1]).parent
suite.SUMMARY = suite.TARGET / "summary.txt"
sys.exit(suite.run([suite.Stage("one"), suite.Stage("two", after=("one",))], sys.argv[2:]))
"""


def start_run(folder: Path, script: str) -> subprocess.Popen[str]:
    """Start a run of two stages, which both run the shell script."""
    command = [sys.executable, "-c", RUN, folder / "reports", "sh", "-c", script]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)


def test_an_ended_orphan_is_reaped(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    script = f"sh -c 'sleep 0.2 & echo $! > {pid}'; sleep 2; ! kill -0 $(cat {pid})"
    running = start_run(tmp_path, script)
    printed, _ = running.communicate(timeout=60)
    assert running.returncode == 0, printed


def test_a_run_ended_by_a_signal_leaves_nothing_and_reports(tmp_path: Path) -> None:
    """With a process that has left the session of its stage."""
    pids = tmp_path / "pids"
    script = f"setsid sleep 1000 & echo $! > {pids}.part; mv {pids}.part {pids}; wait"
    running = start_run(tmp_path, script)
    wait_for(pids.exists)
    daemon = int(pids.read_text())
    assert _runs(daemon)
    running.send_signal(signal.SIGINT)
    printed, _ = running.communicate(timeout=60)
    assert not _runs(daemon)
    assert running.returncode == 1
    assert "FAILED one: did not run to its end: ended by SIGINT" in printed
    assert printed.splitlines()[-1] == "0 passed, 2 failed, 0 skipped"
    assert (tmp_path / "summary.txt").read_text() in printed


def _runs(pid: int) -> bool:
    return bool(job.descendants(pid, itself=True))
