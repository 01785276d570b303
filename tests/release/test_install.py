# SPDX-License-Identifier: Apache-2.0

"""The wheel and the sdist, installed on every available Python."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from devtools import matrix
from devtools.paths import ROOT
from rapids_udfs import __version__

UV = shutil.which("uv") or str(ROOT / ".nox" / "tools" / "bin" / "uv")
WITHOUT_PYSPARK = "import rapids_udfs.functions"


def run(*command: str | Path, **env: str) -> subprocess.CompletedProcess[str]:
    # The folder of pyenv's Pythons; its own programs find only the chosen one.
    pythons = [str(path) for path in Path.home().glob(".pyenv/versions/3.*/bin")]
    path = os.pathsep.join([os.environ["PATH"], *pythons])
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "SPARK"))}
    return subprocess.run(
        list(map(str, command)),
        env=clean | {"PATH": path} | env,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module", params=matrix.load().main.python)
def python(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the interpreter of an empty environment."""
    search = run(UV, "python", "find", request.param)
    if search.returncode != 0:
        pytest.skip(f"no Python {request.param} here: {search.stderr.strip()[-120:]}")
    folder = tmp_path_factory.mktemp("python") / request.param
    creation = run(UV, "venv", "-q", "--python", search.stdout.strip(), folder)
    assert creation.returncode == 0, creation.stderr
    return folder / "bin" / "python"


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_it_works(python: Path, kind: str, request: pytest.FixtureRequest) -> None:
    file = request.getfixturevalue(kind)
    done = run(UV, "pip", "install", "-q", "--reinstall", "--python", python, file)
    assert done.returncode == 0, done.stderr
    listed = run(UV, "pip", "list", "-q", "--format=freeze", "--python", python)
    assert listed.stdout.split() == [f"rapids-udfs=={__version__}"]
    program = python.with_name("rapids-udfs")
    assert run(program, "--version").stdout.split()[-1] == __version__
    names = run(program, "list").stdout
    assert "luhn_valid" in names
    assert "url_decode_form" in names
    shown = run(program, "show", "luhn_valid")
    assert shown.returncode == 0, shown.stderr
    assert "luhn_valid(" in shown.stdout
    # Commands that need PySpark say so.
    failed = run(program, "jar", "library")
    assert failed.returncode == 1
    assert failed.stderr.startswith("error: ")
    assert "pip install pyspark" in failed.stderr
    assert run(python, "-c", "import rapids_udfs; rapids_udfs.list_functions()").returncode == 0
    imported = run(python, "-c", WITHOUT_PYSPARK)
    assert imported.returncode == 1
    assert "pip install pyspark" in imported.stderr, imported.stderr
