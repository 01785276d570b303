# SPDX-License-Identifier: Apache-2.0

"""The Triton server of this node: find it, or start it.

All processes of a node that share its loopback interface share its server, by an abstract Unix
socket with the server's id as its name. The process that binds the name starts the server: it
writes a folder with all that the server needs and starts a supervisor there (``supervisor.py``),
which inherits the socket. The supervisor runs the server (``server.py``), reports it to the driver
(``lease.py``), and replies to each connection with the server once it is ready, or with the error.
If the process or the supervisor is killed, the kernel releases the name, and the next one binds it.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import socket
import struct
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
from rapids_udfs.gpu.triton.lease import leased
from rapids_udfs.gpu.triton.spec import Spec
from rapids_udfs.gpu.worker_device import Device, device, missing

Files = Mapping[str, bytes]
"""The files of a server, by their paths in its folder."""

# The path of a Unix socket has at most 107 characters. The server's sockets have up to 87 below the
# folder for temporary files, with a name of MAX_NAME.
_MAX_BASE = 20
MAX_NAME = 20

_UCRED = struct.Struct("3i")  # a process's id, user and group


class Running(NamedTuple):
    """A server of this node that answers."""

    port: int
    device: Device


def ensure(spec: Spec, files: Callable[[], Files]) -> tuple[Running, bool]:
    """Return the node's server, started if there is none, and whether this call started it."""
    environment.check_platform()
    is_new, silent_since = False, None
    while True:
        listener = claim(spec)
        if listener is None:
            server = ask(spec)
        elif not is_new:
            is_new = True
            server = _start(spec, files(), listener)
        else:
            listener.close()
            raise TritonError("the Triton server ended as soon as it was ready")
        if "error" in server:
            raise TritonError(server["error"])
        if server and answers(server["port"], spec.name):
            return Running(server["port"], Device(*server["device"])), is_new
        # It has ended or is about to, and its supervisor will soon notice.
        silent_since = silent_since or time.monotonic()
        if server and time.monotonic() > silent_since + spec.start_timeout:
            raise TritonError(f"the Triton server at port {server['port']} does not answer")
        time.sleep(0.05)


def claim(spec: Spec) -> socket.socket | None:
    """Bind the name of the node's server, which only one process can; None if another one has."""
    listener = socket.socket(socket.AF_UNIX)
    try:
        listener.bind(_address(spec))
        listener.listen()
    except OSError as e:
        listener.close()
        if e.errno != errno.EADDRINUSE:
            raise
        return None
    return listener


def ask(spec: Spec) -> dict[str, Any]:
    """Return the node's server as soon as it is ready, or its error; empty if it has ended."""
    with contextlib.suppress(OSError, ValueError), socket.socket(socket.AF_UNIX) as connection:
        connection.connect(_address(spec))
        credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _UCRED.size)
        if _UCRED.unpack(credentials)[1] != os.getuid():
            return {"error": "another user of this node has taken the name of the Triton server"}
        with connection.makefile() as reply:
            return dict(json.loads(reply.readline() or "{}"))
    return {}


def _address(spec: Spec) -> str:
    return f"\0rapids-udfs-triton-{spec.id}"


def _start(spec: Spec, files: Files, listener: socket.socket) -> dict[str, Any]:
    """Start the server, and return it when it is ready; TritonError if it fails."""
    with listener, leased(spec.driver) as lease:
        chosen = device(spec.use_gpu)
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
            supervisor = _supervisor(run, lease, listener)
            listener.close()  # the supervisor has it now
            return _wait_until_ready(spec, supervisor, run)
        except BaseException:
            shutil.rmtree(run, ignore_errors=True)
            raise


def _new_folder(spec: Spec) -> Path:
    """A folder that only this user can read, since a model is code."""
    base = tempfile.gettempdir()
    base = base if len(base) <= _MAX_BASE else "/tmp"
    return Path(tempfile.mkdtemp(prefix=f"rapids-udfs-triton-{spec.id}-", dir=base))


def _supervisor(
    run: Path, lease: socket.socket, listener: socket.socket
) -> subprocess.Popen[bytes]:
    descriptors = [lease.fileno(), listener.fileno()]
    with (run / "log.txt").open("ab") as log:
        return subprocess.Popen(
            [sys.executable, str(run / "supervisor.py"), str(run), *map(str, descriptors)],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            pass_fds=descriptors,
            # A signal to the worker's process group must not end it.
            start_new_session=True,
        )


def _wait_until_ready(spec: Spec, supervisor: subprocess.Popen[bytes], run: Path) -> dict[str, Any]:
    try:
        server = ask(spec)
        if not server:
            log = (run / "log.txt").read_text(errors="replace")[-2000:]
            raise TritonError(
                "the Triton server did not start: its supervisor ended with status "
                f"{supervisor.wait()}\nIts log ends with:\n{log}"
            )
        if "error" in server:
            raise TritonError(server["error"])
        return server
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
