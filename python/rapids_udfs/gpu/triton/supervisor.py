# SPDX-License-Identifier: Apache-2.0

"""Runs a server, and ends it when the driver says so, the driver is gone, or its owner is.

A script that needs only the standard library: it is copied to the node and runs there beside its
configuration. Whichever of the three processes (this, the server's Python, Triton) is killed, the
others end too: this one collects its orphans, and the server's Python ends with this one.
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
from pathlib import Path
from typing import Any

_TICK_S = 0.2
_GRACE_S = 12.0
_HELLO_S = 60.0
"""A driver may pause this long: to collect garbage, for instance."""
_ANSWER_S = 10.0
_LOG_LINES = 30
_KEEPALIVE = {
    "TCP_KEEPIDLE": 20,
    "TCP_KEEPINTVL": 5,
    "TCP_KEEPCNT": 3,
    "TCP_USER_TIMEOUT": 35_000,  # milliseconds without an acknowledgement
}
_OF_ANOTHER_PYTHON = ("PYTHONPATH", "PYTHONHOME")
"""Spark sets these for its workers; the server's Python has packages of its own."""
_PR_SET_CHILD_SUBREAPER = 36


class Lease:
    """The connection by which the driver holds this server; its end is the server's."""

    def __init__(self, host: str, port: int, hello: dict[str, Any]) -> None:
        self._socket = socket.create_connection((host, port), timeout=10)
        end_with_the_machine(self._socket)
        self._socket.settimeout(_HELLO_S)
        self.tell(hello)
        self._socket.settimeout(_ANSWER_S)

    def tell(self, what: dict[str, Any]) -> None:
        """Send a message to the driver, and wait a while for its acknowledgement."""
        self._socket.sendall(json.dumps(what).encode() + b"\n")
        if self._socket.recv(3) != b"ok\n":
            raise ConnectionError("it refused")

    def over(self, seconds: float) -> bool:
        """Wait this long; return whether the driver has released the server or is gone."""
        try:
            readable, _, _ = select.select([self._socket], [], [], seconds)
            # Data from the driver is an acknowledgement that comes late.
            return bool(readable) and not self._socket.recv(64)
        except InterruptedError:
            return False
        except OSError:
            return True

    def close(self) -> None:
        """Tell the driver that the server has ended."""
        self._socket.close()


def end_with_the_machine(connection: socket.socket) -> None:
    """Make a connection end within about 35 s if the machine at its other end is gone."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in _KEEPALIVE.items():
        if hasattr(socket, option):
            connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)


def started_at(pid: int) -> str | None:
    """The start time of a process in the kernel's ticks; None if there is no such process."""
    fields = stat_of(pid)
    return None if fields is None or fields[0] in "ZX" else fields[19]


def stat_of(pid: int) -> list[str] | None:
    """The kernel's fields of a process from its state on, after the name, which may have blanks."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    return text.rpartition(")")[2].split()


def descendants(of: int) -> list[int]:
    """The descendants of a process."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and (fields := stat_of(int(entry.name))) is not None:
            parents[int(entry.name)] = int(fields[1])
    found, new = [], [of]
    while new:
        new = [pid for pid, parent in parents.items() if parent in new]
        found += new
    return found


def main(run: Path) -> int:
    """Run the server of a folder to its end.

    It inherits a locked file: the lock lasts as long as this process, however it ends.
    """
    config = json.loads((run / "config.json").read_text(encoding="utf-8"))
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    told: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda received, _: told.append(received))

    host, port, secret = config["lease"]
    me = {"secret": secret, "host": socket.gethostname(), "pid": os.getpid()}
    try:
        lease = Lease(host, port, me)
    except OSError as e:
        _write(run / "failed.json", {"closed": str(e)})
        return 1
    owner = int(config["owner"])
    began = started_at(owner)
    inherited = {k: v for k, v in os.environ.items() if k not in _OF_ANOTHER_PYTHON}
    with (run / "log.txt").open("wb") as log:
        server = subprocess.Popen(
            [config["python"], str(run / "server.py"), str(run), str(os.getpid())],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            env={**inherited, **config["env"]},
        )
    over = False
    while not (told or over or server.poll() is not None):
        if began is None or started_at(owner) != began:
            break
        over = lease.over(_TICK_S)
        if not over and (run / "serves.json").exists():
            with contextlib.suppress(OSError):
                lease.tell(json.loads((run / "serves.json").read_text(encoding="utf-8")))
            (run / "serves.json").replace(run / "ready.json")
    failed = run / "failed.json"
    if not (told or over) and server.poll() is not None and not failed.exists():
        _write(failed, {"status": server.returncode, "log": tail(run / "log.txt")})
    _end(server)
    # Once the driver is gone, no server starts here again: remove everything, the lock included.
    if over or lease.over(1.0):
        shutil.rmtree(run.parent, ignore_errors=True)
    elif not failed.exists():
        shutil.rmtree(run, ignore_errors=True)
    lease.close()
    return 0


def _end(server: subprocess.Popen[bytes]) -> None:
    if server.poll() is None:
        server.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.wait(_GRACE_S)
    deadline = time.monotonic() + _GRACE_S
    while (left := descendants(os.getpid())) and time.monotonic() < deadline:
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.02)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def tail(log: Path) -> str:
    """The last lines of a log; empty without one."""
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines() if log.exists() else []
    return "\n".join(lines[-_LOG_LINES:])


def _write(path: Path, what: dict[str, Any]) -> None:
    """Write atomically: a reader never sees a part."""
    part = path.with_suffix(".part")
    part.write_text(json.dumps(what), encoding="utf-8")
    part.replace(path)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
