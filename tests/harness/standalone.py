# SPDX-License-Identifier: Apache-2.0

"""A standalone Spark cluster on this machine: a master and workers in separate processes."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path

import pyspark

_SPARK_CLASS = Path(pyspark.__path__[0], "bin", "spark-class")
_DEPLOY = "org.apache.spark.deploy"
_LIMIT_S = 60.0
_GRACE_S = 20.0


@contextmanager
def cluster(
    folder: Path,
    environment: Mapping[str, str],
    workers: int = 2,
    of_worker: Sequence[Mapping[str, str]] = (),
) -> Iterator[str]:
    """Run a master and workers of one core each on free loopback ports; yield the master's URL.

    ``of_worker`` has more variables for the first worker, the second, and so on. At the end of the
    block, all processes have ended, including the executors.
    """
    env = {
        **environment,
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_LOCAL_DIRS": str(folder / "local"),
        "SPARK_DAEMON_MEMORY": "256m",
    }
    anywhere = ["--host", "127.0.0.1", "--port", "0", "--webui-port", "0"]
    running: list[subprocess.Popen[bytes]] = []
    try:
        log = folder / "master.log"
        running.append(_daemon([f"{_DEPLOY}.master.Master", *anywhere], log, env))
        url = _wait_for(log, r"Starting Spark master at (spark://\S+)")
        logs = [folder / f"worker-{number}.log" for number in range(workers)]
        for log, more in zip_longest(logs, of_worker, fillvalue={}):
            size = ["--cores", "1", "--memory", "1500m", "--work-dir", str(log.with_suffix(""))]
            command = [f"{_DEPLOY}.worker.Worker", *anywhere, *size, url]
            running.append(_daemon(command, log, {**env, **more}))
        for log in logs:
            _wait_for(log, r"(Successfully registered with master)")
        yield url
    finally:
        _end(running)


@contextmanager
def daemon(
    command: list[str], log: Path, environment: Mapping[str, str], pattern: str
) -> Iterator[str]:
    """Run a Spark daemon in the block; yield the pattern's group in its log.

    ``command`` begins with the daemon's class.
    """
    env = {**environment, "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_DAEMON_MEMORY": "512m"}
    running = [_daemon(command, log, env)]
    try:
        yield _wait_for(log, pattern)
    finally:
        _end(running)


def _daemon(command: list[str], log: Path, env: Mapping[str, str]) -> subprocess.Popen[bytes]:
    with log.open("wb") as sink:
        return subprocess.Popen(
            [str(_SPARK_CLASS), *command],
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
            env={**env},
            # A separate process group, which includes the executors that a worker starts.
            start_new_session=True,
        )


def _end(daemons: Sequence[subprocess.Popen[bytes]]) -> None:
    """End all daemons at the same time, because ending takes seconds."""
    for process in daemons:
        process.terminate()  # a worker ends its executors first
    deadline = time.monotonic() + _GRACE_S
    for process in daemons:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(max(0.0, deadline - time.monotonic()))
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _wait_for(log: Path, pattern: str) -> str:
    """Wait for a pattern in a log; return its group."""
    deadline = time.monotonic() + _LIMIT_S
    while time.monotonic() < deadline:
        text = log.read_text(encoding="utf-8", errors="replace")
        if match := re.search(pattern, text):
            return match[1]
        time.sleep(0.1)
    raise TimeoutError(f"no line like '{pattern}' in {_LIMIT_S:.0f} s in {log}:\n{text[-4000:]}")
