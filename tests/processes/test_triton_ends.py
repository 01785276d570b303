# SPDX-License-Identifier: Apache-2.0

"""The start and the end of Triton servers: on a cluster, with a killed driver, failed starts."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pyspark
import pytest
from pyspark.sql import types as T

from harness import triton
from harness.own_process import surroundings
from harness.standalone import cluster
from rapids_udfs.errors import GpuNotFoundError, TritonError
from rapids_udfs.gpu.triton import TritonServers, environment, node, server, servers
from rapids_udfs.gpu.triton.client import infer
from rapids_udfs.gpu.triton.lease import Leases
from rapids_udfs.gpu.triton.spec import Spec, check_return_type, declared

# Starting and ending servers takes long.
pytestmark = pytest.mark.skipif(
    pyspark.__version__.startswith("3."),
    reason="nothing in how servers end depends on the Spark line: run with the main one only",
)
SCRIPTS = Path(__file__).parent / "scripts"
MODEL: dict[str, Any] = {"inputs": {"x": "float64"}, "outputs": {"y": "float64"}}


def make_double() -> Callable[..., Any]:
    return lambda x: 2 * x


def make_lengths() -> Callable[..., Any]:
    return lambda x: np.full(len(x), len(x))


def make_devices_seen() -> Callable[..., Any]:
    """Return a model that returns the maximum number of devices that CUDA shows it."""
    seen = len(list(filter(None, os.environ["CUDA_VISIBLE_DEVICES"].split(","))))
    return lambda x: np.full(len(x), seen)


def test_on_a_cluster(tmp_path: Path) -> None:
    """Two executors are on one node and so share a server."""
    report, log = tmp_path / "report.json", tmp_path / "log.txt"
    with cluster(tmp_path, surroundings()) as url, log.open("wb") as sink:
        script = [str(SCRIPTS / "triton_on_executors.py"), str(report), url, triton.interpreter()]
        driver = subprocess.Popen(
            [sys.executable, *script],
            env=surroundings(),
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            facts = reported(report, driver, log)
            of = triton.processes(facts["waits"])
            assert len(of) >= 4
            assert Path(facts["folder"]).is_dir()
            os.kill(driver.pid, signal.SIGKILL)
            driver.wait()
            triton.wait_for_end(of)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(driver.pid, signal.SIGKILL)
    # Stage-level scheduling gave every executor one task.
    assert len(set(facts["owners"])) == len(facts["owners"]) == 2
    assert facts["same"]
    assert facts["servers"] == 1
    assert facts["loads"] == 1
    assert facts["workers"] >= 2
    # The server ended with the executor that had started it, and the other executor started one.
    assert facts["killed"] in facts["owners"]
    assert facts["gone_with_owner"]
    assert facts["same_after_loss"]
    assert facts["loads_after_loss"] == 2
    assert not Path(facts["folder"]).exists()


def reported(report: Path, driver: subprocess.Popen[bytes], log: Path) -> dict[str, Any]:
    """Wait for the driver's report, and return it."""
    deadline = time.monotonic() + 300
    while not report.exists():
        assert driver.poll() is None, log.read_text(encoding="utf-8", errors="replace")[-4000:]
        assert time.monotonic() < deadline, log.read_text(errors="replace")[-4000:]
        time.sleep(0.1)
    return json.loads(report.read_text(encoding="utf-8"))


