# SPDX-License-Identifier: Apache-2.0

"""Triton servers of tests: their Python environment, their processes and their folders."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import psutil
import pytest

from rapids_udfs.errors import TritonError
from rapids_udfs.gpu.triton import TritonServers, environment, supervisor


def interpreter() -> str:
    """Return the interpreter of an environment with pytriton, which is created if needed."""
    try:
        environment.check_platform()
        python = str(environment.created(()))
    except TritonError as e:
        pytest.skip(f"no Triton here: {e}")
    # On a supported platform, a failure here fails the test.
    environment.check(python)
    return python


def processes(guard_pid: int) -> list[psutil.Process]:
    """Return a server's processes."""
    guard = psutil.Process(guard_pid)
    return [guard, *guard.children(recursive=True)]


def wait_for_end(of: list[psutil.Process], seconds: float = 20.0) -> None:
    """Wait until none of the processes is left."""
    deadline = time.monotonic() + seconds
    while left := [process for process in of if supervisor.is_alive(process)]:
        assert time.monotonic() < deadline, f"still there: {left}"
        time.sleep(0.05)


def folders(of: TritonServers) -> list[Path]:
    """Return the folders of this node's servers."""
    return list(Path(tempfile.gettempdir()).glob(f"rapids-udfs-triton-{of.id}-*"))
