# SPDX-License-Identifier: Apache-2.0

"""One server on this node, started by the worker that the driver lets start it.

A worker asks the driver for its node's server (``lease.py``). If it is to start one, it writes a
folder with all that the server needs and starts a supervisor there (``supervisor.py``), which
outlives the worker: it runs the server (``server.py``), reports to the driver, and removes the
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
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from rapids_udfs.errors import TritonError
from rapids_udfs.gpu.triton import environment
from rapids_udfs.gpu.triton.client import answers
from rapids_udfs.gpu.triton.errors import NOT_STARTED, closed, model_failed, not_started
from rapids_udfs.gpu.triton.lease import end_with_the_machine
from rapids_udfs.gpu.triton.tensors import Tensor
from rapids_udfs.gpu.worker_device import Device, UseGpu, device, missing

Files = Mapping[str, bytes]
"""The files of a server, by their paths in its folder."""

_TRIES = 3
# A path of a Unix socket has 107 characters at most, and the server's have up to 87 below this
# folder, with a name of LONGEST_NAME.
_LONGEST_BASE = 20
LONGEST_NAME = 20


class Spec(NamedTuple):
    """All that a node must know to start a server, except for its files."""

    id: str
    name: str
    inputs: tuple[Tensor, ...]
    outputs: tuple[Tensor, ...]
    max_batch_size: int
    queue_delay_us: int
    python: str | None
    requirements: tuple[str, ...]
    port: int | None
    start_timeout: float
    request_timeout: float
    lease: tuple[str, int, str]
    use_gpu: UseGpu


class Running(NamedTuple):
    """A server of this node that answers."""

    port: int
    device: Device


def ensure(spec: Spec, files: Callable[[], Files]) -> tuple[Running, bool]:
    """The node's server, and whether this call started it."""
    started, silent_until = False, 0.0
    while True:
        lease, server = _ask(spec)
        with lease:
            if not server:
                if started:
                    raise not_started("it ended as soon as it was ready")
                _start(spec, files(), lease)
                started = True
                continue
        if answers(server["port"], spec.name):
            return Running(server["port"], Device(*server["device"])), started
        # It has ended, or is about to, and the driver will hear of that.
        silent_until = silent_until or time.monotonic() + spec.start_timeout
        if time.monotonic() > silent_until:
            raise not_started(f"the one at port {server['port']} does not answer")
        time.sleep(0.05)


def _ask(spec: Spec) -> tuple[socket.socket, dict[str, Any]]:
    """The node's server as the driver knows it, and the connection to the driver.

    Waits while another worker starts one. An empty answer lets this one do so: the connection is
    the server's lease.
    """
    host, port, secret = spec.lease
    try:
        driver = socket.create_connection((host, port), timeout=10)
        end_with_the_machine(driver)
        driver.settimeout(None)  # whoever starts the server has time limits of its own
        driver.sendall(json.dumps({"secret": secret, "node": _node()}).encode() + b"\n")
        with driver.makefile() as lines:
            answer = lines.readline()
        if not answer:
            raise ConnectionError("it has released its servers")
    except OSError as e:
        raise closed(f"{host}:{port}", str(e)) from None
    return driver, json.loads(answer)


def _node() -> str:
    """A name for the loopback interface of this process: all that share it can share a server."""
    boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="utf-8").strip()
    return f"{boot} {Path('/proc/self/ns/net').readlink()}"


def _start(spec: Spec, files: Files, lease: socket.socket) -> None:
    for left in range(_TRIES - 1, -1, -1):
        try:
            _try_to_start(spec, files, lease)
            return
        except TritonError as e:
            # Between the choice of a port and its use another process may take it.
            text = str(e)
            lost = text.startswith(NOT_STARTED) and "in use" in text
            if not (left and lost) or spec.port is not None:
                raise


def _try_to_start(spec: Spec, files: Files, lease: socket.socket) -> None:
    found = device(spec.use_gpu)
    environment.check_platform()
    python = spec.python or str(environment.created(spec.requirements))
    variables = environment.check(python)
    # The server sees the chosen device, and no other.
    if not (found.is_gpu and found.address is None):
        variables["CUDA_VISIBLE_DEVICES"] = found.address or ""
    config = spec._asdict() | {
        "inputs": [tensor._asdict() for tensor in spec.inputs],
        "outputs": [tensor._asdict() for tensor in spec.outputs],
        "port": _port(spec.port),
        "python": python,
        "owner": _owner(),
        "device": found,
    }
    run = _folder(spec)
    try:
        # Files that the server leaves behind are removed with the folder.
        (run / "tmp").mkdir()
        config["env"] = variables | dict.fromkeys(("TMPDIR", "PYTRITON_HOME"), str(run / "tmp"))
        for name, data in {**files, "config.json": json.dumps(config).encode()}.items():
            (run / name).parent.mkdir(parents=True, exist_ok=True)
            (run / name).write_bytes(data)
        _supervised(spec, run, lease)
    except BaseException:
        shutil.rmtree(run, ignore_errors=True)
        raise


def _folder(spec: Spec) -> Path:
    """A new folder that only this user can read: a model is code."""
    base = tempfile.gettempdir()
    if len(base) > _LONGEST_BASE:
        base = "/tmp"
    return Path(tempfile.mkdtemp(prefix=f"rapids-udfs-triton-{spec.id}-", dir=base))


def _supervised(spec: Spec, run: Path, lease: socket.socket) -> None:
    """Start the supervisor, and wait until the server is ready or cannot be."""
    process = _supervisor(run, lease)
    assert process.stdout is not None
    try:
        told = process.stdout.read()
        if not told:
            why = f"its supervisor ended with status {process.wait()}"
            raise not_started(why, (run / "log.txt").read_text(errors="replace")[-2000:])
        failed = json.loads(told)
        if "load" in failed:
            text = f"model_fn raised {failed['load']}"
            raise model_failed(spec.name, text, failed["trace"])
        if "closed" in failed:
            raise closed("{}:{}".format(*spec.lease[:2]), failed["closed"])
        if failed:
            raise not_started(failed["why"], failed["log"])
    except BaseException:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(30)
        raise


def _supervisor(run: Path, lease: socket.socket) -> subprocess.Popen[bytes]:
    with (run / "log.txt").open("ab") as log:
        return subprocess.Popen(
            [sys.executable, str(run / "supervisor.py"), str(run), str(lease.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            pass_fds=[lease.fileno()],
            # A signal to the worker's group must not end it: it ends by itself.
            start_new_session=True,
        )


def _port(wanted: int | None) -> int:
    with socket.socket() as probe:
        # As Triton does: a port that has only just been released is free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", wanted or 0))
        except OSError:
            raise TritonError(
                f"port {wanted or 0} is taken on this node. Name another, or leave port=None to "
                "have a free one chosen"
            ) from None
        port: int = probe.getsockname()[1]
        return port


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
