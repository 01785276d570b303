# SPDX-License-Identifier: Apache-2.0

"""Writes the list of emulated operations: a page, and the list that its tests compare with.

The native methods are those of the plugin's jar, the verdicts the built emulator's.
With ``--check`` only compares.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from devtools.generated.files import write_or_check
from devtools.jars import EMULATOR_JAR, plugin_jar
from devtools.jdk import jdk
from devtools.paths import JARS, ROOT
from devtools.process import DevError

PAGE = ROOT / "docs" / "emulated-operations.md"
LIST = ROOT / "jvm" / "cudf-emulator" / "src" / "test" / "resources" / "natives.tsv"
_MAIN = "io.github.rapidsudfs.emulator.agent.NativeList"


def files() -> dict[Path, str]:
    plugin = plugin_jar()
    return {PAGE: _output("page", plugin), LIST: _output("list", plugin)}


def _output(command: str, plugin: Path) -> str:
    words = [jdk().executable, "-Xmx512m", "-cp", JARS / EMULATOR_JAR, _MAIN, command, plugin]
    done = subprocess.run(
        [str(word) for word in words], capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode != 0:
        raise DevError(f"the natives of the plugin's jar could not be listed: {done.stderr}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(write_or_check(files(), sys.argv[1:]))
