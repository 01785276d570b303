# SPDX-License-Identifier: Apache-2.0

"""Fixtures of all tests: one Spark session per process, with the plugin's classes and Hive."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


_APART = ("builtins", "emulator", "guide", "processes", "release", "tables")
APART = [Path(__file__).parent / name for name in _APART]
"""Folders that are runs of their own: another mode, many processes, which take long, or dist/."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of these tests."""
    from harness import no_jvm

    no_jvm.add_option(parser)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Select by the options of these tests."""
    from harness import no_jvm

    no_jvm.select(config, items)


def pytest_configure() -> None:
    """Start all JVMs as what lives for seconds or minutes."""
    from harness import py4j_names
    from harness.own_process import jvm_options

    os.environ.setdefault("JDK_JAVA_OPTIONS", jvm_options())
    py4j_names.remember()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what is a run of its own, unless it is asked for by name."""
    if collection_path not in APART:
        return None
    asked = {
        parent for path in _paths(config) for parent in (path.resolve(), *path.resolve().parents)
    }
    return None if collection_path in asked else True


def _paths(config: pytest.Config) -> list[Path]:
    paths = [Path(argument.partition("::")[0]) for argument in config.args]
    return [path for path in paths if path.exists()]


@pytest.fixture(scope="session")
def setup(tmp_path_factory: pytest.TempPathFactory):
    """The settings of this process's session."""
    from harness.session import HAS_PLUGIN, Setup

    mode = "explain" if HAS_PLUGIN else "cpu"
    return Setup(tmp_path_factory.mktemp("spark"), mode)


@pytest.fixture(scope="session")
def spark(setup) -> Iterator[SparkSession]:
    """The session: mode ``explain``, or ``cpu`` without a plugin; Hive support, our extension."""
    from harness.session import start

    session = start(setup)
    yield session
    session.stop()
