# SPDX-License-Identifier: Apache-2.0

"""Checks of what is installed: Spark, PySpark, Java, this library's jar and the plugin's."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from rapids_udfs._version_text import numbers_of
from rapids_udfs._versions import JAVA
from rapids_udfs.diagnosis.finding import Facts, raised
from rapids_udfs.diagnosis.setup import Setup
from rapids_udfs.errors import PluginNotFoundError
from rapids_udfs.runtime import jars, plugin
from rapids_udfs.runtime.installed import check_java, installed_spark
from rapids_udfs.session.devices import find_gpu
from rapids_udfs.session.library import jvm_class
from rapids_udfs.session.modes import MODE_SETTING
from rapids_udfs.session.plugin_in_session import check_plugin, find_plugin
from rapids_udfs.session.settings import plain_path


def spark(_: Setup) -> Iterator[Facts]:
    """No Spark."""
    yield from raised("without Spark nothing runs", installed_spark)


def connect_client(_: Setup) -> Iterator[Facts]:
    """What PySpark's client of Spark Connect lacks."""
    try:
        import_module("pyspark.sql.connect.session")
    except ImportError as e:
        why = "the client does not start"
        yield str(e).strip().splitlines()[0], why, "pip install 'pyspark[connect]'"


def spark_version(setup: Setup) -> Iterator[Facts]:
    """A Spark that is not supported."""
    found = setup.spark
    why = "library and plugin are built for certain Spark versions, and fail in others"
    yield from raised(why, lambda: found.line)


def pyspark(setup: Setup) -> Iterator[Facts]:
    """A PySpark of another minor version than Spark; a vendor's has a suffix."""
    try:
        from pyspark import __version__ as python
    except ImportError:
        return
    version = setup.spark.version
    if numbers_of(python)[:2] != numbers_of(version)[:2]:
        yield (
            f"PySpark {python}, but SPARK_HOME={os.environ.get('SPARK_HOME')} is {version}",
            "Python and JVM speak different protocols, and fail with misleading errors",
            f"unset SPARK_HOME, or: pip install pyspark=={version}",
        )


def java(setup: Setup) -> Iterator[Facts]:
    """No Java, or one that is not supported; of a session its own, whatever JAVA_HOME is now."""
    why = "Spark and the plugin run on this version alone"
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
    yield from raised("it holds the functions", lambda: jars.library_jar(line))


def plugin_jar(setup: Setup) -> Iterator[Facts]:
    """The plugin's jar, missing or wrong, where a GPU is to be used or could be."""
    found_spark = setup.spark
    if not (setup.wants_gpu or _may_use_gpu(setup)):
        return
    named = find_plugin(setup.settings, found_spark.jars)
    if named is not None and not Path(plain_path(named)).is_file():
        return  # Maven coordinates, or the settings' own check

    def look() -> None:
        try:
            jar = Path(plain_path(named)) if named else plugin.locate(found_spark.scala)
        except PluginNotFoundError:
            if setup.wants_gpu:
                raise
            return
        check_plugin(jar, found_spark, setup.settings)

    yield from raised("without it nothing runs on the GPU", look)


def _may_use_gpu(setup: Setup) -> bool:
    """Return whether ``configure`` would take the GPU of this machine in mode ``auto``."""
    return setup.is_local and setup.settings.get(MODE_SETTING) is None and find_gpu().usable
