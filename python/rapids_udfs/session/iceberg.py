# SPDX-License-Identifier: Apache-2.0

"""Iceberg's jar in a session's settings: visible to the plugin, in a version that it supports.

A plugin on the class path does not see the classes of ``spark.jars`` and ``spark.jars.packages``,
which have a class loader of their own. It refers to Iceberg's classes: without them every query of
an Iceberg table fails if the plugin runs it, and every explanation if it only explains.
"""

from __future__ import annotations

import logging
import os
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from rapids_udfs._log import log_once
from rapids_udfs.errors import ConfigurationError
from rapids_udfs.runtime.installed import InstalledSpark
from rapids_udfs.runtime.plugin import shim_folder
from rapids_udfs.session.plugin_in_session import find_plugin
from rapids_udfs.session.settings import (
    CLASS_PATHS,
    DRIVER,
    EXECUTOR,
    SparkSettings,
    is_remote,
    plain_path,
)

VECTORIZED = "spark.sql.iceberg.vectorization.enabled"
"""Whether Iceberg reads batches of columns.

For a table with deleted rows they have more columns than the plan, and the plugin's operator after
a scan on the CPU fails.
"""
HIDDEN: Final = "is not on the class path, where the plugin is"
TO_CLASS_PATH: Final = (
    f"Add its file to {CLASS_PATHS}, or name the file in spark.jars:"
    " rapids_udfs.configure does the rest"
)
EXPLAINING: Final = "rapids_udfs.explain of a query of an Iceberg table"
_RUNTIME = re.compile(r"iceberg-spark-runtime-[\d.]+_[\d.]+[-:](\d+\.\d+)")
_PLUGINS = "com/nvidia/spark/rapids/iceberg/"


class Problem(NamedTuple):
    """Why queries of Iceberg tables fail in a session."""

    found: str
    fails: str
    fix: str

    def __str__(self) -> str:
        return f"{self.found}: {self.fails} fails. {self.fix}."


def put_beside_plugin(
    settings: SparkSettings, spark: InstalledSpark, *, runs: bool, read_on_cpu: bool = False
) -> None:
    """Put Iceberg's jars in ``spark.jars`` on the class path, if the plugin is there.

    ``runs`` is whether the plugin runs queries rather than only explains them, ``read_on_cpu``
    whether it reads no tables; Iceberg then reads rows by default. If the plugin does not see
    Iceberg, or does not support its version, log that, or raise ConfigurationError if the settings
    have a catalog of Iceberg tables.
    """
    if _plugin_on_class_path(settings, spark):
        for jar in _iceberg(settings.jars("spark.jars")):
            if not is_remote(jar):
                settings.append(DRIVER, plain_path(jar), os.pathsep)
                settings.append(EXECUTOR, plain_path(jar), ":")
        if read_on_cpu and _visible(settings, spark):
            settings.put_default(VECTORIZED, "false")
    for problem in problems(settings, spark, runs=runs):
        if runs and has_tables(settings):
            raise ConfigurationError(str(problem))
        log_once(logging.WARNING, str(problem))


def has_tables(settings: SparkSettings) -> bool:
    """Return whether the settings have a catalog of Iceberg tables."""
    keys = settings.keys("spark.sql.catalog.")
    return any((settings.get(key) or "").startswith("org.apache.iceberg.") for key in keys)


def problems(settings: SparkSettings, spark: InstalledSpark, *, runs: bool) -> Iterator[Problem]:
    """Yield why queries of Iceberg tables, or their explanations, fail in a session."""
    fails = "every query of an Iceberg table" if runs else EXPLAINING
    plugin = find_plugin(settings, spark.jars)
    visible = _visible(settings, spark)
    hidden = _iceberg([*settings.jars("spark.jars"), *settings.items("spark.jars.packages")])
    if hidden and not visible and _plugin_on_class_path(settings, spark):
        yield Problem(f"{hidden[0]} {HIDDEN}", fails, TO_CLASS_PATH)
    supported = _supported(plugin, spark.version) if plugin else []
    for item in visible or hidden:
        (version,) = _RUNTIME.findall(item)
        if supported and version not in supported:
            what = f"{item} is not of a version that the plugin supports"
            yield Problem(what, fails, f"Use Iceberg {' or '.join(supported)}")


def _plugin_on_class_path(settings: SparkSettings, spark: InstalledSpark) -> bool:
    plugin = find_plugin(settings, spark.jars)
    elsewhere = [*settings.jars("spark.jars"), *settings.items("spark.jars.packages")]
    return plugin is not None and plugin not in elsewhere


def _visible(settings: SparkSettings, spark: InstalledSpark) -> list[str]:
    """Iceberg's jars on the driver's class path."""
    return _iceberg([*settings.jars(DRIVER), *map(str, spark.jars.glob("*.jar"))])


def _iceberg(items: list[str]) -> list[str]:
    return [item for item in items if _RUNTIME.search(item)]


def _supported(plugin: str, spark_version: str) -> list[str]:
    """The versions of Iceberg that a plugin jar has classes for; empty if any works."""
    jar, shim = Path(plain_path(plugin)), shim_folder(spark_version)
    if not zipfile.is_zipfile(jar):
        return []
    with zipfile.ZipFile(jar) as archive:
        names = archive.namelist()
    if f"{shim}/{_PLUGINS}IcebergProviderBase.class" not in names:
        return []  # for this Spark the plugin leaves Iceberg to the CPU
    pattern = rf"(?:spark-shared|{shim})/{_PLUGINS}iceberg(\d)(\d+)x/IcebergProviderImpl\.class"
    versions = {(int(m[1]), int(m[2])) for m in map(re.compile(pattern).fullmatch, names) if m}
    return [f"{major}.{minor}" for major, minor in sorted(versions)]
