"""Fixtures of all tests: one Spark session a process, with the plugin's classes and Hive."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


HOST = Path(__file__).parent / "host"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leaves out ``tests/host`` unless it is asked for by name: its JVM is of another mode."""
    asked = any(HOST.samefile(a) or HOST in Path(a).resolve().parents for a in _paths(config))
    return True if collection_path == HOST and not asked else None


def _paths(config: pytest.Config) -> list[str]:
    paths = [argument.partition("::")[0] for argument in config.args]
    return [path for path in paths if Path(path).exists()]


@pytest.fixture(scope="session")
def setup(tmp_path_factory: pytest.TempPathFactory):
    """How the session of this process is made."""
    from harness.session import Setup

    return Setup(tmp_path_factory.mktemp("spark"))


@pytest.fixture(scope="session")
def spark(setup) -> Iterator[SparkSession]:
    """The session: mode ``explain``, Hive support, our extension."""
    from harness.session import start

    session = start(setup)
    yield session
    session.stop()
