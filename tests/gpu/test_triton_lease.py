"""The connection by which the driver holds a server."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest

from rapids_udfs.gpu.triton import supervisor


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
