# SPDX-License-Identifier: Apache-2.0

"""Runs a server, and ends it when the driver says so, the driver is gone, or its owner is.

A script: it is copied to the node and runs there beside its configuration, by the workers' Python.
Whichever of the three processes (this, the server's Python, Triton) is killed, the others end too:
this one adopts orphans, and the server's Python ends with this one.

It writes one line, and closes its output, once the server is ready or cannot be: an empty object,
or what failed.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

import psutil

_TICK_S = 0.2
_GRACE_S = 12.0
_LOG_LINES = 30
_OF_ANOTHER_PYTHON = ("PYTHONPATH", "PYTHONHOME")
"""Spark sets these for its workers; the server's Python has packages of its own."""
_PR_SET_CHILD_SUBREAPER = 36


def is_alive(process: psutil.Process) -> bool:
    """Return whether this very process runs: no other of its id, and no zombie."""
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def is_over(lease: socket.socket, seconds: float = 0) -> bool:
    """Wait this long; return whether the driver has released the server or is gone."""
    # The driver sends nothing more: what can be read is the end, or an error.
    return bool(select.select([lease], [], [], seconds)[0])


def main(run: Path, lease: socket.socket) -> None:
    """Run the server of a folder to its end."""
    config = json.loads((run / "config.json").read_text(encoding="utf-8"))
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    signals: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda received, _: signals.append(received))
    owner = psutil.Process(config["owner"])

    def over() -> bool:
        return is_over(lease, _TICK_S) or bool(signals) or not is_alive(owner)

    news, write = os.pipe()
    with (run / "log.txt").open("ab") as log:
        inherited = {k: v for k, v in os.environ.items() if k not in _OF_ANOTHER_PYTHON}
        server = subprocess.Popen(
            [config["python"], *map(str, (run / "server.py", run, os.getpid(), write))],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            env={**inherited, **config["env"]},
            pass_fds=[write],
        )
    os.close(write)
    with os.fdopen(news, "rb") as lines:
        failure = _until_ready(server, lines, config["start_timeout"], over)
    if failure:
        _say({"log": tail(run / "log.txt"), **failure})
    else:
        me = {"host": socket.gethostname(), "pid": os.getpid()}
        told = {**me, "port": config["port"], "device": config["device"]}
        with contextlib.suppress(OSError):
            lease.sendall(json.dumps(told).encode() + b"\n")
        _say({})
        while server.poll() is None and not over():
            pass
    _end(server)
    shutil.rmtree(run, ignore_errors=True)
    lease.close()


def _until_ready(
    server: subprocess.Popen[bytes], news: BinaryIO, seconds: float, over: Callable[[], bool]
) -> dict[str, Any]:
    """Wait for the server, and return what failed; empty if it is ready."""
    deadline = time.monotonic() + seconds
    while not select.select([news], [], [], 0)[0]:
        if over():
            return {"closed": "it has released its servers"}
        if time.monotonic() > deadline:
            return {"why": f"not ready after {seconds:g} s; allow more with start_timeout="}
    if told := news.readline():
        found: dict[str, Any] = json.loads(told)
        return found
    return {"why": f"it ended with status {server.wait()}"}


def _say(what: dict[str, Any]) -> None:
    """Tell the worker that waits for the server; it may be gone."""
    with contextlib.suppress(BrokenPipeError):
        os.write(sys.stdout.fileno(), json.dumps(what).encode())
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _end(server: subprocess.Popen[bytes]) -> None:
    server.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        server.wait(_GRACE_S)
    deadline = time.monotonic() + _GRACE_S
    while (left := psutil.Process().children(recursive=True)) and time.monotonic() < deadline:
        for process in left:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(left, timeout=0.1)


def tail(log: Path) -> str:
    """The last lines of a log."""
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    return "\n".join(lines[-_LOG_LINES:])


if __name__ == "__main__":
    main(Path(sys.argv[1]), socket.socket(fileno=int(sys.argv[2])))
