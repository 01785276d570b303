# SPDX-License-Identifier: Apache-2.0

"""Runs programs: prints the command, closes standard input, starts in the root folder."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from devtools.paths import ROOT

# The user's Spark installation and settings must not affect builds and tests.
_FOREIGN = ("SPARK_HOME", "SPARK_CONF_DIR", "PYSPARK_SUBMIT_ARGS", "PYTHONPATH", "PYTHONHOME")


class DevError(Exception):
    """A failure that is reported in a sentence, without a traceback."""


def say(text: str) -> None:
    """Print and flush a line, because the programs that run next write to the same stream."""
    print(text, flush=True)


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return this environment without foreign Spark and Python settings, plus ``extra``."""
    env = {k: v for k, v in os.environ.items() if k not in _FOREIGN}
    env.update(extra or {})
    return env


def run(
    command: Sequence[str | Path],
    *,
    env: Mapping[str, str] | None = None,
    stdin: int | None = subprocess.DEVNULL,
    folder: Path = ROOT,
) -> int:
    """Run a program, by default in :func:`environment`; return its exit status."""
    words = [str(word) for word in command]
    say("$ " + shlex.join(words))
    variables = environment() if env is None else dict(env)
    return subprocess.call(words, cwd=folder, env=variables, stdin=stdin)


def check(
    command: Sequence[str | Path], failure: str, *, env: Mapping[str, str] | None = None
) -> None:
    """Run a program; raise a DevError with the sentence ``failure`` if it fails."""
    if run(command, env=env) != 0:
        raise DevError(failure)
