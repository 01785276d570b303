# SPDX-License-Identifier: Apache-2.0

"""The Triton server of this node: find it through the driver, or start it.

A worker asks the driver for its node's server (``lease.py``). If it is to start one, it writes a
folder with all that the server needs and starts a supervisor there (``supervisor.py``), which
outlives the worker: it runs the server (``server.py``), reports it to the driver, and removes the
folder in the end.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from rapids_udfs.errors import TritonError
from rapids_udfs.gpu.triton import environment
from rapids_udfs.gpu.triton.client import answers
from rapids_udfs.gpu.triton.lease import detect_lost_peer
from rapids_udfs.gpu.triton.spec import Spec
from rapids_udfs.gpu.worker_device import Device, device, missing

Files = Mapping[str, bytes]
"""The files of a server, by their paths in its folder."""

# The path of a Unix socket has at most 107 characters. The server's sockets have up to 87 below the
# folder for temporary files, with a name of MAX_NAME.
_MAX_BASE = 20
MAX_NAME = 20


class Running(NamedTuple):
    """A server of this node that answers."""

    port: int
    device: Device


def ensure(spec: Spec, files: Callable[[], Files]) -> tuple[Running, bool]:
    """Return the node's server, started if there is none, and whether this call started it."""
    started, silent_since = False, None
    while True:
        connection, server = _ask_driver(spec)
        with connection:
            if not server and started:
                raise _not_started("it ended as soon as it was ready")
            if not server:
                _start(spec, files(), lease=connection)
                started = True
                continue
        if answers(server["port"], spec.name):
            return Running(server["port"], Device(*server["device"])), started
        # It has ended or is about to, and the driver will soon notice.
        silent_since = silent_since or time.monotonic()
        if time.monotonic() > silent_since + spec.start_timeout:
            raise _not_started(f"the one at port {server['port']} does not answer")
        time.sleep(0.05)


def _ask_driver(spec: Spec) -> tuple[socket.socket, dict[str, Any]]:
    """Return the connection to the driver, and the node's server.

    Waits while another worker starts one. If the server is empty, this worker is to start it, and
    the connection is its lease.
    """
    host, port, secret = spec.driver
    try:
        connection = socket.create_connection((host, port), timeout=10)
        detect_lost_peer(connection)
        connection.settimeout(None)  # the worker that starts the server has time limits
        connection.sendall(json.dumps({"secret": secret, "node": _node()}).encode() + b"\n")
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


def _start(spec: Spec, files: Files, lease: socket.socket) -> None:
    """Start the server, and wait until it is ready; TritonError if it fails."""
    chosen = device(spec.use_gpu)
    environment.check_platform()
    python = spec.python or str(environment.created(spec.requirements))
    variables = environment.check(python)
    if not chosen.is_gpu or chosen.address is not None:
        # The server sees the chosen device, and no other.
        variables["CUDA_VISIBLE_DEVICES"] = chosen.address or ""
    with _reserved_port(spec.port) as port, _new_folder(spec) as run:
        # Files that the server leaves behind are removed with the folder.
        (run / "tmp").mkdir()
        variables |= dict.fromkeys(("TMPDIR", "PYTRITON_HOME"), str(run / "tmp"))
        config = spec._asdict() | {
            "inputs": [tensor._asdict() for tensor in spec.inputs],
            "outputs": [tensor._asdict() for tensor in spec.outputs],
            "port": port,
            "python": python,
            "owner": _owner(),
            "device": chosen,
            "env": variables,
        }
        for name, data in {**files, "config.json": json.dumps(config).encode()}.items():
            (run / name).parent.mkdir(parents=True, exist_ok=True)
            (run / name).write_bytes(data)
        _wait_until_ready(_supervisor(run, lease), run)


@contextlib.contextmanager
def _reserved_port(port: int | None) -> Iterator[int]:
    """A port of the loopback interface that no other process gets unless it asks for it by number.

    It is bound here, but does not listen, so that Triton can bind it too: both set SO_REUSEADDR.
    """
    with socket.socket() as reservation:
        reservation.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            reservation.bind(("127.0.0.1", port or 0))
        except OSError:
            raise TritonError(
                f"port {port} is taken on this node. Name another, or leave port=None to have a "
                "free one chosen"
            ) from None
        yield reservation.getsockname()[1]


@contextlib.contextmanager
def _new_folder(spec: Spec) -> Iterator[Path]:
    """A folder that only this user can read, since a model is code; removed if the block fails."""
    base = tempfile.gettempdir()
    if len(base) > _MAX_BASE:
        base = "/tmp"
    run = Path(tempfile.mkdtemp(prefix=f"rapids-udfs-triton-{spec.id}-", dir=base))
    try:
        yield run
    except BaseException:
        shutil.rmtree(run, ignore_errors=True)
        raise


def _supervisor(run: Path, lease: socket.socket) -> subprocess.Popen[bytes]:
    with (run / "log.txt").open("ab") as log:
        return subprocess.Popen(
            [sys.executable, str(run / "supervisor.py"), str(run), str(lease.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            pass_fds=[lease.fileno()],
            # A signal to the worker's process group must not end it.
            start_new_session=True,
        )


def _wait_until_ready(supervisor: subprocess.Popen[bytes], run: Path) -> None:
    """Read the supervisor's result; if the server has failed, raise TritonError."""
    assert supervisor.stdout is not None
    try:
        result = supervisor.stdout.read()
        if not result:
            why = f"its supervisor ended with status {supervisor.wait()}"
            raise _not_started(why, (run / "log.txt").read_text(errors="replace")[-2000:])
        failure = json.loads(result)
        if "error" in failure:
            raise TritonError(failure["error"])
        if failure:
            raise _not_started(**failure)
    except BaseException:
        supervisor.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            supervisor.wait(30)
        raise


def _not_started(why: str, log: str = "") -> TritonError:
    tail = f"\nIts log ends with:\n{log}" if log else ""
    return TritonError(f"the Triton server did not start: {why}{tail}")


def _owner() -> int:
    """The process with which the server must end: the executor's JVM, or the driver's Python.

    Not a Python worker: it comes and goes, and the next one uses the same server.
    """
    from pyspark import TaskContext

    try:
        import psutil
    except ModuleNotFoundError as e:
        raise missing("Triton servers", e, "triton") from e
    if TaskContext.get() is None:
        return os.getpid()
    javas = (parent.pid for parent in psutil.Process().parents() if parent.name() == "java")
    return next(javas, os.getppid())
