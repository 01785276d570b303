# SPDX-License-Identifier: Apache-2.0

"""The lease of a server: a TCP connection from its supervisor to the driver.

Over it, the supervisor reports the server. When the driver closes it, or the driver's process ends,
the server ends; when the supervisor closes it, the server has ended. The connection begins with the
driver's secret. A message is one line of JSON.
"""

from __future__ import annotations

import contextlib
import hmac
import json
import secrets
import socket
import threading
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
    """A port of the driver to which servers connect, and the servers that it holds."""

    def __init__(self, host: str, bind: str, port: int = 0) -> None:
        self.host = host
        self.secret = secrets.token_hex(16)
        self._listener = socket.create_server((bind, port))
        self.port: int = self._listener.getsockname()[1]
        self._changed = threading.Condition()
        self._held: dict[socket.socket, Server | None] = {}  # None until the server is ready
        self._closed = False
        threading.Thread(target=self._accept, name="rapids-udfs-triton", daemon=True).start()

    @property
    def servers(self) -> list[Server]:
        """The servers that are ready."""
        with self._changed:
            return sorted(filter(None, self._held.values()))

    def close(self, seconds: float = 40.0) -> int:
        """Tell every server to stop and wait; return how many have not stopped in time."""
        with self._changed:
            self._closed = True
            # Wakes up the thread that waits for connections.
            with contextlib.suppress(OSError):
                self._listener.shutdown(socket.SHUT_RDWR)
            self._listener.close()
            for lease in self._held:
                with contextlib.suppress(OSError):
                    lease.shutdown(socket.SHUT_WR)
            self._changed.wait_for(lambda: not self._held, seconds)
            return len(self._held)

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._listener.accept()
                threading.Thread(target=self._hold, args=(connection,), daemon=True).start()

    def _hold(self, lease: socket.socket) -> None:
        with lease, lease.makefile("rb") as messages, contextlib.suppress(OSError):
            lease.settimeout(10)
            if not hmac.compare_digest(str(_receive(messages).get("secret")), self.secret):
                return
            _detect_lost_peer(lease)
            with self._changed:
                if self._closed:
                    return
                self._held[lease] = None
            try:
                if report := _receive(messages):
                    with self._changed:
                        self._held[lease] = Server(**report)
                    with contextlib.suppress(OSError):  # if it has been told to stop
                        lease.sendall(b"\n")  # the supervisor waits until the server is listed
                    messages.read(1)  # until the other end closes
            finally:
                with self._changed:
                    del self._held[lease]
                    self._changed.notify_all()


def leased(driver: tuple[str, int, str]) -> socket.socket:
    """Return a new lease from the driver at a host and port with a secret."""
    host, port, secret = driver
    try:
        lease = socket.create_connection((host, port), timeout=10)
        _detect_lost_peer(lease)
        lease.sendall(json.dumps({"secret": secret}).encode() + b"\n")
    except OSError as e:
        raise TritonError(
            f"the driver does not answer at {host}:{port} ({e}): either the with block of "
            "TritonServers has ended, and the query must be collected within it; or executors "
            "cannot reach that port of the driver, and driver_host= and driver_port= must name "
            "one that they can"
        ) from None
    return lease


def _detect_lost_peer(connection: socket.socket) -> None:
    """Make a connection wait without limit, but fail in about 35 s if the other machine is gone."""
    connection.settimeout(None)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in _KEEPALIVE.items():
        if hasattr(socket, option):
            connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)


def _receive(messages: BinaryIO) -> dict[str, Any]:
    """The next message; empty if the connection has ended or the message is malformed."""
    try:
        message = json.loads(messages.readline(_MAX_MESSAGE))
    except (OSError, ValueError):
        return {}
    return message if isinstance(message, dict) else {}
