# SPDX-License-Identifier: Apache-2.0

"""Installs Debian packages if that needs no password."""

from __future__ import annotations

import os
import shutil
import subprocess


def install(package: str) -> bool:
    apt = apt_get()
    if apt is None:
        return False
    print(f"installing {package}", flush=True)
    # Otherwise apt could wait at a prompt that nobody answers.
    prefix = [*apt[:-1], "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    command = [*prefix, "install", "-y", "--no-install-recommends", package]
    return _run(command) or (_run([*prefix, "update"]) and _run(command))


def apt_get() -> list[str] | None:
    """Return an apt-get command that may install packages; None if there is none."""
    if not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return ["apt-get"]
    if shutil.which("sudo") and _run(["sudo", "-n", "true"]):
        return ["sudo", "-n", "apt-get"]
    return None


def _run(command: list[str]) -> bool:
    return subprocess.call(command, stdin=subprocess.DEVNULL) == 0
