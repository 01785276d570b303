"""Spark sessions for tests: the class path of each mode, quiet, without leftovers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pyspark

import rapids_udfs
from rapids_udfs import plugin

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

EXTENSION = "io.github.rapidsudfs.RapidsUdfsExtensions"
SCALA = "2.12" if pyspark.__version__.startswith("3.") else "2.13"
_LOGGING = Path(__file__).parent / "log4j2.properties"


@dataclass(frozen=True)
class Setup:
    """How a session is made.

    Attributes:
        work: a folder for the warehouse, and for classes compiled while the session runs.
        mode: ``explain`` has the plugin on the class path, ``cpu`` only the names of its types;
            ``host`` is what ``rapids_udfs.configure`` makes of it.
        hive: whether the session can have Hive functions.
        jars: of users' functions.
    """

    work: Path
    mode: str = "explain"
    hive: bool = True
    jars: tuple[Path, ...] = ()

    @property
    def classes(self) -> Path:
        """A folder on the class path to which tests may compile classes of their own."""
        return self.work / "classes"

    def class_path(self) -> list[Path]:
        """Our jar and what it stands on in this mode."""
        if self.mode == "host":
            return [self.classes]
        return [our_jar(), base_jar(self.mode), self.classes]


def our_jar() -> Path:
    """The library's jar for the installed PySpark."""
    return _staged(f"rapids-udfs_{SCALA}.jar")


def base_jar(mode: str) -> Path:
    """The jar with cuDF's types: the plugin's, or in mode ``cpu`` the one of empty types."""
    if mode == "cpu":
        return _staged("cudf-names.jar")
    if mode == "explain":
        return plugin.locate(SCALA)
    raise ValueError(f"no mode {mode}: explain or cpu")


def _staged(name: str) -> Path:
    jar = Path(plugin.__file__).parent / "jars" / name
    if not jar.is_file():
        raise FileNotFoundError(f"{jar} is missing; build it with: make jars")
    return jar


def start(setup: Setup) -> SparkSession:
    """A new session. A JVM has one class path: a process can have sessions of one mode only."""
    from pyspark.sql import SparkSession

    setup.classes.mkdir(parents=True, exist_ok=True)
    options = [
        f"-Dlog4j2.configurationFile={_LOGGING.as_uri()}",
        # Neither the session's time zone nor UTC: java.sql's classes depend on the JVM's.
        "-Duser.timezone=America/Los_Angeles",
        "-XX:+UseSerialGC",
        f"-Dderby.system.home={setup.work}",
    ]
    builder = (
        SparkSession.builder.master("local[2]")
        .appName("rapids-udfs tests")
        .config("spark.driver.extraClassPath", ":".join(map(str, setup.class_path())))
        .config("spark.driver.extraJavaOptions", " ".join(options))
        .config("spark.driver.memory", "3g")
        .config("spark.sql.session.timeZone", "UTC")
        # Dates before 1582 as they are: Spark 3.5 refuses to write them otherwise.
        .config("spark.sql.parquet.datetimeRebaseModeInWrite", "CORRECTED")
        .config("spark.sql.parquet.int96RebaseModeInWrite", "CORRECTED")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.warehouse.dir", str(setup.work / "warehouse"))
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.hadoop.javax.jdo.option.ConnectionURL", "jdbc:derby:memory:db;create=true")
    )
    if setup.jars:
        builder = builder.config("spark.jars", ",".join(map(str, setup.jars)))
    if setup.hive:
        builder = builder.enableHiveSupport()
    if setup.mode == "host":
        # One file a partition, so that there are several batches.
        builder = builder.config("spark.sql.files.maxPartitionBytes", "64k")
        builder = rapids_udfs.configure(builder, mode="host")
    else:
        builder = builder.config("spark.sql.extensions", EXTENSION)
    return builder.getOrCreate()
