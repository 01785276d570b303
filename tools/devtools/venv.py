"""Virtual environments: the checkout's own ``.venv``, and one in the cache per Spark version."""

from __future__ import annotations

import hashlib
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from glob import glob
from pathlib import Path

from devtools import jdk, matrix
from devtools.paths import ROOT, TARGET, VERSIONS_JSON
from devtools.process import DevError, environment, run, say
from rapids_udfs.cache import locked, writable_dir

VENV = ROOT / ".venv"
_STAMP = ".installed"
TESTED_EXTRAS = ("demo", "arrays", "inference", "numba", "recipes", "reference")
"""Those of the package's extras that tests need, on every line on which all of them run."""


def python_of(venv: Path) -> Path:
    """The interpreter of a virtual environment."""
    return venv / "bin" / "python"


def ensure_main() -> Path:
    """The checkout's environment: the package (editable), its extras and the main Spark.

    Gives its interpreter.
    """
    main = matrix.load().main
    python = python_for(main)
    if python is None:
        raise DevError(
            f"PySpark {main.main} needs Python {' or '.join(main.python)}; this is "
            f"{sys.version.split()[0]} and none of them is on the PATH. Install one of them."
        )
    inputs = [(ROOT / "pyproject.toml").read_bytes(), VERSIONS_JSON.read_bytes()]
    requirements = [
        "-e",
        f"{ROOT}[{','.join(('dev', *TESTED_EXTRAS))}]",
        *spark_requirements(main.main, main, full=True),
    ]
    TARGET.mkdir(exist_ok=True)
    _ensure(VENV, python, requirements, inputs, TARGET / ".venv.lock")
    return python_of(VENV)


def ensure_spark(version: str, line: matrix.Line, python: Path, *, full: bool) -> Path:
    """An environment in the cache with one Spark version, without this package. Its Python."""
    folder = writable_dir("venvs")
    venv = folder / f"spark-{version}-py{python_version(python)}"
    # Compiling what a few tests import anyway takes longer than they do.
    requirements = ["--no-compile", "pytest>=8", *spark_requirements(version, line, full=full)]
    if full:
        for extra in ("testing", *TESTED_EXTRAS):
            requirements += _extra(extra)
    _ensure(venv, python, requirements, [], folder / f".{venv.name}.lock")
    return python_of(venv)


def ensure_docs() -> Path:
    """An environment in the cache with MkDocs, which building the site takes. Its Python."""
    folder = writable_dir("venvs")
    python = Path(sys.executable)
    venv = folder / f"docs-py{python_version(python)}"
    # Below 2, which knows neither the theme nor the Markdown extensions.
    requirements = ["mkdocs<2", "mkdocs-material>=9.5"]
    _ensure(venv, python, requirements, [], folder / f".{venv.name}.lock")
    return python_of(venv)


def spark_requirements(version: str, line: matrix.Line, *, full: bool) -> list[str]:
    """What pip is to install for a Spark version; ``full`` adds pandas, Arrow and Connect."""
    if not full:
        return [f"pyspark=={version}"]
    return [f"pyspark[connect]=={version}", *line.pip]


def _extra(name: str) -> list[str]:
    """The requirements of one of the package's extras, as installed in the checkout's own."""
    program = (
        "import importlib.metadata as m\n"
        "for r in m.requires('rapids-udfs') or ():\n"
        f"  if r.endswith('extra == \\'{name}\\''): print(r.partition(';')[0].strip())"
    )
    return _ask(python_of(VENV), program).splitlines()


def python_for(line: matrix.Line) -> Path | None:
    """This Python if the line's Spark supports it, else the newest one found that it supports."""
    if python_version(Path(sys.executable)) in line.python:
        return Path(sys.executable)
    for version in sorted(line.python, key=_numeric, reverse=True):
        candidates = [shutil.which(f"python{version}") or ""]
        pattern = str(Path.home() / f".pyenv/versions/{version}.*/bin/python{version}")
        candidates += sorted(glob(pattern))  # noqa: PTH207 (an absolute pattern)
        for candidate in filter(None, candidates):
            # A version manager's script may be there and lead nowhere: only running it tells.
            if python_version(Path(candidate)) == version:
                return Path(candidate)
    return None


def python_version(python: Path) -> str:
    """``3.11`` for an interpreter of that version; empty if it does not run."""
    return _ask(python, "import sys, venv; print('%d.%d' % sys.version_info[:2])")


def _numeric(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def _ensure(
    venv: Path, python: Path, requirements: Sequence[str], inputs: Sequence[bytes], lock: Path
) -> None:
    key = _key(python, requirements, inputs)
    stamp = venv / _STAMP
    if _read(stamp) == key:
        return
    with locked(lock, waiting=lambda: say(f"another process is making {venv}, waiting")):
        if _read(stamp) == key:
            return
        # The stamp's first line is the interpreter: without it, or with another, start afresh.
        if _read(stamp).partition("\n")[0] != key.partition("\n")[0]:
            _create(venv, python)
        stamp.unlink(missing_ok=True)
        say(f"installing into {venv}: {' '.join(requirements)}")
        command = [str(python_of(venv)), "-m", "pip", "install", "--disable-pip-version-check"]
        if run([*command, *requirements]) != 0:
            raise DevError(
                f"pip could not install what is needed into {venv} (see above). Check the network "
                "(a mirror: set PIP_INDEX_URL; a proxy: set https_proxy) and run the command again."
            )
        stamp.write_text(key, encoding="utf-8")


def _create(venv: Path, python: Path) -> None:
    version = python_version(python)
    say(f"making {venv} with Python {version}")
    if not _has_ensurepip(python):
        packages = [f"python{version}-venv", "python3-venv"]
        apt = jdk.apt_get()
        if not any(jdk.install(p, apt) and _has_ensurepip(python) for p in packages):
            raise DevError(
                f"{python} cannot make virtual environments (no ensurepip module). "
                f"Install it: apt-get install {packages[0]}"
            )
    if run([python, "-m", "venv", "--clear", venv]) != 0:
        raise DevError(f"could not make the virtual environment {venv} (see above)")


def _has_ensurepip(python: Path) -> bool:
    return _ask(python, "import ensurepip; print('yes')") == "yes"


def _key(python: Path, requirements: Sequence[str], inputs: Sequence[bytes]) -> str:
    digest = hashlib.sha256("\n".join(requirements).encode())
    for data in inputs:
        digest.update(data)
    # The base interpreter, so that the key is the same from inside a virtual environment.
    program = "import sys; print(sys.base_prefix, sys.version.split()[0])"
    return f"{_ask(python, program)} {platform.machine()}\n{digest.hexdigest()}\n"


def _ask(python: Path, program: str) -> str:
    """What a program prints; empty if the interpreter does not run or the program fails."""
    done = subprocess.run(
        [str(python), "-c", program], capture_output=True, text=True, check=False, env=environment()
    )
    return done.stdout.strip() if done.returncode == 0 else ""


def _read(stamp: Path) -> str:
    try:
        return stamp.read_text(encoding="utf-8")
    except OSError:
        return ""
