# SPDX-License-Identifier: Apache-2.0

"""Scripts in separate processes, which take long: ``make test-all`` runs these tests."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import rapids_udfs
from harness.own_process import own_variables, reported

SCRIPTS = Path(__file__).parent / "scripts"


@pytest.fixture(scope="session")
def run_script(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Any]:
    """Run a script of ``scripts/`` in a separate process; return its report.

    A JVM has one class path, and is in one mode: other modes need other processes.
    """

    def run(
        name: str, *arguments: str, launcher: Sequence[str] = (sys.executable,), **env: str
    ) -> Any:
        package = Path(rapids_udfs.__file__).parents[1]
        path = os.pathsep.join([str(package), str(SCRIPTS)])
        variables = own_variables() | {"PYTHONPATH": path} | env
        folder = tmp_path_factory.mktemp(name)
        script = SCRIPTS / f"{name}.py"
        return reported(script, folder, variables, *arguments, launcher=launcher)

    return run
