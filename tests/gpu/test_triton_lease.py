# SPDX-License-Identifier: Apache-2.0

"""The connections of a server: to the driver, which holds it, and from its node's workers."""

from __future__ import annotations

import json
import select
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from rapids_udfs.errors import TritonError
from rapids_udfs.gpu.triton import TritonServers, node
from rapids_udfs.gpu.triton.lease import Leases, Server, leased
from rapids_udfs.gpu.triton.spec import Spec


@pytest.fixture
def held() -> Iterator[Leases]:
    held = Leases("127.0.0.1", "127.0.0.1")
    yield held
    held.close(0)


def lease_of(held: Leases) -> socket.socket:
    return leased((held.host, held.port, held.secret))


def reported(held: Leases) -> socket.socket:
    """The lease of a server that the driver lists."""
    lease = lease_of(held)
    lease.sendall(json.dumps(SERVER).encode() + b"\n")
    assert lease.recv(10) == b"\n"
    return lease


def is_released(lease: socket.socket, seconds: float = 0.2) -> bool:
    return bool(select.select([lease], [], [], seconds)[0])


SERVER = {"host": "h", "port": 1, "pid": 2}


def test_the_driver_lists_a_server_until_it_ends(held: Leases) -> None:
    with lease_of(held) as starting:
        assert not is_released(starting)
        assert held.servers == []
    with reported(held) as lease:
        assert held.servers == [Server(**SERVER)]
        assert not is_released(lease)
    assert held.close() == 0
    assert held.servers == []


def test_the_end_of_the_driver_is_the_end(held: Leases) -> None:
    with reported(held) as lease:
        assert held.close(0.1) == 1
        assert is_released(lease, 5)
        with pytest.raises(TritonError, match="the driver does not answer at 127"):
            lease_of(held)


def test_a_connection_that_is_reset_is_the_end() -> None:
    with socket.create_server(("127.0.0.1", 0)) as driver:
        lease = socket.create_connection(driver.getsockname())
        connection, _ = driver.accept()
        # Closed with SO_LINGER 0, a connection is reset.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        connection.close()
        assert is_released(lease, 5)
        lease.close()


def spec_of(id: str) -> Spec:
    return Spec(id, "m", (), (), 1, 0, None, (), None, 1, 1, False)


class TestOnANode:
    def test_one_process_starts_the_server_and_the_others_get_it(self) -> None:
        spec = spec_of("one")
        with node.claim(spec) as listener, ThreadPoolExecutor() as pool:
            assert node.claim(spec) is None
            asked = pool.submit(node.ask, spec)
            with listener.accept()[0] as worker:
                assert not asked.done()
                worker.sendall(json.dumps({"port": 1, "device": ["cpu", None, ""]}).encode())
            assert asked.result()["port"] == 1

    def test_if_the_process_that_starts_it_is_gone_the_next_one_does(self) -> None:
        spec = spec_of("gone")
        listener = node.claim(spec)
        with ThreadPoolExecutor() as pool:
            asked = pool.submit(node.ask, spec)
            assert is_released(listener, 5)  # it waits
            listener.close()
            assert asked.result() == {}
        with node.claim(spec):
            pass
        assert node.ask(spec) == {}

    def test_another_users_socket_is_an_error(self, monkeypatch: pytest.MonkeyPatch) -> None:
        spec = spec_of("other")
        with node.claim(spec):
            user = node.os.getuid()
            monkeypatch.setattr(node.os, "getuid", lambda: user + 1)
            assert "another user of this node" in node.ask(spec)["error"]


def test_a_server_that_does_not_end_fails_no_job(
    spark, held: Leases, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was asked of it is done; and what was shipped is taken back."""
    lease = reported(held)
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
