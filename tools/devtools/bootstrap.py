# SPDX-License-Identifier: Apache-2.0

"""Creates the environment of the development tools, with only the standard library."""

from __future__ import annotations

import subprocess
import sys

from devtools import apt


def main(folder: str, requirements: str) -> None:
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    if not _has_ensurepip() and not (apt.install(package) and _has_ensurepip()):
        sys.exit(
            f"error: {sys.executable} cannot create virtual environments (no ensurepip module). "
            f"Install it: apt-get install {package}"
        )
    _run(sys.executable, "-m", "venv", "--clear", folder)
    pip = [f"{folder}/bin/python", "-m", "pip", "install", "--disable-pip-version-check"]
    _run(*pip, "--quiet", "-r", requirements)


def _has_ensurepip() -> bool:
    tried = subprocess.run(
        [sys.executable, "-c", "import ensurepip, venv"], stderr=subprocess.DEVNULL, check=False
    )
    return tried.returncode == 0


def _run(*command: str) -> None:
    if subprocess.run(command, check=False).returncode != 0:
        sys.exit(
            "error: the development tools could not be installed (see above). Check the network "
            "(a mirror: set PIP_INDEX_URL; a proxy: set https_proxy) and run make again."
        )
