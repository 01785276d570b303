# SPDX-License-Identifier: Apache-2.0

"""Runs other programs: Java, nvidia-smi, other Pythons."""

from __future__ import annotations

import subprocess
from pathlib import Path


def run_program(*command: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a program without input, for at most a minute; return its status and output."""
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        stdin=subprocess.DEVNULL,
    )
