# SPDX-License-Identifier: Apache-2.0

"""The demonstration as a command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def test_the_command_in_a_separate_process(tmp_path: Path) -> None:
    (tmp_path / "own.csv").write_text("url\na%20b+c\n%4\n", encoding="utf-8")
    sql = "SELECT url_decode_form(url) AS decoded FROM data"
    arguments = ["demo", "--no-plugin", "--data", str(tmp_path / "own.csv"), "--sql", sql]
    program = "import sys; from rapids_udfs.cli import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "RAPIDS_UDFS_CACHE": str(tmp_path / "cache")},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "mode cpu: row-wise bodies, without the plugin." in done.stdout
    assert "  decoded\n  -------\n  a b c\n  NULL\n" in done.stdout
    assert "url_decode_form          2                 0              0\n" in done.stdout
    log = (tmp_path / "cache" / "logs" / "demo-spark.log").read_text(encoding="utf-8")
    assert "WARN" in log
