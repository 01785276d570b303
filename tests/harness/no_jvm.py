# SPDX-License-Identifier: Apache-2.0

"""pytest's option ``--no-jvm``: only tests that start no JVM, and an error if one does."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

_FIXTURES = {"setup", "spark"}
"""The fixtures that start a JVM."""
_PROGRAMS = {"java", "javac", "jlink", "sbt", "beeline", "spark-class", "spark-submit"}


def add_option(parser: pytest.Parser) -> None:
    """Add the option."""
    text = "run only tests that start no JVM; without built jars, skip those that read them"
    parser.addoption("--no-jvm", action="store_true", help=text)


def select(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests that start a JVM, and mark those to skip."""
    if not config.getoption("no_jvm"):
        return
    from rapids_udfs.runtime import jars

    are_built = any(jars.FOLDER.glob("*.jar"))
    left = [item for item in items if _starts_a_jvm(item)]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if not _starts_a_jvm(item)]
    for item in items:
        if item.get_closest_marker("jars") and not are_built:
            item.add_marker(pytest.mark.skip(reason="the jars are not built: make jars"))
    sys.addaudithook(_refuse_jvm)


def _starts_a_jvm(item: pytest.Item) -> bool:
    fixtures = set(getattr(item, "fixturenames", ()))
    return bool(fixtures & _FIXTURES) or item.get_closest_marker("jvm") is not None


def _refuse_jvm(event: str, arguments: tuple[Any, ...]) -> None:
    if event != "subprocess.Popen":
        return
    executable, words = arguments[:2]
    program = executable or (words if isinstance(words, (str, bytes)) else words[0])
    path = Path(os.fsdecode(program))
    if path.name in _PROGRAMS and not _is_fake(path):
        raise AssertionError(
            f"with --no-jvm, a test starts {path.name}: mark it with pytest.mark.jvm"
        )


def _is_fake(program: Path) -> bool:
    """Return whether a program is a test's script in a temporary folder."""
    path = shutil.which(program)
    return path is not None and Path(path).is_relative_to(tempfile.gettempdir())
