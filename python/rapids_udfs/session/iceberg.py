# SPDX-License-Identifier: Apache-2.0

"""Iceberg's jar in a session's settings: where the plugin sees it, in a version that it knows.

A plugin on the class path does not see the classes of ``spark.jars`` and ``spark.jars.packages``,
which have a class loader of their own. It refers to Iceberg's, so that every query of an Iceberg
table fails then if the plugin runs, and none but its explanation if it only explains.
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
"""Whether Iceberg reads batches of columns. Those of a table with deleted rows have more columns
than the plan says, on which the plugin's operator after a scan on the CPU fails.
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
    """Put the jars of Iceberg in ``spark.jars`` on the class path, if the plugin is there.

    With ``read_on_cpu``, where the plugin reads no tables, Iceberg reads rows by default.

    Args:
        settings: the session's.
        spark: the Spark that it starts.
        runs: whether the plugin runs queries; else it only explains them.
        read_on_cpu: whether the plugin reads no tables.

    Raises:
        ConfigurationError: Iceberg is where the plugin does not see it, or in another version than
            those that it knows, and the settings have a catalog of its tables. Without one the log
            warns.
    """
    if _plugin_on_class_path(settings, spark):
        for jar in _named(settings.jars("spark.jars")):
            if not is_remote(jar):
                settings.append(DRIVER, plain_path(jar), os.pathsep)
                settings.append(EXECUTOR, plain_path(jar), ":")
        if read_on_cpu and _seen(settings, spark):
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
    seen = _seen(settings, spark)
    hidden = _named([*settings.jars("spark.jars"), *settings.items("spark.jars.packages")])
    if hidden and not seen and _plugin_on_class_path(settings, spark):
        yield Problem(f"{hidden[0]} {HIDDEN}", fails, TO_CLASS_PATH)
    known = _known(plugin, spark.version) if plugin else []
    for item in seen or hidden:
        (version,) = _RUNTIME.findall(item)
        if known and version not in known:
            yield Problem(
                f"{item} is not of a version that the plugin knows",
                fails,
                f"Use Iceberg {' or '.join(known)}",
            )


def _plugin_on_class_path(settings: SparkSettings, spark: InstalledSpark) -> bool:
    plugin = find_plugin(settings, spark.jars)
    elsewhere = [*settings.jars("spark.jars"), *settings.items("spark.jars.packages")]
    return plugin is not None and plugin not in elsewhere


def _seen(settings: SparkSettings, spark: InstalledSpark) -> list[str]:
    """The jars of Iceberg on the driver's class path."""
    return _named([*settings.jars(DRIVER), *map(str, spark.jars.glob("*.jar"))])


def _named(items: list[str]) -> list[str]:
    return [item for item in items if _RUNTIME.search(item)]


def _known(plugin: str, spark_version: str) -> list[str]:
    """The versions of Iceberg that a plugin jar has classes for; empty if any will do."""
    jar, shim = Path(plain_path(plugin)), shim_folder(spark_version)
    if not zipfile.is_zipfile(jar):
        return []
    with zipfile.ZipFile(jar) as archive:
        names = archive.namelist()
    if f"{shim}/{_PLUGINS}IcebergProviderBase.class" not in names:
        return []  # for this Spark it leaves Iceberg to the CPU
    pattern = rf"(?:spark-shared|{shim})/{_PLUGINS}iceberg(\d)(\d+)x/IcebergProviderImpl\.class"
    found = {(int(m[1]), int(m[2])) for m in map(re.compile(pattern).fullmatch, names) if m}
    return [f"{major}.{minor}" for major, minor in sorted(found)]
