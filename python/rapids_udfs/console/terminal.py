# SPDX-License-Identifier: Apache-2.0

"""Output for a terminal or a file: bold type, encoding, line width."""

from __future__ import annotations

import io
import os
import shutil
import sys
from pathlib import Path


def bold(text: str) -> str:
    """The text in bold on a terminal, unchanged in a file or where NO_COLOR is set."""
    plain = not sys.stdout.isatty() or "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    return text if plain else f"\x1b[1m{text}\x1b[0m"


def encode_anything() -> None:
    """Print characters that the output's encoding lacks as ``?`` instead of failing.

    If the shell has closed standard output (``>&-``), discard what is printed.
    """
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 (never closed)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def say(text: str = "") -> None:
    """Print a line and flush it."""
    print(text, flush=True)


def interrupted(error: BaseException | None) -> bool:
    """Return whether an error is, or was raised because of, a keyboard interrupt."""
    if error is None or isinstance(error, KeyboardInterrupt):
        return error is not None
    return interrupted(error.__cause__) or interrupted(error.__context__)


def line_width() -> int:
    """The greatest width of a line: the terminal's, or 140 in a file or a pipe."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 140


def program() -> str:
    """The command to type for this program: its path if its environment is not activated."""
    script = Path(sys.argv[0])
    outside = sys.prefix == sys.base_prefix or os.environ.get("VIRTUAL_ENV") == sys.prefix
    if outside or script.name != "rapids-udfs" or not script.is_absolute():
        return "rapids-udfs"
    here = Path.cwd()
    return str(script.relative_to(here) if script.is_relative_to(here) else script)
