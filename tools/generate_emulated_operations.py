# SPDX-License-Identifier: Apache-2.0

"""Writes the list of emulated operations: a page, and the list that the tests compare with.

The native methods come from the plugin's jar, the verdicts from the built emulator.
With ``--check``, it only compares.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from devtools import matrix
from devtools.generated.files import write_or_check
from devtools.jars import EMULATOR_JAR, plugin_jar
from devtools.jdk import jdk
from devtools.paths import JARS, ROOT
from devtools.process import DevError

PAGE = ROOT / "docs" / "emulated-operations.md"
LIST = ROOT / "jvm" / "cudf-emulator" / "src" / "test" / "resources" / "natives.tsv"
QUERIES = ROOT / "tests" / "emulator" / "queries.sql"
_MAIN = "io.github.rapidsudfs.emulator.agent.NativeList"
_ORDINARY = "{ordinary queries}"


def files() -> dict[Path, str]:
    plugin = plugin_jar()
    page = _output("page", plugin)
    if _ORDINARY not in page:
        raise DevError(f"the page of emulated operations has no place for {_ORDINARY}")
    page = page.replace(_ORDINARY, ordinary_queries(QUERIES.read_text(encoding="utf-8")))
    return {PAGE: page, LIST: _output("list", plugin)}


def ordinary_queries(text: str) -> str:
    """Count the queries in the tests of mode ``emulate``, and those that stay on the CPU."""
    blocks = [block.strip().splitlines()[1:] for block in text.split("\n== ")[1:]]
    lines = [line for block in blocks for line in block]
    reasons = [line.partition(" #CPU ")[2] for line in lines if " #CPU " in line]
    left = sum(reason.startswith("the plugin") for reason in reasons)
    lines_of_spark = matrix.load().lines
    versions = [lines_of_spark[0].main, *reversed(lines_of_spark[0].newest_of_minors())]
    versions += [line.main for line in lines_of_spark if line.is_assembled]
    return (
        f"Of {len(lines)} ordinary queries, of every group of functions, "
        f"{len(lines) - len(reasons)} run completely on the plugin, with the CPU's results,\n"
        f"on Spark {', '.join(versions[:-1])} and {versions[-1]}. The plugin itself leaves {left}"
        " of the others to the CPU."
    )


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
