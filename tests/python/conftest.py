# SPDX-License-Identifier: Apache-2.0

"""Fixtures of the Python package's tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from harness.made_jars import jar, plugin_jar
from rapids_udfs._log import log_once
from rapids_udfs._versions import LINES
from rapids_udfs.runtime import jars, plugin
from rapids_udfs.session import builder as session_module

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@pytest.fixture
def fresh(spark):
    """A session of its own in the process's JVM: its functions are nobody else's."""
    return spark.newSession()


class FakeBuilder:
    """The part of a session builder that ``configure`` uses, without PySpark's state."""

    def __init__(self, **options: str) -> None:
        self._options = {key.replace("__", "."): value for key, value in options.items()}

    def config(self, key: str, value: str) -> FakeBuilder:
        self._options[key] = value
        return self

    def __getitem__(self, key: str) -> str | None:
        return self._options.get(key)


@pytest.fixture
def builder() -> type[FakeBuilder]:
    """Make a builder with options, a double underscore for each dot of their names."""
    return FakeBuilder


@pytest.fixture
def no_spark_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a process that has not started Spark, though this one has."""
    monkeypatch.setattr(session_module, "_running_context", lambda: None)
    monkeypatch.setattr(session_module, "_driver_jvm", lambda: None)
    monkeypatch.setattr(session_module, "check_java", lambda: None)
    # Set first, so that what a call sets is taken back.
    for name in (
        *("PYSPARK_SUBMIT_ARGS", "SPARK_CONF_DIR", "SPARK_REMOTE", "MASTER"),
        *("PYSPARK_PYTHON", "PYSPARK_GATEWAY_PORT"),
    ):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)


@pytest.fixture
def make_spark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Create a SPARK_HOME of a version, with the files that say so."""
    staged = jars.FOLDER

    def make(spark: str, scala: str) -> Path:
        home = tmp_path / f"spark-{spark}-{scala}"
        jar(
            home / f"jars/scala-library-{scala}.7.jar",
            {"library.properties": f"version.number={scala}.7\n"},
        )
        jar(
            home / f"jars/spark-common-utils_{scala}-{spark}.jar",
            {"spark-version-info.properties": f"version={spark}\nuser=me\n"},
        )
        monkeypatch.setenv("SPARK_HOME", str(home))
        # A checkout may have the jars of one line alone.
        packed = tmp_path / f"jars-{spark}-{scala}"
        packed.mkdir()
        for have in staged.glob("*.jar"):
            (packed / have.name).symlink_to(have)
        for line in LINES:
            for part in ("", "-hive", "-testkit"):
                have = staged / jars.name_of(part, LINES[0].name, LINES[0].scala)
                link = packed / jars.name_of(part, line.name, line.scala)
                if have.exists() and not link.exists():
                    link.symlink_to(have)
        monkeypatch.setattr(jars, "FOLDER", packed)
        return home

    return make


@pytest.fixture
def make_plugin(tmp_path: Path) -> Callable[..., Path]:
    """Create a plugin jar of a release, with the entries that say so."""
    return partial(plugin_jar, tmp_path)


@pytest.fixture
def spark_4(make_spark, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Spark 4.1.3 is installed, the plugin is not, and jars are ours of Scala 2.13."""
    make_spark("4.1.3", "2.13")
    monkeypatch.delenv(plugin.ENVIRONMENT_VARIABLE, raising=False)
    monkeypatch.setenv("RAPIDS_UDFS_CACHE", str(tmp_path / "cache"))
    log_once.cache_clear()


@pytest.fixture(scope="module")
def numbers_file(tmp_path_factory: pytest.TempPathFactory, spark) -> str:
    """A file of 20 rows with the columns ``id``, some of them null, and ``k``."""
    path = str(tmp_path_factory.mktemp("in_queries") / "numbers.parquet")
    spark.range(20).selectExpr("IF(id % 7 = 6, NULL, id) AS id", "id % 4 AS k").write.parquet(path)
    return path


@pytest.fixture
def compiling(spark, monkeypatch: pytest.MonkeyPatch) -> SparkSession:
    """A session whose Python UDFs are compiled; PySpark as it was afterwards."""
    from pyspark.sql import udf as pyspark_udf

    from rapids_udfs.python_udfs import hook, install
    from rapids_udfs.session.modes import PYTHON_UDFS

    monkeypatch.setattr(pyspark_udf, "_wrap_function", pyspark_udf._wrap_function)
    monkeypatch.setattr(hook, "_every", False)
    install()
    fresh: SparkSession = spark.newSession()
    fresh.conf.set(PYTHON_UDFS, "compile")
    return fresh


@pytest.fixture
def session(compiling: SparkSession, numbers_file: str) -> Iterator[SparkSession]:
    """Such a session with the functions of ``compiled_queries`` and the view ``t``."""
    from tests.python.compiled_queries import double_it, is_even, word

    compiling.read.parquet(numbers_file).createOrReplaceTempView("t")
    for function, returned in ((double_it, "bigint"), (is_even, "boolean"), (word, "string")):
        compiling.udf.register(function.__name__, function, returned)
    yield compiling
    compiling.catalog.clearCache()
