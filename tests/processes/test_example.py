# SPDX-License-Identifier: Apache-2.0

"""The example of a UDF's tests without a GPU passes unchanged."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "own_function" / "test_last_four.py"


def test_it_passes() -> None:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", str(EXAMPLE)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=EXAMPLE.parent)
    assert "1 passed" in done.stdout, done.stdout + done.stderr
