# SPDX-License-Identifier: Apache-2.0

"""Triton servers of tests: where they run, and their processes as seen from outside."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

import pytest

from rapids_udfs.errors import TritonError
from rapids_udfs.gpu.triton import TritonServers, environment, supervisor


def interpreter() -> str:
    """The interpreter of an environment with pytriton, created in the cache if needed."""
    try:
        environment.check_platform()
        python = str(environment.created(()))
    except TritonError as e:
        pytest.skip(f"no Triton here: {e}")
    # A platform that is supported must pass this check: it fails the test.
    environment.check(python)
    return python


def processes(guard_pid: int) -> dict[int, str | None]:
    """A server's processes with their start times, since process ids are reused."""
    return {
        pid: supervisor.started_at(pid) for pid in (guard_pid, *supervisor.descendants(guard_pid))
    }


def wait_for_end(of: dict[int, str | None], seconds: float = 20.0) -> None:
    """Wait until none of the processes is left."""
    deadline = time.monotonic() + seconds
    while left := [
        pid for pid, began in of.items() if supervisor.started_at(pid) == began is not None
    ]:
        assert time.monotonic() < deadline, f"still there: {left}"
        time.sleep(0.05)


def folder(of: TritonServers) -> Path:
    """The folder of a node's server while it runs."""
    return Path(tempfile.gettempdir(), f"rapids-udfs-triton-{os.getuid()}-{of.id}")


def command(pid: int) -> bytes:
    """The command line of a process."""
    return Path(f"/proc/{pid}/cmdline").read_bytes()