class TestStartsThatFail:
    @staticmethod
    def fails(error: type[Exception], text: str, spark: Any, load: Any, **options: Any) -> None:
        servers = TritonServers(spark, load, **(MODEL | options))
        with pytest.raises(error, match=text), servers:
            pass
        assert servers.servers == []
        assert triton.folders(servers) == []

    def test_a_model_that_cannot_be_loaded(self, spark) -> None:
        def load() -> Callable[..., Any]:
            raise FileNotFoundError("weights.onnx")

        text = r"model_fn raised FileNotFoundError: weights.onnx\nTrace"
        self.fails(TritonError, text, spark, load, python=triton.interpreter())

    def test_a_model_that_is_not_a_function(self, spark) -> None:
        text = r"model_fn\(\) returned 3, which cannot be called"
        self.fails(TritonError, text, spark, lambda: 3, python=triton.interpreter())

    def test_without_the_required_gpu(self, spark) -> None:
        options = {"use_gpu": True, "python": triton.interpreter()}
        self.fails(GpuNotFoundError, "this worker has no GPU", spark, make_double, **options)

    def test_a_port_that_is_taken(self, spark) -> None:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            text = f"port {port} is taken"
            options = {"port": port, "python": triton.interpreter()}
            self.fails(TritonError, text, spark, make_double, **options)

    def test_a_port_of_the_driver_that_is_taken(self, spark) -> None:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            text = rf"cannot listen on 127.0.0.1, port {port}: .*driver_port="
            options = {"driver_port": port, "python": triton.interpreter()}
            self.fails(TritonError, text, spark, make_double, **options)

    @pytest.mark.parametrize(
        ("does", "timeout", "error"),
        [
            ("echo no libfoo.so; exit 3", 60, r"(?s)ended with status 3.*no libfoo"),
            ("sleep 60", 0.5, r"not ready after 0.5 s; allow more with start_timeout="),
        ],
    )
    def test_a_server_that_does_not_start(
        self, spark, tmp_path: Path, does: str, timeout: float, error: str
    ) -> None:
        options = {"python": fake(tmp_path, does=does), "start_timeout": timeout}
        self.fails(TritonError, error, spark, make_double, **options)


