# SPDX-License-Identifier: Apache-2.0

"""The connection by which the driver holds a server."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from rapids_udfs.gpu.triton import TritonServers, supervisor
from rapids_udfs.gpu.triton.lease import Leases, Server


@pytest.fixture
def held() -> Iterator[Leases]:
    held = Leases("127.0.0.1", "127.0.0.1")
    yield held
    held.close(0)


def asks(held: Leases) -> socket.socket:
    """The connection of a worker that has asked for its node's server."""
    worker = socket.create_connection((held.host, held.port), timeout=5)
    worker.sendall(json.dumps({"secret": held.secret, "node": "n"}).encode() + b"\n")
    return worker


SERVER = {"host": "h", "port": 1, "pid": 2}


def test_one_worker_starts_the_nodes_server_and_the_others_get_it(held: Leases) -> None:
    with asks(held) as first:
        assert first.recv(100) == b"{}\n"
        with asks(held) as second:
            assert not supervisor.is_released(second, 0.2)
            assert held.servers == []
            first.sendall(json.dumps(SERVER).encode() + b"\n")
            assert json.loads(second.recv(100)) == SERVER
        assert held.servers == [Server(**SERVER)]
        assert not supervisor.is_released(first, 0.2)


def test_if_the_worker_that_starts_it_is_gone_the_next_one_does(held: Leases) -> None:
    with asks(held) as first:
        assert first.recv(100) == b"{}\n"
        second = asks(held)
        assert not supervisor.is_released(second, 0.2)
    with second:
        assert second.recv(100) == b"{}\n"


def test_the_end_of_the_driver_is_the_end(held: Leases) -> None:
    with asks(held) as lease:
        assert lease.recv(100) == b"{}\n"
        with asks(held) as waiting:
            assert not supervisor.is_released(waiting, 0.2)
            assert held.close(0.1) == 1
            assert supervisor.is_released(lease, 5)
            assert waiting.recv(100) == b""


def test_a_connection_that_is_reset_is_the_end() -> None:
    with socket.create_server(("127.0.0.1", 0)) as driver:
        lease = socket.create_connection(driver.getsockname())
        connection, _ = driver.accept()
        # Closed with SO_LINGER 0, a connection is reset.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        connection.close()
        assert supervisor.is_released(lease, 5)
        lease.close()


def test_a_server_that_does_not_end_fails_no_job(
    spark, held: Leases, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was asked of it is done; and what was shipped is taken back."""
    lease = asks(held)
    assert lease.recv(100) == b"{}\n"
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
