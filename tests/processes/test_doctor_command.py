# SPDX-License-Identifier: Apache-2.0

"""``rapids-udfs doctor --start`` with the file that ``rapids-udfs conf`` writes."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from harness.own_process import ended, surroundings
from harness.session import with_plugin
from rapids_udfs.cli import main


@with_plugin
def test_it_starts_what_conf_wrote(tmp_path: Path) -> None:
    file = tmp_path / "local.conf"
    arguments = ["--for", "local", "--mode", "explain", "--master", "local[2]", "-o", str(file)]
    assert main(["conf", *arguments]) == 0
    command = [sys.executable, "-m", "rapids_udfs", "doctor", "--properties-file", str(file)]
    before = ended(command, surroundings(), folder=tmp_path)
    started = ended([*command, "--start"], surroundings(), folder=tmp_path)
    for done in (before, started):
        assert done.returncode == 0, done.stdout + done.stderr
        assert not done.stderr  # Spark's log
    # A running session is checked more than settings are.
    assert checks(started.stdout) > checks(before.stdout)


def checks(text: str) -> int:
    """The number of checks that were made."""
    found = re.search(r"by (\d+) checks", text)
    assert found, text
    return int(found[1])
