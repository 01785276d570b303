# SPDX-License-Identifier: Apache-2.0

"""The server's Python environment, separate from Spark's because pytriton needs NumPy 1."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rapids_udfs._version_text import numbers_of
from rapids_udfs.errors import TritonError
from rapids_udfs.runtime.cache import locked, writable_dir
from rapids_udfs.runtime.programs import run_program

PYTRITON = "nvidia-pytriton==0.7.0"
_GLIBC = (2, 35)
_STAMP = ".installed"
_VERSION = ".".join(map(str, sys.version_info[:2]))
LOCK_SECONDS = 900.0
"""The maximum wait for another process that creates the environment."""

_PROBE = """
import json, sys, sysconfig
from importlib.metadata import distributions
versions = {d.metadata["Name"]: d.version for d in distributions()}
print(json.dumps({"python": "%d.%d" % sys.version_info[:2], "numpy": versions.get("numpy"),
    "pytriton": versions.get("nvidia-pytriton"), "libdir": sysconfig.get_config_var("LIBDIR"),
    "shared": sysconfig.get_config_var("INSTSONAME") or ""}))
"""


def check_platform() -> None:
    """Check that pytriton's server can run on this node."""
    system, machine = sys.platform, platform.machine()
    if system != "linux" or machine not in ("x86_64", "aarch64"):
        raise TritonError(f"Triton runs on Linux on x86-64 and ARM64, not on {system} on {machine}")
    name, version = platform.libc_ver()
    if name != "glibc" or numbers_of(version) < _GLIBC:
        raise TritonError(
            f"{PYTRITON} needs glibc 2.35 or newer; this node has {name or 'another libc'} "
            f"{version}. Debian 12, Ubuntu 22.04 and newer have it"
        )


def check(python: str) -> dict[str, str]:
    """Check that an interpreter has what the server needs; return its environment variables."""
    try:
        probe: dict[str, Any] = json.loads(run_program(python, "-I", "-c", _PROBE).stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired) as e:
        raise TritonError(
            f"python={python!r} does not run on this node ({e}). It names the interpreter of an "
            "environment with pytriton, at the same path on each node"
        ) from None
    if probe["python"] != _VERSION:
        raise TritonError(
            f"{python} is Python {probe['python']} and this is {_VERSION}: a function pickled by "
            "one cannot be unpickled by the other. Name one of this version"
        )
    if probe["pytriton"] is None:
        raise TritonError(
            f"{python} has no pytriton. Install it there: {python} -m pip install {PYTRITON}"
        )
    if probe["numpy"] is None or numbers_of(probe["numpy"])[0] >= 2:
        raise TritonError(
            f"{python} has NumPy {probe['numpy']}; with NumPy 2 pytriton's server starts and "
            f"answers with empty tensors. Install an older one there: {python} -m pip install "
            "'numpy<2'"
        )
    # Triton's own Python loads libpython, which the loader does not find for a Python of pyenv.
    library = Path(probe["libdir"] or "", probe["shared"])
    if not probe["shared"].startswith("libpython") or not library.is_file():
        return {}
    paths = [str(library.parent), os.environ.get("LD_LIBRARY_PATH", "")]
    return {"LD_LIBRARY_PATH": os.pathsep.join(filter(None, paths))}


def no_environment() -> TritonError:
    """The error if no environment is named: nothing is installed without being asked for."""
    return TritonError(
        "TritonServers needs an environment with pytriton. Create one on each node, from packages "
        f"that you trust: python{_VERSION} -m venv /opt/triton && /opt/triton/bin/pip install "
        f"{PYTRITON} 'numpy<2', and name it: python='/opt/triton/bin/python'. Or have each node "
        "install one from the package index, unseen, when it starts its first server: "
        "requirements=[]"
    )


def created(requirements: Sequence[str]) -> Path:
    """The interpreter of the environment in the cache, which is created if it is missing.

    TritonError if that fails, or another process takes too long to create it.
    """
    key = "\n".join([PYTRITON, *sorted(requirements), sys.base_prefix, platform.machine()])
    digest = hashlib.sha256(key.encode()).hexdigest()[:10]
    venv = writable_dir("venvs") / f"triton-py{_VERSION}-{digest}"
    lock = venv.parent / f".{venv.name}.lock"
    waiting = f"another process is creating {venv}, waiting"
    try:
        with locked(lock, waiting=lambda: _say(waiting), limit_s=LOCK_SECONDS):
            if not (venv / _STAMP).exists():
                _install(venv, requirements)
    except TimeoutError as e:
        raise TritonError(
            f"another process has been creating {venv} for {LOCK_SECONDS:g} s. End it, or create "
            "one by hand on each node and name its interpreter: python="
        ) from e
    return venv / "bin" / "python"


def _install(venv: Path, requirements: Sequence[str]) -> None:
    _say(f"creating {venv} for Triton, once: about 60 MB from the package index")
    # The interpreter that this environment, if it is one, was created from.
    base = Path(sys.base_prefix, "bin", f"python{_VERSION}")
    python = str(base) if base.is_file() else sys.executable
    pip = (str(venv / "bin" / "python"), "-m", "pip", "install", "--disable-pip-version-check")
    for command in (
        [python, "-m", "venv", "--clear", str(venv)],
        # NumPy is named, so that no requirement installs a newer one.
        [*pip, "--no-compile", PYTRITON, "numpy<2", *requirements],
    ):
        _say("$ " + " ".join(command))
        # On the driver its output goes to the terminal, on executors to their log.
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=2, stderr=2, check=False)
        if done.returncode != 0:
            raise TritonError(
                f"could not create an environment for Triton: `{' '.join(command)}` ended with "
                f"status {done.returncode}, see above. Check the network (a mirror: PIP_INDEX_URL; "
                "a proxy: https_proxy), or create one by hand on each node and name its "
                "interpreter: python="
            )
    (venv / _STAMP).touch()


def _say(text: str) -> None:
    print(f"rapids-udfs: {text}", file=sys.stderr, flush=True)
