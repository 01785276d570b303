# SPDX-License-Identifier: Apache-2.0

"""The connection by which the driver holds a server."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from rapids_udfs.gpu.triton import TritonServers, supervisor
from rapids_udfs.gpu.triton.lease import Leases


@pytest.fixture
def driver() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener


def held(driver: socket.socket) -> tuple[supervisor.Lease, socket.socket]:
    accepted = []

    def greet() -> None:
        connection, _ = driver.accept()
        connection.recv(100)
        connection.sendall(b"ok\n")
        accepted.append(connection)

    greeter = threading.Thread(target=greet)
    greeter.start()
    lease = supervisor.Lease(*driver.getsockname(), {"secret": "s"})
    greeter.join()
    return lease, accepted[0]


def test_a_driver_that_pauses_keeps_its_server(
    driver: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "_ANSWER_S", 0.2)
    lease, connection = held(driver)
    with connection:
        with pytest.raises(TimeoutError):
            lease.tell({"port": 1})
        assert not lease.over(0.1)
        connection.sendall(b"ok\n")
        assert not lease.over(5)
    assert lease.over(5)
    lease.close()


def test_a_connection_that_is_reset_is_the_end(driver: socket.socket) -> None:
    lease, connection = held(driver)
    # Closed with SO_LINGER 0, a connection is reset.
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    connection.close()
    assert lease.over(5)
    lease.close()


def test_a_server_that_does_not_end_fails_no_job(spark, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was asked of it is done; and what was shipped is taken back."""
    held = Leases("127.0.0.1", "127.0.0.1")
    lease = supervisor.Lease(held.host, held.port, {"secret": held.secret, "host": "n", "pid": 1})
    end = held.close
    monkeypatch.setattr(held, "close", lambda: end(0.1))
    io: dict[str, Any] = {"inputs": {"x": "float64"}, "outputs": {"y": "float64"}}
    servers = TritonServers(spark, lambda: None, **io, requirements=[])
    shipped = spark.sparkContext.broadcast({})
    servers._leases, servers._shipped = held, shipped
    taken_back = []
    monkeypatch.setattr(shipped, "unpersist", lambda: taken_back.append(True))
    with pytest.warns(RuntimeWarning, match="1 Triton servers had not ended after 40 s"):
        servers.close()
    assert taken_back == [True]
    lease.close()
