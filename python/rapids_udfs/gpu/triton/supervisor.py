# SPDX-License-Identifier: Apache-2.0

"""Runs a server, and ends it when the driver releases it, or the driver or its owner is gone.

A script: it is copied to the node's folder of the server and run there by the workers' Python. If
any of the three processes (this, the server's Python, Triton) is killed, the others end too: this
one adopts orphans, and the server's Python ends with this one.

It accepts the connections of this node's workers, and replies with a line of JSON once the server
is ready or has failed: its port and device, or the ``error``.
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
_OTHER_PYTHON = ("PYTHONPATH", "PYTHONHOME")
"""Spark sets these for its workers; the server's Python has other packages."""
_PR_SET_CHILD_SUBREAPER = 36


def is_alive(process: psutil.Process) -> bool:
    """Return whether this very process runs: not another one of its id, and no zombie."""
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def main(run: Path, lease: socket.socket, listener: socket.socket) -> None:
    """Run the server of a folder to its end, then remove the folder."""
    config = json.loads((run / "config.json").read_text(encoding="utf-8"))
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    signals: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda received, _: signals.append(received))
    owner = psutil.Process(config["owner"])
    workers: list[socket.socket] = []

    def must_end() -> bool:
        """Wait a moment for workers; return whether the driver, the owner or a signal ends it."""
        readable, _, _ = select.select([lease, listener], [], [], _TICK_S)
        while select.select([listener], [], [], 0)[0]:
            workers.append(listener.accept()[0])
        # The driver sends nothing more: a lease becomes readable by its end or an error.
        return lease in readable or bool(signals) or not is_alive(owner)

    read, write = os.pipe()
    with (run / "log.txt").open("ab") as log:
        inherited = {k: v for k, v in os.environ.items() if k not in _OTHER_PYTHON}
        server = subprocess.Popen(
            [config["python"], *map(str, (run / "server.py", run, os.getpid(), write))],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            env={**inherited, **config["env"]},
            pass_fds=[write],
        )
    os.close(write)
    with os.fdopen(read, "rb") as result:
        why = _why_silent(result, config["start_timeout"], must_end)
        line = b"" if why else result.readline()
    if line:
        outcome: dict[str, Any] = json.loads(line)
    else:
        why = why or f"it ended with status {server.wait()}"
        lines = (run / "log.txt").read_text(encoding="utf-8", errors="replace").splitlines()
        tail = "\n".join(["", "Its log ends with:", *lines[-_LOG_LINES:]] if lines else [])
        outcome = {"error": f"the Triton server did not start: {why}{tail}"}
    is_ready = "error" not in outcome
    if is_ready:
        report = {"host": socket.gethostname(), "port": outcome["port"], "pid": os.getpid()}
        with contextlib.suppress(OSError):
            lease.sendall(json.dumps(report).encode() + b"\n")
            lease.recv(1)  # the driver has received it
    reply = json.dumps({**outcome, "device": config["device"]}).encode() + b"\n"
    ends = False
    while not ends:
        ends = must_end() or not is_ready or server.poll() is not None
        while workers:
            with workers.pop() as worker, contextlib.suppress(OSError):  # it may be gone
                worker.sendall(reply)
    _end(server)
    shutil.rmtree(run, ignore_errors=True)
    lease.close()


def _why_silent(result: BinaryIO, seconds: float, must_end: Callable[[], bool]) -> str:
    """Wait for the server to report or end; return why it does neither, or an empty string."""
    deadline = time.monotonic() + seconds
    had_triton = False
    while not select.select([result], [], [], 0)[0]:
        if must_end():
            return "it was stopped: the driver has released it, or its owner has ended"
        if time.monotonic() > deadline:
            return f"not ready after {seconds:g} s; allow more with start_timeout="
        has_triton = any(map(_is_triton, psutil.Process().children(recursive=True)))
        if had_triton and not has_triton:
            return "Triton ended before it was ready"  # its Python may never notice
        had_triton = has_triton
    return ""


def _is_triton(process: psutil.Process) -> bool:
    with contextlib.suppress(psutil.NoSuchProcess):
        return process.name() == "tritonserver" and is_alive(process)
    return False


def _end(server: subprocess.Popen[bytes]) -> None:
    """End the server and every process that it started, gently at first."""
    server.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        server.wait(_GRACE_S)
    deadline = time.monotonic() + _GRACE_S
    while (left := psutil.Process().children(recursive=True)) and time.monotonic() < deadline:
        for process in left:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(left, timeout=0.1)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *(socket.socket(fileno=int(number)) for number in sys.argv[2:]))
