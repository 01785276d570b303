# SPDX-License-Identifier: Apache-2.0

"""Checks of this machine: what is installed on it, its folders and limits."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final

from rapids_udfs._version_text import numbers_of
from rapids_udfs._versions import JAVA
from rapids_udfs.diagnosis.finding import Facts, raised
from rapids_udfs.diagnosis.setup import Setup
from rapids_udfs.errors import InstallationError, PluginError
from rapids_udfs.runtime import jars, plugin
from rapids_udfs.runtime.cache import cache_dir
from rapids_udfs.runtime.installed import installed_spark
from rapids_udfs.runtime.java import check_java
from rapids_udfs.session.devices import find_gpu
from rapids_udfs.session.library import jvm_class
from rapids_udfs.session.modes import MODE_SETTING
from rapids_udfs.session.plugin_in_session import check_plugin, find_plugin
from rapids_udfs.session.settings import SparkSettings, plain_path

MIN_FREE_BYTES: Final = 2**30
MIN_FILES: Final = 4096
_NATIVE_BYTES: Final = 1_500_000_000
_JVM_OPTIONS: Final = ("spark.driver.extraJavaOptions", "spark.driver.defaultJavaOptions")
_JVM_VARIABLES: Final = ("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "SPARK_SUBMIT_OPTS")
SPILLED: Final = "shuffles and spilled batches go there"
MANY_FILES: Final = "a shuffle opens thousands, and fails with 'Too many open files'"
_OTHER_FOLDER: Final = "set spark.local.dir, or SPARK_LOCAL_DIRS, to a folder with more space"


def spark(_: Setup) -> Iterator[Facts]:
    """No Spark."""
    yield from raised("without Spark nothing runs", installed_spark)


def connect_client(_: Setup) -> Iterator[Facts]:
    """Packages that PySpark's client of Spark Connect lacks."""
    try:
        import_module("pyspark.sql.connect.session")
    except ImportError as e:
        why = "the client does not start"
        yield str(e).strip().splitlines()[0], why, "pip install 'pyspark[connect]'"


def spark_version(setup: Setup) -> Iterator[Facts]:
    """A Spark that is not supported."""
    spark = setup.spark
    why = "library and plugin are built for certain Spark versions, and fail in others"
    yield from raised(why, lambda: spark.line)


def pyspark(setup: Setup) -> Iterator[Facts]:
    """A PySpark of another minor version than Spark; a vendor's has a suffix."""
    try:
        from pyspark import __version__ as python
    except ImportError:
        return
    version = setup.spark.version
    numbers = numbers_of(version)
    if numbers_of(python)[:2] != numbers[:2]:
        found = f"PySpark {python}, but SPARK_HOME={os.environ.get('SPARK_HOME')} is {version}"
        why = "Python and JVM speak different protocols, and fail with misleading errors"
        fix = f"unset SPARK_HOME, or: pip install pyspark=={'.'.join(map(str, numbers))}"
        yield found, why, fix


def java(setup: Setup) -> Iterator[Facts]:
    """No Java, or an unsupported one; in a session that of its JVM, whatever JAVA_HOME is now."""
    why = "Spark and the plugin run on this version only"
    if setup.session is None:
        yield from raised(why, check_java)
        return
    system = jvm_class(setup.session, "java.lang.System")
    version = str(system.getProperty("java.specification.version"))
    if version != str(JAVA):
        home = system.getProperty("java.home")
        yield f"the session runs on Java {version} of {home}", why, f"install Java {JAVA}"


def library_jar(setup: Setup) -> Iterator[Facts]:
    """This library's jar, missing or outdated."""
    line = setup.line
    yield from raised("it contains the functions", lambda: jars.library_jar(line))


