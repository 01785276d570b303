# SPDX-License-Identifier: Apache-2.0

"""The driver's end of the servers' connections, which hold the servers and release them."""

from __future__ import annotations

import contextlib
import hmac
import json
import secrets
import socket
import threading
import time
from typing import Any, NamedTuple

from rapids_udfs.gpu.triton.supervisor import end_with_the_machine

_HELLO_LIMIT = 4096


class Server(NamedTuple):
    """A running server."""

    host: str
    port: int
    pid: int
    """The process id of its supervisor."""


class Leases:
    """A port of the driver to which each server's supervisor connects, and stays connected.

    When the driver's process ends, for whatever reason, the kernel closes the connections and the
    servers end.
    """

    def __init__(self, host: str, bind: str, port: int = 0) -> None:
        self.host = host
        self.secret = secrets.token_hex(16)
        self._listener = socket.create_server((bind, port))
        self.port: int = self._listener.getsockname()[1]
        self._lock = threading.Lock()
        self._held: dict[socket.socket, Server | None] = {}
        self._closed = False
        threading.Thread(target=self._accept, name="rapids-udfs-triton", daemon=True).start()

    @property
    def servers(self) -> list[Server]:
        """The servers that are ready."""
        with self._lock:
            return sorted(server for server in self._held.values() if server is not None)

    def close(self, seconds: float = 40.0) -> int:
        """Tell every server to stop and wait; return the number that had not stopped by then."""
        with self._lock:
            self._closed = True
            held = list(self._held)
        # Wakes up the thread that waits for connections.
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for connection in held:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_WR)
        deadline = time.monotonic() + seconds
        while self._held and time.monotonic() < deadline:
            time.sleep(0.02)
        return len(self._held)

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._hold, args=(connection,), daemon=True).start()

    def _hold(self, connection: socket.socket) -> None:
        with connection, connection.makefile("rb") as lines:
            connection.settimeout(10)
            hello = _line(lines)
            if not hmac.compare_digest(str(hello.get("secret")), self.secret):
                return
            connection.settimeout(None)
            end_with_the_machine(connection)
            with self._lock:
                if self._closed:
                    return
                self._held[connection] = None
            # A connection that ends has ended the server.
            try:
                connection.sendall(b"ok\n")
                while told := _line(lines):
                    server = Server(str(hello["host"]), int(told["port"]), int(hello["pid"]))
                    with self._lock:
                        self._held[connection] = server
                    connection.sendall(b"ok\n")
            except OSError:
                pass
            finally:
                with self._lock:
                    del self._held[connection]


def _line(lines: Any) -> dict[str, Any]:
    """The next message; empty if the connection has ended or the message is malformed."""
    try:
        found = json.loads(lines.readline(_HELLO_LIMIT))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
