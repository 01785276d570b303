# SPDX-License-Identifier: Apache-2.0

"""The driver's end: it knows each node's server, lets one be started, and holds it while it runs.

A worker connects and names its node. It is told where the node's server is, as soon as that is
ready; or, if the node has none, to start one. Then its connection is the server's lease: the worker
hands it to the server's supervisor, which reports over it. While it lasts nobody else starts a
server there, and when the driver closes it, or its process ends, the server ends.
"""

from __future__ import annotations

import contextlib
import hmac
import json
import secrets
import socket
import threading
from typing import Any, NamedTuple

_LONGEST_LINE = 4096
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
        # By node, from the moment that a worker may start a server; and once that is ready.
        self._held: dict[str, socket.socket] = {}
        self._ready: dict[str, dict[str, Any]] = {}
        self._closed = False
        threading.Thread(target=self._accept, name="rapids-udfs-triton", daemon=True).start()

    @property
    def servers(self) -> list[Server]:
        """The servers that are ready."""
        with self._changed:
            ready = self._ready.values()
            return sorted(Server(of["host"], of["port"], of["pid"]) for of in ready)

    def close(self, seconds: float = 40.0) -> int:
        """Tell every server to stop and wait; return the number that had not stopped by then."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            # Wakes up the thread that waits for connections.
            with contextlib.suppress(OSError):
                self._listener.shutdown(socket.SHUT_RDWR)
            self._listener.close()
            for connection in self._held.values():
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_WR)
            self._changed.wait_for(lambda: not self._held, seconds)
            return len(self._held)

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._talk, args=(connection,), daemon=True).start()

    def _talk(self, connection: socket.socket) -> None:
        with connection, connection.makefile("rb") as lines, contextlib.suppress(OSError):
            connection.settimeout(10)
            hello = _line(lines)
            if not hmac.compare_digest(str(hello.get("secret")), self.secret):
                return
            connection.settimeout(None)
            end_with_the_machine(connection)
            if (ready := self._ready_or_held(hello["node"], connection)) is None:
                return
            try:
                connection.sendall(json.dumps(ready).encode() + b"\n")
                # Of the worker that starts the server, then of its supervisor; empty at the end.
                while told := _line(lines):
                    with self._changed:
                        self._ready[hello["node"]] = told
                        self._changed.notify_all()
            finally:
                self._release(hello["node"], connection)

    def _ready_or_held(self, node: str, connection: socket.socket) -> dict[str, Any] | None:
        """The node's server; empty if this connection now holds the node; None if it is too late.

        Waits while another connection holds the node without a server that is ready.
        """
        with self._changed:
            self._changed.wait_for(
                lambda: self._closed or node in self._ready or node not in self._held
            )
            if self._closed:
                return None
            if node not in self._ready:
                self._held[node] = connection
            return self._ready.get(node, {})

    def _release(self, node: str, connection: socket.socket) -> None:
        with self._changed:
            if self._held.get(node) is connection:
                del self._held[node]
                self._ready.pop(node, None)
                self._changed.notify_all()


def end_with_the_machine(connection: socket.socket) -> None:
    """Make a connection end within about 35 s if the machine at its other end is gone."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in _KEEPALIVE.items():
        if hasattr(socket, option):
            connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)


def _line(lines: Any) -> dict[str, Any]:
    """The next message; empty if the connection has ended or the message is malformed."""
    try:
        found = json.loads(lines.readline(_LONGEST_LINE))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
