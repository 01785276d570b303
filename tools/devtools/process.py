"""Runs programs the same way everywhere: announced, with standard input closed, from the root."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

from devtools.paths import ROOT

# The status of a program that ran too long, as coreutils' timeout has it.
_TOO_LONG = 124

_running: set[subprocess.Popen[bytes]] = set()

# A Spark installation or settings of the user's own must not get into builds and tests.
_FOREIGN = ("SPARK_HOME", "SPARK_CONF_DIR", "PYSPARK_SUBMIT_ARGS", "PYTHONPATH", "PYTHONHOME")


class DevError(Exception):
    """A failure that is told in a sentence, without a traceback."""


def say(text: str) -> None:
    """Prints a line at once: the programs that run next write to the same place."""
    print(text, flush=True)


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """This process's environment less what is foreign to the checkout, and ``extra``."""
    env = {k: v for k, v in os.environ.items() if k not in _FOREIGN}
    env.update(extra or {})
    return env


def run(
    command: Sequence[str | Path],
    *,
    env: Mapping[str, str] | None = None,
    output: IO[bytes] | None = None,
    limit_s: float | None = None,
) -> int:
    """Runs a program to its end and gives its exit status.

    Args:
        command: the program and its arguments.
        env: the whole environment; by default :func:`environment`.
        output: where its output goes; by default where ours goes.
        limit_s: after so many seconds it is ended, and the status is 124.
    """
    words = [str(word) for word in command]
    say("$ " + shlex.join(words))
    process = subprocess.Popen(
        words,
        cwd=ROOT,
        env=dict(env) if env is not None else environment(),
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT if output else None,
    )
    _running.add(process)
    try:
        return process.wait(limit_s)
    except subprocess.TimeoutExpired:
        _end(process)
        say(f"ended {words[0]}: it ran for more than {limit_s:.0f} s")
        return _TOO_LONG
    except BaseException:
        _end(process)
        raise
    finally:
        _running.discard(process)


def terminate_all() -> None:
    """Ends the programs that run in other threads, which no exception reaches."""
    for process in list(_running):
        process.terminate()


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def check(
    command: Sequence[str | Path], failure: str, *, env: Mapping[str, str] | None = None
) -> None:
    """Runs a program whose failure ends the command: a DevError with the sentence ``failure``."""
    if run(command, env=env) != 0:
        raise DevError(failure)
