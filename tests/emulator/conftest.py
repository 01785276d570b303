# SPDX-License-Identifier: Apache-2.0

"""The session of mode ``emulate``: the real plugin on the emulator, by ``configure``.

A JVM has one mode, so these tests need a separate run: ``pytest tests/emulator``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from harness import compiled

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def setup(tmp_path_factory: pytest.TempPathFactory):
    from harness.session import Setup, base_jar, our_jar
    from rapids_udfs.runtime.installed import installed_spark

    # Users' functions come as jars, next to this library's.
    class_path = [our_jar(), base_jar("explain"), installed_spark().jars / "*"]
    folder = tmp_path_factory.mktemp("own")
    jars = [compiled.jar(source, folder, class_path) for source in sorted(HERE.glob("own/*.java"))]
    return Setup(tmp_path_factory.mktemp("spark"), mode="emulate", jars=tuple(jars))


@pytest.fixture(scope="session")
def spark(setup) -> Iterator[SparkSession]:
    from harness.session import HAS_HIVE, start

    session = start(setup)
    for source in sorted(HERE.glob("*.java")):
        if HAS_HIVE or "org.apache.hadoop.hive" not in source.read_text(encoding="utf-8"):
            compiled.compile_java(session, source, setup.classes)
    yield session
    session.stop()


@pytest.fixture(scope="session")
def both(spark):
    from harness.cpu_gpu_runner import Both

    return Both(spark)


@pytest.fixture(scope="session")
def arguments(both, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Create the table of ``harness.argument_tables``."""
    from harness import argument_tables

    with both.rows_alone():
        argument_tables.write(both.spark, tmp_path_factory.mktemp("arguments"))
