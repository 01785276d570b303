# SPDX-License-Identifier: Apache-2.0

"""Python environments as users create them, with only this package's wheel and PySpark."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import py4j
import pyspark

from harness.documents import ROOT
from harness.own_process import own_variables

UV = shutil.which("uv") or str(ROOT / ".nox" / "tools" / "bin" / "uv")
KINDS = ("venv", "uv", "conda")
_PYTHON = f"python{sys.version_info[0]}.{sys.version_info[1]}"


def built_wheel(folder: Path) -> Path:
    """Build this package's wheel."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


def installed(kind: str, folder: Path, wheel: Path) -> Path:
    """Create an environment of a kind, without pandas and pyarrow; return its interpreter.

    Nothing is downloaded: PySpark and Py4J are links to this environment's packages.
    """
    if kind == "venv":
        _run(sys.executable, "-m", "venv", folder)
    elif kind == "uv":
        _run(UV, "venv", "-q", "--python", sys.executable, folder)
    else:
        _conda(folder)
    python = folder / "bin" / "python"
    _run(UV, "pip", "install", "-q", "--no-deps", "--offline", "--python", python, wheel)
    packages = folder / "lib" / _PYTHON / "site-packages"
    for module in (pyspark, py4j):
        package = Path(module.__path__[0])
        (packages / package.name).symlink_to(package)
        described = metadata.distribution(package.name)._path  # type: ignore[attr-defined]
        (packages / described.name).symlink_to(described)
    return python


def without_java(folder: Path, python: Path) -> dict[str, str]:
    """Return the variables of a shell with an active environment and Java only in JAVA_HOME."""
    from devtools.jdk import find_java

    folder.mkdir()
    for program in (p for place in ("/usr/bin", "/bin") for p in Path(place).iterdir()):
        link = folder / program.name
        if not (program.name.startswith(("java", "python")) or link.is_symlink()):
            link.symlink_to(program)
    path = f"{python.parent}:{folder}"
    assert not shutil.which("java", path=path)
    foreign = ("PYTHON", "PYSPARK", "SPARK", "VIRTUAL_ENV")
    kept = {k: v for k, v in own_variables().items() if not k.startswith(foreign)}
    return kept | {"PATH": path, "JAVA_HOME": str(find_java().home), "SPARK_LOCAL_IP": "127.0.0.1"}


def _run(*command: str | Path) -> None:
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "PYTHONPATH": ""})


def _conda(folder: Path) -> None:
    """Create a prefix with its own interpreter, library and packages, as conda does."""
    library = folder / "lib" / _PYTHON
    for subfolder in (folder / "bin", folder / "conda-meta", library / "site-packages"):
        subfolder.mkdir(parents=True)
    base = Path(sys.base_prefix)
    shutil.copy(base / "bin" / _PYTHON, folder / "bin")
    for name in ("python", "python3"):
        (folder / "bin" / name).symlink_to(_PYTHON)
    for entry in (base / "lib" / _PYTHON).iterdir():
        if entry.name not in ("site-packages", "EXTERNALLY-MANAGED"):
            (library / entry.name).symlink_to(entry)
    for shared in (base / "lib").glob("libpython*"):
        (folder / "lib" / shared.name).symlink_to(shared)
