# SPDX-License-Identifier: Apache-2.0

"""A failed start of Spark leaves no process behind."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from rapids_udfs.errors import SessionError
from rapids_udfs.session import local


@pytest.mark.parametrize(
    ("raised", "comes_out"),
    [
        (KeyboardInterrupt(), KeyboardInterrupt),
        (OSError("no java"), SessionError),
        (ValueError("else"), ValueError),
    ],
)
def test_a_started_jvm_is_ended(
    tmp_path: Path, raised: BaseException, comes_out: type[BaseException]
) -> None:
    begun = []
    with subprocess.Popen(["sleep", "60"]) as other:

        def start() -> None:
            begun.append(subprocess.Popen(["sleep", "60"]))
            raise raised

        with pytest.raises(comes_out):
            local.quiet_start(SimpleNamespace(getOrCreate=start), tmp_path / "log")
        try:
            assert begun[0].wait(10) == -15
            assert other.poll() is None
            assert other.pid in local.children()
        finally:
            other.kill()


def test_a_start_that_succeeds_ends_nothing(tmp_path: Path) -> None:
    def start() -> subprocess.Popen[bytes]:
        return subprocess.Popen(["sleep", "60"])

    process = local.quiet_start(SimpleNamespace(getOrCreate=start), tmp_path / "log")
    time.sleep(0.1)
    try:
        assert process.poll() is None
    finally:
        process.kill()
        process.wait()