def plugin_jar(setup: Setup) -> Iterator[Facts]:
    """The plugin's jar, missing or wrong, where a GPU is to be used or could be."""
    spark = setup.spark
    # In mode auto ``configure`` would take the GPU of this machine.
    automatic = setup.is_local and setup.settings.get(MODE_SETTING) is None
    if not (setup.wants_gpu or (automatic and find_gpu().usable)):
        return
    named = find_plugin(setup.settings, spark.jars)
    if named is not None and not Path(plain_path(named)).is_file():
        return  # Maven coordinates, or the settings' own check

    def look() -> None:
        try:
            jar = Path(plain_path(named)) if named else plugin.locate(spark.scala)
        except PluginError:
            if setup.wants_gpu or os.environ.get(plugin.ENVIRONMENT_VARIABLE):
                raise
            return
        check_plugin(jar, spark, setup.settings)

    yield from raised("without it nothing runs on the GPU", look)


def cache(_: Setup) -> Iterator[Facts]:
    """A cache folder that cannot be written."""
    try:
        folder = cache_dir()
    except InstallationError:
        folder = Path("~/.cache/rapids-udfs")
    if not _writable(folder):
        why = "the plugin's jar is downloaded into it, and mode emulate keeps a copy there"
        fix = "set RAPIDS_UDFS_CACHE to a folder that you may write to"
        yield f"the cache folder {folder} cannot be written", why, fix


def temporary_folder(setup: Setup) -> Iterator[Facts]:
    """A folder of Spark's that cannot be written."""
    for folder in _spark_folders(setup.settings):
        if not _writable(folder):
            yield f"{folder} cannot be written", SPILLED, _OTHER_FOLDER


def temporary_space(setup: Setup) -> Iterator[Facts]:
    """A folder of Spark's that is nearly full, or small as ``/tmp`` is in containers."""
    for folder in _spark_folders(setup.settings):
        if (free := _free_bytes(folder)) < MIN_FREE_BYTES:
            yield f"{folder} has {free / 2**20:,.0f} MiB left", SPILLED, _OTHER_FOLDER


def native_libraries(setup: Setup) -> Iterator[Facts]:
    """No space for the plugin's libraries, in the session of a GPU."""
    if not (setup.wants_gpu and setup.is_local):
        return
    folder = _jvm_folder(setup.settings)
    if (free := _free_bytes(folder)) < _NATIVE_BYTES:
        why = "the plugin unpacks libcudf there (1.5 GB), and ends the session if it does not fit"
        fix = f"--conf {_JVM_OPTIONS[0]}=-Djava.io.tmpdir=FOLDER, one with more space"
        yield f"{folder} has {free / 2**20:,.0f} MiB left", why, fix


def open_files(_: Setup) -> Iterator[Facts]:
    """A low limit of open files."""
    import resource  # absent on Windows

    # The JVM itself raises its soft limit to the hard one.
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if hard != resource.RLIM_INFINITY and hard < MIN_FILES:
        fix = f"raise the hard limit: ulimit -Hn {16 * MIN_FILES}, or in limits.conf"
        yield f"a process may have {hard} files open", MANY_FILES, fix


def _spark_folders(settings: SparkSettings) -> list[Path]:
    """The folders in which Spark creates its own."""
    folders = os.environ.get("SPARK_LOCAL_DIRS") or settings.get("spark.local.dir")
    return [*map(Path, folders.split(","))] if folders else [_jvm_folder(settings)]


def _jvm_folder(settings: SparkSettings) -> Path:
    """The JVM's folder of temporary files; on Linux it does not read TMPDIR."""
    options = [*map(settings.get, _JVM_OPTIONS), *map(os.environ.get, _JVM_VARIABLES)]
    option = re.search(r"-Djava\.io\.tmpdir=(\S+)", " ".join(filter(None, options)))
    default = "/tmp" if sys.platform == "linux" else tempfile.gettempdir()
    return Path(option[1] if option else default)


def _existing(folder: Path) -> Path:
    """The folder, or its nearest existing parent: programs create the rest."""
    return next((p for p in (folder, *folder.absolute().parents) if p.exists()), folder)


def _writable(folder: Path) -> bool:
    existing = _existing(folder)
    return existing.is_dir() and os.access(existing, os.W_OK | os.X_OK)


def _free_bytes(folder: Path) -> int:
    return shutil.disk_usage(_existing(folder)).free
