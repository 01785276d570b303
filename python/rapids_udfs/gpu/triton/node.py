# SPDX-License-Identifier: Apache-2.0

"""One server on this node, started by whoever needs it first."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import secrets
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from rapids_udfs.errors import TritonError
from rapids_udfs.gpu.device import Device, UseGpu, device
from rapids_udfs.gpu.triton import environment, supervisor
from rapids_udfs.gpu.triton.client import answers
from rapids_udfs.gpu.triton.errors import NOT_STARTED, closed, model_failed, not_started
from rapids_udfs.gpu.triton.tensors import Tensor

Files = Mapping[str, bytes]
"""The files of a server, by their paths in its folder."""

_TRIES = 3
# A path of a Unix socket has 107 characters at most, and the server's have up to 87 below it, with
# a name of LONGEST_NAME.
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
    host, port, _ = spec.lease
    try:
        # Check that the driver still holds servers, before there is anything to clean up.
        socket.create_connection((host, port), timeout=10).close()
    except OSError as e:
        raise closed(f"{host}:{port}", str(e)) from None
    with _locked(spec.id) as folder:
        running = _running(spec, folder)
        if running is not None:
            return running, False
        try:
            return _started(spec, folder, files()), True
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise


def _started(spec: Spec, folder: Path, files: Files) -> Running:
    for left in range(_TRIES - 1, -1, -1):
        try:
            return _start(spec, folder, files)
        except TritonError as e:
            # Between the choice of a port and its use another process may take it.
            text = str(e)
            lost = text.startswith(NOT_STARTED) and "in use" in text
            if not (left and lost) or spec.port is not None:
                raise
    raise AssertionError("unreachable")


@contextlib.contextmanager
def _locked(name: str) -> Iterator[Path]:
    """Lock the folder of the node's server in the block, and yield it."""
    while True:
        folder = _folder(name)
        try:
            lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        except FileNotFoundError:
            continue  # removed by the process that had locked it
        fcntl.flock(lock, fcntl.LOCK_EX)
        with contextlib.suppress(FileNotFoundError):
            # The process that had it locked may have replaced the file.
            if os.path.samestat(os.fstat(lock), (folder / "lock").stat()):
                break
        os.close(lock)
    try:
        yield folder
    finally:
        os.close(lock)


def _folder(name: str) -> Path:
    """The folder of the node's server, that only this user can read: a model is code."""
    base = tempfile.gettempdir()
    if len(base) > _LONGEST_BASE:
        base = "/tmp"
    folder = Path(base, f"rapids-udfs-triton-{os.getuid()}-{name}")
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise TritonError(f"{folder} is not a folder of this user's alone: remove it")
    return folder


def _running(spec: Spec, folder: Path) -> Running | None:
    """The server of a folder that answers; None if none was started or it has ended.

    Wait for one that is still starting, because the process that started it was killed, and for the
    end of one that does not answer.
    """
    run = folder / (supervisor.tail(folder / "current") or "none")
    deadline = time.monotonic() + spec.start_timeout
    while _held(run / "alive") and time.monotonic() < deadline:
        ready, config = _read(run / "ready.json"), _read(run / "config.json")
        if ready is not None and config is not None and answers(ready["port"], spec.name):
            return Running(ready["port"], Device(*config["device"]))
        time.sleep(0.05)
    return None


def _held(path: Path) -> bool:
    """Return whether a process holds a file's lock, which ends with the process."""
    try:
        descriptor = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return False
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)


def _start(spec: Spec, folder: Path, files: Files) -> Running:
    found = device(spec.use_gpu)
    environment.check_platform()
    python = spec.python or str(environment.created(spec.requirements))
    variables = environment.check(python)
    # The server sees the chosen device, and no other.
    if not (found.is_gpu and found.address is None):
        variables["CUDA_VISIBLE_DEVICES"] = found.address or ""
    port = _port(spec.port)
    # A folder of its own: an earlier server may still be removing its files.
    run = folder / secrets.token_hex(4)
    run.mkdir(mode=0o700)
    (folder / "current").write_text(run.name, encoding="utf-8")
    for name, data in files.items():
        (run / name).parent.mkdir(parents=True, exist_ok=True)
        (run / name).write_bytes(data)
    (run / "tmp").mkdir()
    # Files that the server leaves behind are removed with the folder.
    variables |= dict.fromkeys(("TMPDIR", "PYTRITON_HOME"), str(run / "tmp"))
    config = spec._asdict() | {
        "inputs": [tensor._asdict() for tensor in spec.inputs],
        "outputs": [tensor._asdict() for tensor in spec.outputs],
        "port": port,
        "python": python,
        "owner": _owner(),
        "device": found,
        "env": variables,
    }
    (run / "config.json").write_text(json.dumps(config), encoding="utf-8")
    # Locked before the supervisor runs: a process that finds no lock starts another server.
    alive = os.open(run / "alive", os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(alive, fcntl.LOCK_EX)
    try:
        process = _supervised(run, alive)
    finally:
        os.close(alive)
    try:
        _await(spec, run, process)
    except BaseException:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(30)
        shutil.rmtree(run, ignore_errors=True)
        raise
    return Running(port, found)


def _supervised(run: Path, alive: int) -> subprocess.Popen[bytes]:
    with (run / "supervisor.txt").open("wb") as log:
        return subprocess.Popen(
            [sys.executable, str(run / "supervisor.py"), str(run)],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            # A signal to the worker's group must not end it: it ends by itself.
            start_new_session=True,
            pass_fds=(alive,),
        )


def _await(spec: Spec, run: Path, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + spec.start_timeout
    while _read(run / "ready.json") is None:
        failed = _read(run / "failed.json")
        if failed is not None:
            raise _failure(spec, failed)
        if process.poll() is not None:
            failed = _read(run / "failed.json") or {"status": process.returncode}
            raise _failure(spec, {"log": supervisor.tail(run / "supervisor.txt"), **failed})
        if time.monotonic() > deadline:
            why = f"not ready after {spec.start_timeout:g} s; allow more with start_timeout="
            raise not_started(why, supervisor.tail(run / "log.txt"))
        time.sleep(0.05)


def _failure(spec: Spec, failed: dict[str, Any]) -> TritonError:
    if "closed" in failed:
        return closed("{}:{}".format(*spec.lease[:2]), failed["closed"])
    if "load" in failed:
        text = f"model_fn raised {failed['load']}"
        return model_failed(spec.name, text, failed["trace"])
    return not_started(f"it ended with status {failed['status']}", failed.get("log", ""))


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

    if TaskContext.get() is None:
        return os.getpid()
    pid = os.getppid()
    while pid > 1:
        if Path(f"/proc/{pid}/comm").read_text(encoding="utf-8").strip() == "java":
            return pid
        fields = supervisor.stat_of(pid)
        pid = int(fields[1]) if fields else 0
    return os.getppid()


def _read(path: Path) -> dict[str, Any] | None:
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    return found
