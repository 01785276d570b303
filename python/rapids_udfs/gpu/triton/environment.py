# SPDX-License-Identifier: Apache-2.0

"""The Python environment of the server: apart from Spark's, since pytriton needs NumPy 1."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rapids_udfs._version_text import numbers_of
from rapids_udfs.gpu.triton.errors import TritonEnvironmentError
from rapids_udfs.runtime.cache import locked, writable_dir
from rapids_udfs.runtime.programs import run_program

PYTRITON = "nvidia-pytriton==0.7.0"
_GLIBC = (2, 35)
_STAMP = ".installed"
LOCK_SECONDS = 900.0
"""The longest wait for another process that makes the environment."""
_log = logging.getLogger("rapids_udfs.gpu")

_PROBE = """
import json, sys, sysconfig
from importlib.metadata import PackageNotFoundError, version
def of(name):
    try:
        return version(name)
    except PackageNotFoundError:
        return None
print(json.dumps({"python": list(sys.version_info[:2]), "numpy": of("numpy"),
    "pytriton": of("nvidia-pytriton"), "libdir": sysconfig.get_config_var("LIBDIR"),
    "shared": sysconfig.get_config_var("INSTSONAME") or ""}))
"""


def check_platform(
    system: str = sys.platform,
    machine: str = platform.machine(),
    libc: tuple[str, str] | None = None,
) -> None:
    """Check that pytriton's server can run on this node."""
    if system != "linux" or machine not in ("x86_64", "aarch64"):
        raise TritonEnvironmentError(
            f"Triton runs on Linux on x86-64 and ARM64, not on {system} on {machine}"
        )
    name, version = platform.libc_ver() if libc is None else libc
    if name != "glibc" or numbers_of(version) < _GLIBC:
        raise TritonEnvironmentError(
            f"{PYTRITON} needs glibc 2.35 or newer; this node has {name or 'another libc'} "
            f"{version}. Debian 12, Ubuntu 22.04 and newer have it"
        )


def check(python: str) -> dict[str, str]:
    """Check that an interpreter has what the server needs; return its environment variables."""
    try:
        done = run_program(python, "-I", "-c", _PROBE)
        found: dict[str, Any] = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired) as e:
        raise TritonEnvironmentError(
            f"python={python!r} does not run on this node ({e}). It names the interpreter of an "
            "environment with pytriton, at the same path on each node"
        ) from None
    mine = list(sys.version_info[:2])
    if found["python"] != mine:
        raise TritonEnvironmentError(
            f"{python} is Python {_dotted(found['python'])} and this is {_dotted(mine)}: a "
            "function packed by one cannot be unpacked by the other. Name one of this version"
        )
    if found["pytriton"] is None:
        raise TritonEnvironmentError(
            f"{python} has no pytriton. Install it there: {python} -m pip install {PYTRITON}"
        )
    if found["numpy"] is None or int(found["numpy"].partition(".")[0]) >= 2:
        raise TritonEnvironmentError(
            f"{python} has NumPy {found['numpy']}; with NumPy 2 pytriton's server starts and "
            f"answers with empty tensors. Install an older one there: {python} -m pip install "
            "'numpy<2'"
        )
    # Triton's own Python loads libpython, which the loader does not find for a Python of pyenv.
    folder = Path(found["libdir"] or "", found["shared"])
    if not found["shared"].startswith("libpython") or not folder.is_file():
        return {}
    paths = [str(folder.parent), os.environ.get("LD_LIBRARY_PATH", "")]
    return {"LD_LIBRARY_PATH": os.pathsep.join(filter(None, paths))}


def nothing_to_run() -> TritonEnvironmentError:
    """The error where the server's environment is not named: none is made unasked."""
    python = f"python{_dotted(sys.version_info[:2])}"
    return TritonEnvironmentError(
        "TritonServers needs an environment with pytriton. Make one on each node, with what you "
        f"trust: {python} -m venv /opt/triton && /opt/triton/bin/pip install {PYTRITON} "
        "'numpy<2', and name it: python='/opt/triton/bin/python'. Or have each node install one "
        "from the package index, unseen, when it starts its first server: requirements=[]"
    )


def created(requirements: Sequence[str]) -> Path:
    """The interpreter of the environment in the cache, created if it is missing.

    TritonEnvironmentError if it cannot be made, or another process is too long about it.
    """
    what = "\n".join([PYTRITON, *sorted(requirements), sys.base_prefix, platform.machine()])
    name = hashlib.sha256(what.encode()).hexdigest()[:10]
    venv = writable_dir("venvs") / f"triton-py{_dotted(sys.version_info[:2])}-{name}"
    python = venv / "bin" / "python"
    if (venv / _STAMP).exists():
        return python
    lock = venv.parent / f".{venv.name}.lock"
    told = f"another process is making {venv}, waiting"
    try:
        with locked(lock, waiting=lambda: _say(told), limit_s=LOCK_SECONDS):
            if not (venv / _STAMP).exists():
                _install(venv, requirements)
    except TimeoutError as e:
        raise TritonEnvironmentError(
            f"another process has been making {venv} for {LOCK_SECONDS:g} s. End it, or make one "
            "by hand on each node and name its interpreter: python="
        ) from e
    return python


def _install(venv: Path, requirements: Sequence[str]) -> None:
    _say(f"making {venv} for Triton, once: about 60 MB from the package index")
    # The base of this environment, if this is one.
    base = Path(sys.base_prefix, "bin", f"python{_dotted(sys.version_info[:2])}")
    chosen = str(base) if base.is_file() else sys.executable
    _run([chosen, "-m", "venv", "--clear", str(venv)])
    pip = [str(venv / "bin" / "python"), "-m", "pip", "install", "--disable-pip-version-check"]
    # NumPy is named, so that no requirement installs a newer one.
    _run([*pip, "--no-compile", PYTRITON, "numpy<2", *requirements])
    (venv / _STAMP).touch()


def _run(command: list[str]) -> None:
    _say("$ " + " ".join(command))
    # On the driver its output goes to the terminal, on executors to their log.
    process = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=2, stderr=2, check=False)
    if process.returncode != 0:
        raise TritonEnvironmentError(
            f"could not make an environment for Triton: `{' '.join(command)}` ended with status "
            f"{process.returncode}, see above. Check the network (a mirror: PIP_INDEX_URL; a "
            "proxy: https_proxy), or make one by hand on each node and name its interpreter: "
            "python="
        )


def _dotted(version: Sequence[int]) -> str:
    return ".".join(str(part) for part in version)


def _say(text: str) -> None:
    _log.info("%s", text)
    print(f"rapids-udfs: {text}", file=sys.stderr, flush=True)
