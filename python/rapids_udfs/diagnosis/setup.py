# SPDX-License-Identifier: Apache-2.0

"""The set-up to check: a session's settings on this machine, or a running session."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rapids_udfs._entry_point import call_static
from rapids_udfs._version_text import minor_of
from rapids_udfs._versions import Line
from rapids_udfs.diagnosis.finding import NotCheckedError
from rapids_udfs.diagnosis.python_probe import (
    DriverPython,
    Worker,
    ask_python,
    has_run_python,
    probe,
)
from rapids_udfs.errors import RapidsUdfsError
from rapids_udfs.runtime.installed import InstalledSpark, installed_spark
from rapids_udfs.session.cluster import is_local, master_of, server_of
from rapids_udfs.session.library import is_connect, jvm_class, scala_version
from rapids_udfs.session.modes import MODE_SETTING, SPARK_PLUGIN
from rapids_udfs.session.python_gpu.options import ENABLED as PYTHON_GPU
from rapids_udfs.session.settings import RUNNING, SparkSettings

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_CHANGEABLE: Final = ("spark.rapids.", "spark.rapidsUdfs.")


@dataclass(frozen=True)
class Setup:
    """A session on this machine, running or to be started.

    Attributes:
        settings: the session's settings, present or future.
        gpu, python_udfs: whether it is to run on a GPU, and Python UDFs, whatever they say.
        session: the running session; None before its start.
    """

    settings: SparkSettings
    gpu: bool = False
    python_udfs: bool = False
    session: Any = None

    @classmethod
    def to_start(cls, options: dict[str, str], *, gpu: bool, python_udfs: bool) -> Setup:
        """The set-up of a builder with these options, with this environment's settings.

        Raises:
            ConfigurationError: PYSPARK_SUBMIT_ARGS cannot be read.
        """
        try:
            home = installed_spark().jars.parent
        except RapidsUdfsError:
            home = Path("spark")  # a separate finding
        return cls(SparkSettings.of_builder(options, home), gpu, python_udfs)

    @classmethod
    def of_session(cls, spark: SparkSession, *, python_udfs: bool = False) -> Setup:
        """The set-up of a classic session, with settings that were changed since its start."""
        settings = dict(spark.sparkContext.getConf().getAll())
        for row in spark.sql("SET").collect():
            if row["key"].startswith(_CHANGEABLE):
                settings[row["key"]] = row["value"]
        return cls(SparkSettings((RUNNING, settings)), python_udfs=python_udfs, session=spark)

    @property
    def wants_gpu(self) -> bool:
        """True if the session is to run on a GPU, by its settings or by request."""
        return self.gpu or (self.runs_plugin and self.settings.get(MODE_SETTING) != "emulate")

    @property
    def runs_plugin(self) -> bool:
        """True if the plugin is to run queries, on a GPU or in mode ``emulate``."""
        return SPARK_PLUGIN in self.settings.items("spark.plugins")

    @property
    def python_on_gpu(self) -> bool:
        """True if the plugin is to start Python workers that share its GPU."""
        return self.wants_gpu and self._requests_python_gpu

    @property
    def _requests_python_gpu(self) -> bool:
        return (self.settings.get(PYTHON_GPU) or "").lower() == "true"

    @cached_property
    def uses_python(self) -> bool:
        """True if Python UDFs are used: by request, by the settings, or in a query so far."""
        requested = self.python_udfs or self._requests_python_gpu
        if requested or self.settings.keys("spark.rapids.python."):
            return True
        return self.session is not None and has_run_python(self.session)

    def remove(self, key: str) -> str:
        """The fix for a harmful setting."""
        return f"remove {key} ({self.settings.origin(key)})"

    @property
    def master(self) -> str:
        """The master's URL."""
        return master_of(self.settings)

    @property
    def is_local(self) -> bool:
        """True if driver and executor are one process."""
        return is_local(self.master)

    @property
    def server(self) -> str | None:
        """The Spark Connect server of a client, or empty if only PySpark's client is installed.

        None if the session has a driver here.
        """
        if server := server_of(self.settings.get("spark.remote")):
            return server
        with suppress(metadata.PackageNotFoundError):
            if metadata.version("pyspark-client") and "SPARK_HOME" not in os.environ:
                return ""
        return None

    @cached_property
    def spark(self) -> InstalledSpark:
        """The session's Spark; NotCheckedError without one, which is a separate finding."""
        if self.session is not None:
            return _running_spark(self.session)
        try:
            return installed_spark()
        except RapidsUdfsError as e:
            raise NotCheckedError("no Spark is installed") from e

    @property
    def line(self) -> Line:
        """The supported line; NotCheckedError without one, which is a separate finding."""
        try:
            return self.spark.line
        except RapidsUdfsError as e:
            raise NotCheckedError(f"Spark {self.spark.version} is not supported") from e

    @cached_property
    def driver_python(self) -> DriverPython:
        """The Python that Spark would start on this machine for Python UDFs."""
        return ask_python(self.settings)

    @cached_property
    def workers(self) -> dict[str, Worker] | Exception:
        """The report of a Python worker of each executor's machine, or the error without one.

        NotCheckedError if there is no executor yet, or all are busy.
        """
        try:
            return probe(self.session)
        except NotCheckedError:
            raise
        except Exception as e:  # the finding, whatever it is
            return e


def _running_spark(spark: SparkSession) -> InstalledSpark:
    """The Spark of a session's JVM, whose jars need not be where PySpark looks for them."""
    if is_connect(spark):
        scala = call_static(spark, "scala.util.Properties", "versionNumberString")
        return InstalledSpark(spark.version, minor_of(scala or "2.13"), Path("jars"))
    path = str(jvm_class(spark, "java.lang.System").getProperty("java.class.path"))
    cores = [Path(jar) for jar in path.split(os.pathsep) if Path(jar).name.startswith("spark-core")]
    folder = cores[0].parent if cores else Path("jars")
    return InstalledSpark(spark.version, scala_version(spark), folder)
