# SPDX-License-Identifier: Apache-2.0

"""The plugin's jar in a session's settings, and its checks."""

from __future__ import annotations

import logging
import re
import zipfile
from pathlib import Path

from rapids_udfs._log import log_once
from rapids_udfs._version_text import minor_of, numbers_of
from rapids_udfs._versions import PLUGIN
from rapids_udfs.errors import PluginError
from rapids_udfs.runtime.installed import InstalledSpark, read_property
from rapids_udfs.runtime.plugin import shim_folder
from rapids_udfs.session.settings import DRIVER, SparkSettings

NAME = "rapids-4-spark"
"""The prefix of the jar's file name and of the Maven artifact."""

_RELEASE_FILE = "rapids4spark-version-info.properties"
_SHIM_OVERRIDE = "spark.rapids.shims-provider-override"


def find_plugin(settings: SparkSettings, spark_jars: Path) -> str | None:
    """The plugin in the settings or the installation, as a path or Maven coordinates."""
    for key in (DRIVER, "spark.jars"):
        for jar in settings.jars(key):
            # The JVM ignores missing files on its class path.
            if is_plugin(jar) and (key == "spark.jars" or Path(jar).is_file()):
                return jar
    for package in settings.items("spark.jars.packages"):
        if package.startswith(f"com.nvidia:{NAME}"):
            return package
    installed = sorted(spark_jars.glob(f"{NAME}*.jar"))
    return str(installed[0]) if installed else None


def is_plugin(jar: str) -> bool:
    """Return whether a jar is the plugin's, by its name."""
    return Path(jar).name.startswith(NAME)


def check_plugin(jar: Path, spark: InstalledSpark, settings: SparkSettings) -> None:
    """Check that a plugin jar is for a Spark and its Scala; log once if its release is untested.

    Raises:
        PluginError: it is not, or its release is from an earlier year than the tested one.
    """
    scala, tested = spark.scala, f"{NAME}_{spark.scala} {PLUGIN}"
    fix = f"Fetch it with: rapids-udfs fetch-plugin --scala {scala}"
    try:
        with zipfile.ZipFile(jar) as archive:
            entries = archive.namelist()
    except zipfile.BadZipFile:
        raise _wrong(jar, "damaged or no jar at all", tested, fix) from None
    pom = re.compile(r"META-INF/maven/com\.nvidia/rapids-4-spark_([\d.]+)/pom\.properties")
    scalas = [match[1] for match in map(pom.fullmatch, entries) if match]
    release = read_property(jar, _RELEASE_FILE, "version")
    if release is None or not scalas:
        raise _wrong(jar, "not a jar of the cuDF plugin", tested, fix)
    actual = f"{NAME}_{scalas[0]} {release}"
    if scalas[0] != scala:
        raise _wrong(jar, actual, tested, fix)
    if numbers_of(release)[:1] < numbers_of(PLUGIN)[:1]:
        if numbers_of(release):
            actual += ", older than the classes and the cuDF that rapids-udfs is built with"
        newer = f"{NAME}_{scala} {numbers_of(PLUGIN)[0]}.x, best {PLUGIN},"
        raise _wrong(jar, actual, newer, fix)
    if release != PLUGIN:
        text = f"the plugin is {release}; rapids-udfs is tested with {PLUGIN}"
        log_once(logging.WARNING, text)
    _check_shim(jar, actual, entries, spark.version, settings)


def _wrong(jar: Path, actual: str, needed: str, fix: str) -> PluginError:
    return PluginError(f"the plugin jar {jar} is {actual}; {needed} is needed. {fix}")


def _check_shim(
    jar: Path, actual: str, entries: list[str], version: str, settings: SparkSettings
) -> None:
    """Check that the jar has classes for a Spark version, and will use them."""
    shims = {m[1] for m in map(re.compile(r"(spark[0-9]+)/").match, entries) if m}
    patch, shim = ".".join(map(str, numbers_of(version)[:3])), shim_folder(version)
    fix = "Modes cpu and auto run without the plugin, unless spark.plugins names it."
    if shim not in shims:
        minor = minor_of(version)
        prefix = shim_folder(minor)
        patches = sorted(f"{minor}.{s[len(prefix) :]}" for s in shims if s.startswith(prefix))
        needed = f"Spark {' or '.join(patches)}" if patches else f"a release for Spark {minor}"
        raise _wrong(jar, f"{actual} without classes for Spark {version}", needed, fix)
    if patch != version and settings.get(_SHIM_OVERRIDE) is None:
        # The plugin compares whole version strings.
        provider = f"com.nvidia.spark.rapids.shims.{shim}.SparkShimServiceProvider"
        without = f"{actual}, which takes Spark {patch} but not {version} by itself"
        raise _wrong(jar, without, f"the setting {_SHIM_OVERRIDE}={provider}", fix)
