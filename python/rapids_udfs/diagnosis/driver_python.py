# SPDX-License-Identifier: Apache-2.0

"""The Python that Spark would start on this machine for Python UDFs, as that Python reports it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from typing import Final, NamedTuple

from rapids_udfs.runtime.programs import run_program
from rapids_udfs.session.settings import SparkSettings
from rapids_udfs.session.worker_python import named_python

MODULES: Final = ("pandas", "pyarrow", "rapids_udfs")
"""The modules that Python UDFs may use; Spark itself adds pyspark to the workers' path."""
_PROBE: Final = (
    "import json, sys; from importlib.util import find_spec; "
    "lacks = [name for name in sys.argv[1:] if find_spec(name) is None]; "
    "print(json.dumps([list(sys.version_info[:2]), lacks, find_spec('pip') is not None]))"
)


class DriverPython(NamedTuple):
    """A Python of this machine."""

    problem: str = ""
    """Why no worker can run on it; empty if one can."""
    lacks: str = ""
    """The modules that it does not have, in a sentence; empty if it has all."""
    install: str = ""
    """The command that installs those."""


def ask_python(settings: SparkSettings) -> DriverPython:
    """The workers' Python, if the executors are on this machine."""
    setting = named_python(settings)
    named = (
        f"PYSPARK_PYTHON is {setting}" if setting else f"the workers' Python is {sys.executable}"
    )
    program = shutil.which(setting or sys.executable)
    if program is None:
        return DriverPython(f"{named}, which is not a program")
    try:
        done = run_program(program, "-c", _PROBE, *MODULES)
        done.check_returncode()
        version, lacks, pip = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError) as e:
        return DriverPython(f"{named}; it does not run: {_failure(e)}")
    workers, driver = (f"{v[0]}.{v[1]}" for v in (version, sys.version_info))
    if workers != driver:
        found = f"workers would run Python {workers} ({program}), the driver {driver}"
        return DriverPython(f"{named}: {found}")
    sentence = f"{named}, which lacks {', '.join(lacks)}" if lacks else ""
    return DriverPython("", sentence, install(program, lacks, pip=pip))


def install(program: str, modules: list[str], *, pip: bool = True) -> str:
    """The command that installs modules for an interpreter, which has pip, or is of uv."""
    packages = " ".join(modules).replace("_", "-")
    by = f"{program} -m pip install" if pip else f"uv pip install --python {program}"
    return f"{by} {packages}"


def _failure(e: Exception) -> str:
    """The last line of a failed program's output, without its long command line."""
    if isinstance(e, subprocess.CalledProcessError):
        lines = (e.stderr or "").strip().splitlines()
        return f"exit status {e.returncode}" + (f", {lines[-1]}" if lines else "")
    if isinstance(e, subprocess.TimeoutExpired):
        return f"no answer in {e.timeout:g} s"
    return str(e)
