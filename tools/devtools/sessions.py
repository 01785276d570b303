# SPDX-License-Identifier: Apache-2.0

"""Nox sessions: their definition, their errors, and their version of Python."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import nox

from devtools.matrix import Line
from devtools.process import DevError
from rapids_udfs.errors import RapidsUdfsError

Work = Callable[[nox.Session], None]


def session(
    name: str, *tags: str, after: tuple[str, ...] = (), python: str | bool | None = False
) -> Callable[[Work], Work]:
    """Define a session, by default in nox's own environment; report its failures in a sentence."""

    def define(work: Work) -> Work:
        def run(s: nox.Session) -> None:
            try:
                work(s)
            except (DevError, RapidsUdfsError) as e:
                s.error(str(e))

        run.__doc__ = (work.func if isinstance(work, partial) else work).__doc__
        nox.session(python=python, name=name, tags=tags, requires=after, default=False)(run)
        return work

    return define


def configure_uv() -> None:
    """Make uv use pip's settings, the system's certificates, and only installed Pythons."""
    os.environ.setdefault("UV_PYTHON_DOWNLOADS", "never")
    os.environ.setdefault("UV_SYSTEM_CERTS", "true")
    for uv, pip in {"DEFAULT_INDEX": "INDEX_URL", "FIND_LINKS": "FIND_LINKS"}.items():
        if os.environ.get(f"PIP_{pip}"):
            os.environ.setdefault(f"UV_{uv}", os.environ[f"PIP_{pip}"])


def pythons(line: Line) -> str:
    """Return the range of the Python versions that a line's PySpark runs on."""
    first, last = line.python[0], line.python[-1]
    return f">={first},<3.{int(last.partition('.')[2]) + 1}"


def interpreter(version: str) -> str:
    """Return the path of pyenv's Python of a version, which uv does not find; else the version."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    pythons = sorted(pyenv.glob(f"versions/{version}.*/bin/python"))
    return str(pythons[-1]) if pythons else version
