# SPDX-License-Identifier: Apache-2.0

"""The driver's lease of a server: one TCP connection per node that decides who starts its server.

A worker connects and names its node. As soon as that node's server is ready, the driver replies
with it; if the node has none, it replies with an empty message, and the worker starts one. The
connection is then the server's lease: the worker passes it to the server's supervisor, which
reports the server over it. While it lasts, no other worker of the node starts a server; when the
driver closes it, or the driver's process ends, the server ends. A message is one line of JSON.
"""

from __future__ import annotations

import contextlib
import hmac
import json
import secrets
import socket
import threading
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from rapids_udfs.errors import TritonError

_MAX_MESSAGE = 4096
_KEEPALIVE = {
    "TCP_KEEPIDLE": 20,
    "TCP_KEEPINTVL": 5,
    "TCP_KEEPCNT": 3,
    "TCP_USER_TIMEOUT": 35_000,  # milliseconds without an acknowledgement
}


class Server(NamedTuple):
    """A running server."""

    host: str
    port: int
    pid: int
    """The process id of its supervisor."""


class Leases:
    """A port of the driver to which workers connect, and the servers that it holds."""

    def __init__(self, host: str, bind: str, port: int = 0) -> None:
        self.host = host
        self.secret = secrets.token_hex(16)
        self._listener = socket.create_server((bind, port))
        self.port: int = self._listener.getsockname()[1]
        self._changed = threading.Condition()
        # By node: a lease from the moment that a worker may start a server, and the ready server.
        self._leases: dict[str, socket.socket] = {}
        self._ready: dict[str, dict[str, Any]] = {}
        self._closed = False
        threading.Thread(target=self._accept, name="rapids-udfs-triton", daemon=True).start()

    @property
    def servers(self) -> list[Server]:
        """The servers that are ready."""
        with self._changed:
            return sorted(Server(s["host"], s["port"], s["pid"]) for s in self._ready.values())

    def close(self, seconds: float = 40.0) -> int:
        """Tell every server to stop and wait; return how many have not stopped in time."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            # Wakes up the thread that waits for connections.
            with contextlib.suppress(OSError):
                self._listener.shutdown(socket.SHUT_RDWR)
            self._listener.close()
            for lease in self._leases.values():
                with contextlib.suppress(OSError):
                    lease.shutdown(socket.SHUT_WR)
            self._changed.wait_for(lambda: not self._leases, seconds)
            return len(self._leases)

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection, connection.makefile("rb") as messages, contextlib.suppress(OSError):
            connection.settimeout(10)
            request = _receive(messages)
            if not hmac.compare_digest(str(request.get("secret")), self.secret):
                return
            _detect_lost_peer(connection)
            node = request["node"]
            with self._changed:
                # Another connection may be the lease of a server that is not ready yet.
                self._changed.wait_for(
                    lambda: self._closed or node in self._ready or node not in self._leases
                )
                if self._closed:
                    return
                server = self._ready.get(node, {})
                if not server:
                    self._leases[node] = connection
            try:
                send(connection, server)
                # Until the other end closes: a worker, or the supervisor that has the lease.
                while report := _receive(messages):
                    with self._changed:
                        self._ready[node] = report
                        self._changed.notify_all()
            finally:
                with self._changed:
                    if self._leases.get(node) is connection:
                        del self._leases[node]
                        self._ready.pop(node, None)
                        self._changed.notify_all()


def ask_driver(driver: tuple[str, int, str]) -> tuple[socket.socket, dict[str, Any]]:
    """Return a worker's connection to the driver, and its node's server.

    Waits while another worker starts one. If the server is empty, this worker is to start it, and
    the connection is its lease.
    """
    host, port, secret = driver
    try:
        connection = socket.create_connection((host, port), timeout=10)
        _detect_lost_peer(connection)  # no other limit: the worker that starts the server has one
        send(connection, {"secret": secret, "node": _node()})
        with connection.makefile() as messages:
            answer = messages.readline()
        if not answer:
            raise ConnectionError("it has released its servers")
    except OSError as e:
        raise TritonError(
            f"the driver does not answer at {host}:{port} ({e}): either the with block of "
            "TritonServers has ended, and the query must be collected within it; or executors "
            "cannot reach that port of the driver, and driver_host= and driver_port= must name "
            "one that they can"
        ) from None
    return connection, json.loads(answer)


def _node() -> str:
    """The identity of this process's loopback interface: processes that share it share a server."""
    boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="utf-8").strip()
    return f"{boot} {Path('/proc/self/ns/net').readlink()}"


def _detect_lost_peer(connection: socket.socket) -> None:
    """Make a connection wait without limit, but fail in about 35 s if the other machine is gone."""
    connection.settimeout(None)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in _KEEPALIVE.items():
        if hasattr(socket, option):
            connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)


def send(connection: socket.socket, message: dict[str, Any]) -> None:
    """Send a message."""
    connection.sendall(json.dumps(message).encode() + b"\n")


def _receive(messages: BinaryIO) -> dict[str, Any]:
    """The next message; empty if the connection has ended or the message is malformed."""
    try:
        message = json.loads(messages.readline(_MAX_MESSAGE))
    except (OSError, ValueError):
        return {}
    return message if isinstance(message, dict) else {}