class TestOnANode:
    """Servers that start as on a node, but without Spark."""

    @pytest.fixture
    def leases(self) -> Iterator[Leases]:
        held = Leases("127.0.0.1", "127.0.0.1")
        yield held
        assert held.close() == 0

    def spec(self, leases: Leases, **options: Any) -> Spec:
        plain = Spec(
            id=secrets.token_hex(4),
            name="rows",
            inputs=declared("inputs", {"x": "float64"}),
            outputs=declared("outputs", {"n": "int64"}),
            max_batch_size=64,
            queue_delay_us=500_000,
            python=triton.interpreter(),
            requirements=(),
            port=None,
            start_timeout=120,
            request_timeout=60,
            driver=(leases.host, leases.port, leases.secret),
            use_gpu=False,
        )
        return plain._replace(**options)

    def test_nobody_else_gets_the_chosen_port(self) -> None:
        with server.reserved_port(None) as reserved, server.reserved_port(None) as other:
            address = reserved.getsockname()
            assert address != other.getsockname()
            with socket.socket() as stranger, pytest.raises(OSError, match="in use"):
                stranger.bind(address)
            # Triton sets SO_REUSEADDR, as this does.
            with socket.create_server(address), pytest.raises(OSError, match="in use"):
                server.reserved_port(address[1])

    def test_batched_requests(self, leases: Leases) -> None:
        spec = self.spec(leases)
        running, new = node.ensure(spec, lambda: servers._files(make_lengths))
        assert new
        assert node.ensure(spec, dict) == (running, False)
        assert [server.port for server in leases.servers] == [running.port]

        def ask(rows: int) -> list[int]:
            batch = [np.arange(float(rows))]
            answer = infer(spec, running.port, batch)
            return answer["n"].tolist()

        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(ask, [5, 6, 7, 8]))
        # Every request gets its own rows, and the model received several requests at once.
        assert [len(rows) for rows in answers] == [5, 6, 7, 8]
        assert max(max(rows) for rows in answers) > 8
        with pytest.raises(TritonError, match=r"refused the batch \(400\).*must be <= 64"):
            ask(65)

    def test_a_server_has_its_own_packages_and_the_chosen_device(
        self, leases: Leases, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "numpy.py").write_text("raise ImportError('of another Python')")
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "3")
        spec = self.spec(leases)
        running, _ = node.ensure(spec, lambda: servers._files(make_devices_seen))
        batch = [np.arange(2.0)]
        answer = infer(spec, running.port, batch)
        assert answer["n"].tolist() == [0, 0]

    def test_a_worker_that_is_killed_during_a_start(
        self, leases: Leases, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The next worker waits for that server and does not start another."""
        spec = self.spec(leases)
        us = os.getpid()
        monkeypatch.setattr(node, "_owner", lambda: us)
        worker = os.fork()
        if worker == 0:
            start = node._supervisor

            def started_and_killed(*arguments: Any) -> None:
                start(*arguments)
                os.kill(os.getpid(), signal.SIGKILL)

            node._supervisor = started_and_killed
            node.ensure(spec, lambda: servers._files(make_lengths))
        os.waitpid(worker, 0)
        running, new = node.ensure(spec, dict)
        assert not new
        assert [server.port for server in leases.servers] == [running.port]

    def test_a_driver_that_holds_none(self, leases: Leases) -> None:
        with socket.create_server(("127.0.0.1", 0)) as other:
            port = other.getsockname()[1]
        spec = self.spec(leases, driver=("127.0.0.1", port, ""))
        with pytest.raises(TritonError, match=f"does not answer at 127.0.0.1:{port}"):
            node.ensure(spec, dict)

    def test_a_stranger_is_not_held(self, leases: Leases) -> None:
        for hello in (b'{"secret": "guessed"}\n', b"GET / HTTP/1.1\r\n", b""):
            with socket.create_connection(("127.0.0.1", leases.port)) as stranger:
                stranger.sendall(hello)
                stranger.shutdown(socket.SHUT_WR)
                assert stranger.recv(10) == b""
        assert leases.servers == []

    def test_other_users_cannot_read_the_folder(
        self, leases: Leases, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(node, "_MAX_BASE", 1000)
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
        folder = node._new_folder(self.spec(leases))
        assert folder.parent == tmp_path
        assert folder.stat().st_mode & 0o777 == 0o700


def fake(folder: Path, does: str = "exit 1", **other: object) -> str:
    """A program that answers as an interpreter with pytriton, then does something else."""
    here = "{}.{}".format(*sys.version_info)
    info = {"python": here, "numpy": "1.26.4", "pytriton": "0.7.0", "libdir": "", "shared": ""}
    python = folder / "python"
    python.write_text(
        f"#!/bin/sh\nif [ \"$1\" = -I ]; then echo '{json.dumps(info | other)}'; exit; fi\n{does}\n"
    )
    python.chmod(0o755)
    return str(python)


class TestEnvironments:
    @pytest.mark.parametrize(
        ("other", "error"),
        [
            ({"numpy": "2.1.3"}, r"has NumPy 2\.1\.3; with NumPy 2 .* answers with empty tensors"),
            ({"pytriton": None}, "has no pytriton. Install it there: .* -m pip install nvidia-pyt"),
            ({"python": "3.8"}, r"is Python 3\.8 and this is 3\.\d+: a function pickled by one"),
        ],
    )
    def test_an_interpreter_that_cannot_run_triton(
        self, tmp_path: Path, other: dict[str, object], error: str
    ) -> None:
        with pytest.raises(TritonError, match=error):
            environment.check(fake(tmp_path, **other))

    def test_not_an_interpreter(self, tmp_path: Path) -> None:
        with pytest.raises(TritonError, match="does not run on this node"):
            environment.check(str(tmp_path / "python"))

    def test_with_a_shared_library(self, tmp_path: Path) -> None:
        (tmp_path / "libpython3.so").touch()
        python = fake(tmp_path, libdir=str(tmp_path), shared="libpython3.so")
        path = environment.check(python)["LD_LIBRARY_PATH"]
        assert path.split(":")[0] == str(tmp_path)
        assert environment.check(fake(tmp_path, libdir="/nowhere", shared="libpython3.so")) == {}

    @pytest.mark.parametrize(
        ("system", "machine", "libc", "error"),
        [
            ("darwin", "arm64", ("", ""), "not on darwin on arm64"),
            ("linux", "x86_64", ("glibc", "2.34"), r"this node has glibc 2\.34"),
            ("linux", "x86_64", ("", ""), "this node has another libc"),
        ],
    )
    def test_platforms_without_it(
        self,
        monkeypatch: pytest.MonkeyPatch,
        system: str,
        machine: str,
        libc: tuple[str, str],
        error: str,
    ) -> None:
        platform_is(monkeypatch, system, machine, libc)
        with pytest.raises(TritonError, match=error):
            environment.check_platform()

    def test_platforms_with_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        platform_is(monkeypatch, "linux", "aarch64", ("glibc", "2.35"))
        environment.check_platform()


def platform_is(
    monkeypatch: pytest.MonkeyPatch, system: str, machine: str, libc: tuple[str, str]
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr("platform.machine", lambda: machine)
    monkeypatch.setattr("platform.libc_ver", lambda: libc)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"inputs": {}}, "inputs is empty"),
        ({"inputs": {"x": "float"}}, r"inputs\['x'\] is of type 'float'; it is one of bool, int8"),
        ({"outputs": {"y": ("int8", (0,))}}, r"outputs\['y'\] is of shape \(0,\); sizes are"),
        ({"outputs": {"y-z": "int8"}}, "a name consists of letters"),
        ({"max_batch_size": 0}, "max_batch_size=0; it is a whole number of at least 1"),
        ({"queue_delay_us": -1}, "queue_delay_us=-1; it is a whole number of at least 0"),
        ({"name": "a b"}, "name='a b'; it is of at most 20 letters"),
        ({"name": "a" * 21}, "it is of at most 20 letters"),
        ({"name": None}, "name=None; it is of at most 20 letters"),
        ({"inputs": ["x"]}, r"inputs=\['x'\]; it is a dict by the names, of a type or"),
        ({"inputs": {"x": ("int8", 4)}}, r"inputs\['x'\] is \('int8', 4\); it is a type as a str"),
        ({"inputs": {"x": None}}, r"inputs\['x'\] is None; it is a type as a string"),
        ({"inputs": {5: "int8"}}, "a name consists of letters"),
        ({"requirements": "onnx"}, "requirements='onnx'; it is a list of strings for pip"),
        ({"port": 70000}, "port=70000; it is a whole number of at least 1 and at most 65535"),
        ({"start_timeout": None}, "start_timeout=None; it is a number of seconds above 0"),
        ({"request_timeout": 0}, "request_timeout=0"),
        ({"driver_port": "any"}, "driver_port='any'; it is a whole number"),
        ({"python": 3.11}, r"python=3\.11; it is a string, or None"),
        ({"use_gpu": 1}, "use_gpu=1; it is True, False or 'auto'"),
        ({"model_fn": threading.Lock().acquire}, "cannot be sent to the servers .*: create what"),
    ],
)
def test_wrong_arguments(spark, arguments: dict[str, Any], error: str) -> None:
    with pytest.raises(ValueError, match=error):
        TritonServers(**({"spark": spark, "model_fn": make_double} | MODEL | arguments))
    with pytest.raises(
        ValueError, match="model_fn is int: 3; it is a function that loads the model"
    ):
        TritonServers(spark, 3, **MODEL)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("returns", "outputs", "error"),
    [
        (T.StringType(), 2, "the outputs are y, z: it is a struct with their names"),
        (T.StructType().add("y", "float"), 1, "the outputs are y: it is its type, or an array"),
        (T.StructType().add("q", "float"), 2, "has 'q'; the outputs are y, z"),
        (T.ArrayType(T.FloatType()), 1, "the output 'y' is a single value for each row"),
    ],
)
def test_return_types_that_are_not_the_outputs(returns: Any, outputs: int, error: str) -> None:
    tensors = declared("outputs", dict.fromkeys(("y", "z")[:outputs], "float32"))
    with pytest.raises(ValueError, match=error):
        check_return_type(returns, tensors)
    check_return_type(T.FloatType(), tensors[:1])
