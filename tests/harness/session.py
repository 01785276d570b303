# SPDX-License-Identifier: Apache-2.0

"""Quiet Spark sessions for tests, without leftovers, and with the class path of every mode."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import rapids_udfs
from rapids_udfs._versions import LINES
from rapids_udfs.registration.function_names import RESOLUTION_ORDER, builtins_come_first
from rapids_udfs.runtime import jars, plugin
from rapids_udfs.runtime.cache import cache_dir
from rapids_udfs.runtime.installed import installed_spark
from rapids_udfs.session.local import local_builder
from rapids_udfs.session.modes import COLUMNAR_INPUT, COMPILE_ROWS

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

DAEMON = "importing_daemon"
"""The module that starts Python workers."""
EXTENSION = "io.github.rapidsudfs.RapidsUdfsExtensions"
SPARK = installed_spark()
HAS_PLUGIN = (
    SPARK.version in SPARK.line.spark
    and (cache_dir() / "plugin" / plugin.artifact(SPARK.scala).file_name).is_file()
)
"""Whether the cache has a plugin for this Spark."""
with_plugin = pytest.mark.skipif(
    not HAS_PLUGIN, reason=f"no plugin for Spark {SPARK.version} on Scala {SPARK.scala} here"
)
"""Marks tests that need the plugin's jar."""
HAS_HIVE = any(SPARK.jars.glob("spark-hive_*.jar"))
"""Whether this Spark has Hive; Spark 3.5 on Scala 2.13 from Maven does not."""
with_hive = pytest.mark.skipif(not HAS_HIVE, reason="this Spark has no Hive")
IS_MAIN = SPARK.version == LINES[0].main
"""Whether this is the Spark that everything is tested on."""
COMPILED_TRANSPORTS = ("pickled", "arrow") if SPARK.version >= "4.1" else ("pickled",)
"""The transports of compiled UDFs: before Spark 4.1, Arrow UDFs get their values from pandas."""


def by_turns(at: int, among: tuple[str, ...] = COMPILED_TRANSPORTS) -> str:
    """Return the transport for one of many cases whose results do not depend on it."""
    return among[at % len(among)]


with_compiled_arrow = pytest.mark.skipif(
    "arrow" not in COMPILED_TRANSPORTS,
    reason="before Spark 4.1, Arrow UDFs get their values from pandas",
)
"""Marks tests of compiled UDFs that need Arrow."""
_HERE = Path(__file__).parent
_LOGGING = _HERE / "log4j2.properties"


@dataclass(frozen=True)
class Setup:
    """The settings of a session.

    Attributes:
        work: the folder for the warehouse, and for classes compiled while the session runs.
        mode: ``explain`` has the plugin on the class path, ``cpu`` only the names of its types;
            ``rapids_udfs.configure`` configures ``emulate``.
        hive: whether the session can have Hive functions.
        jars: jars of users' functions.
    """

    work: Path
    mode: str = "explain"
    hive: bool = HAS_HIVE
    jars: tuple[Path, ...] = ()

    @property
    def classes(self) -> Path:
        """Return a folder on the class path for classes that tests compile."""
        return self.work / "classes"

    def class_path(self) -> list[Path]:
        """Return our jar and the jars that it needs in this mode."""
        if self.mode == "emulate":
            return [self.classes]
        return [our_jar(), *forms_and_fixtures(), base_jar(self.mode), self.classes]


def our_jar() -> Path:
    """Return the library's jar for the installed PySpark."""
    return jars.library_jar(SPARK.line)


def staged_jar(part: str) -> Path:
    """Return the jar of another part, ``hive`` or ``testkit``, for the installed PySpark."""
    return _staged(jars.name_of(f"-{part}", SPARK.line.name, SPARK.scala))


def forms_and_fixtures() -> list[Path]:
    """Return the jars of the Hive UDFs and of the test kit, with its functions for tests."""
    return [staged_jar("hive"), staged_jar("testkit")]


def base_jar(mode: str) -> Path:
    """Return the jar with cuDF's types: the plugin's or, in mode ``cpu``, that of empty types."""
    if mode == "cpu":
        return _staged("cudf-names.jar")
    if mode == "explain":
        return plugin.locate(SPARK.scala)
    raise ValueError(f"no mode {mode}: explain or cpu")


def _staged(name: str) -> Path:
    jar = jars.FOLDER / name
    if not jar.is_file():
        raise FileNotFoundError(f"{jar} is missing; build it with: make jars")
    return jar


def start(setup: Setup) -> SparkSession:
    """Start a session. A JVM has one class path, so a process has sessions of only one mode."""
    setup.classes.mkdir(parents=True, exist_ok=True)
    options = [
        f"-Dlog4j2.configurationFile={_LOGGING.as_uri()}",
        # Neither the session's time zone nor UTC: java.sql's classes depend on the JVM's zone.
        "-Duser.timezone=America/Los_Angeles",
        f"-Dderby.system.home={setup.work}",
    ]
    builder = (
        local_builder("rapids-udfs tests", memory="3g")
        .config("spark.driver.extraClassPath", ":".join(map(str, setup.class_path())))
        .config("spark.driver.extraJavaOptions", " ".join(options))
        # Otherwise, Spark 3.5 refuses to write dates before 1582.
        .config("spark.sql.parquet.datetimeRebaseModeInWrite", "CORRECTED")
        .config("spark.sql.parquet.int96RebaseModeInWrite", "CORRECTED")
        .config("spark.sql.shuffle.partitions", "2")
        .config(COLUMNAR_INPUT, "false")
        .config("spark.python.daemon.module", DAEMON)
        .config("spark.executorEnv.PYTHONPATH", str(_HERE / "workers"))
        .config("spark.sql.warehouse.dir", str(setup.work / "warehouse"))
        .config("spark.hadoop.javax.jdo.option.ConnectionURL", "jdbc:derby:memory:db;create=true")
    )
    added = [*setup.jars, *(forms_and_fixtures() if setup.mode == "emulate" else [])]
    if added:
        builder = builder.config("spark.jars", ",".join(map(str, added)))
    if setup.hive:
        builder = builder.enableHiveSupport()
    if setup.mode == "emulate":
        # One file per partition, so that there are several batches.
        builder = builder.config("spark.sql.files.maxPartitionBytes", "64k")
        builder = rapids_udfs.configure(builder, mode="emulate")
    else:
        builder = builder.config("spark.sql.extensions", EXTENSION)
        # As in mode explain, because the plugin does not recognize compiled calls.
        builder = builder.config(COMPILE_ROWS, "false")
    spark = builder.getOrCreate()
    fixtures = spark._jvm.io.github.rapidsudfs.testkit.functions.ConformanceFunctions
    fixtures.register(spark._jsparkSession)
    return spark


def temporary_first(spark: SparkSession) -> None:
    """Let a session's temporary functions take precedence over builtins, as before Spark 4.2."""
    if builtins_come_first(spark):
        spark.conf.set(RESOLUTION_ORDER, "first")


def temporary(spark) -> set[str]:
    """Return the functions of a session that are neither Spark's nor the extension's."""
    names = {row[0] for row in spark.sql("SHOW USER FUNCTIONS").collect()}
    return names - {f.name for f in rapids_udfs.list_functions()}


def value(spark, expression: str):
    return spark.sql(f"SELECT {expression} AS value").head()["value"]
