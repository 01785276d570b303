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
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from rapids_udfs.errors import TritonError
from rapids_udfs.gpu.triton import environment
from rapids_udfs.gpu.triton.client import answers
from rapids_udfs.gpu.triton.lease import ask_driver
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
    is_new, silent_since = False, None
    while True:
        connection, server = ask_driver(spec.driver)
        with connection:
            if not server:
                if is_new:
                    raise TritonError("the Triton server ended as soon as it was ready")
                _start(spec, files(), connection)
                is_new = True
                continue
        if answers(server["port"], spec.name):
            return Running(server["port"], Device(*server["device"])), is_new
        # It has ended or is about to, and the driver will soon notice.
        silent_since = silent_since or time.monotonic()
        if time.monotonic() > silent_since + spec.start_timeout:
            raise TritonError(f"the Triton server at port {server['port']} does not answer")
        time.sleep(0.05)


def _start(spec: Spec, files: Files, lease: socket.socket) -> None:
    """Start the server, and wait until it is ready; TritonError if it fails."""
    chosen = device(spec.use_gpu)
    environment.check_platform()
    python = spec.python or str(environment.created(spec.requirements))
    variables = environment.check(python)
    if not chosen.is_gpu or chosen.address is not None:
        # The server sees the chosen device, and no other.
        variables["CUDA_VISIBLE_DEVICES"] = chosen.address or ""
    owner = _owner()
    run = _new_folder(spec)
    try:
        # Files that the server leaves behind are removed with the folder.
        (run / "tmp").mkdir()
        variables |= dict.fromkeys(("TMPDIR", "PYTRITON_HOME"), str(run / "tmp"))
        config = {**spec._asdict(), "python": python, "owner": owner, "device": chosen}
        config["env"] = variables
        for name, data in {**files, "config.json": json.dumps(config).encode()}.items():
            (run / name).parent.mkdir(parents=True, exist_ok=True)
            (run / name).write_bytes(data)
        _wait_until_ready(_supervisor(run, lease), run)
    except BaseException:
        shutil.rmtree(run, ignore_errors=True)
        raise


def _new_folder(spec: Spec) -> Path:
    """A folder that only this user can read, since a model is code."""
    base = tempfile.gettempdir()
    base = base if len(base) <= _MAX_BASE else "/tmp"
    return Path(tempfile.mkdtemp(prefix=f"rapids-udfs-triton-{spec.id}-", dir=base))


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
            log = (run / "log.txt").read_text(errors="replace")[-2000:]
            raise TritonError(
                "the Triton server did not start: its supervisor ended with status "
                f"{supervisor.wait()}\nIts log ends with:\n{log}"
            )
        if error := json.loads(result).get("error"):
            raise TritonError(error)
    except BaseException:
        supervisor.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            supervisor.wait(30)
        raise


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
