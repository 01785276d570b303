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

NAME = "rapids-4-spark"  # the prefix of the jar's file name and of the Maven artifact

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
    tested = f"{NAME}_{spark.scala} {PLUGIN}"
    fetch = f"Fetch it with: rapids-udfs fetch-plugin --scala {spark.scala}"

    def wrong(actual: str, needed: str = tested, fix: str = fetch) -> PluginError:
        return PluginError(f"the plugin jar {jar} is {actual}; {needed} is needed. {fix}")

    try:
        with zipfile.ZipFile(jar) as archive:
            entries = archive.namelist()
    except zipfile.BadZipFile:
        raise wrong("damaged or no jar at all") from None
    pom = re.compile(r"META-INF/maven/com\.nvidia/rapids-4-spark_([\d.]+)/pom\.properties")
    scalas = [match[1] for match in map(pom.fullmatch, entries) if match]
    release = read_property(jar, "rapids4spark-version-info.properties", "version")
    if release is None or not scalas:
        raise wrong("not a jar of the cuDF plugin")
    actual = f"{NAME}_{scalas[0]} {release}"
    if scalas[0] != spark.scala:
        raise wrong(actual)
    if numbers_of(release)[:1] < numbers_of(PLUGIN)[:1]:
        if numbers_of(release):
            actual += ", older than the classes and the cuDF that rapids-udfs is built with"
        raise wrong(actual, f"{NAME}_{spark.scala} {numbers_of(PLUGIN)[0]}.x, best {PLUGIN},")
    if release != PLUGIN:
        text = f"the plugin is {release}; rapids-udfs is tested with {PLUGIN}"
        log_once(logging.WARNING, text)

    # The classes for this version of Spark: are they there, and will the plugin use them?
    shims = {match[1] for match in map(re.compile(r"(spark[0-9]+)/").match, entries) if match}
    shim, minor = shim_folder(spark.version), minor_of(spark.version)
    fix = "Modes cpu and auto run without the plugin, unless spark.plugins names it."
    if shim not in shims:
        prefix = shim_folder(minor)
        patches = sorted(f"{minor}.{s[len(prefix) :]}" for s in shims if s.startswith(prefix))
        needed = f"Spark {' or '.join(patches)}" if patches else f"a release for Spark {minor}"
        raise wrong(f"{actual} without classes for Spark {spark.version}", needed, fix)
    patch = ".".join(map(str, numbers_of(spark.version)[:3]))
    if patch != spark.version and settings.get(_SHIM_OVERRIDE) is None:
        # The plugin compares whole version strings.
        provider = f"com.nvidia.spark.rapids.shims.{shim}.SparkShimServiceProvider"
        without = f"{actual}, which takes Spark {patch} but not {spark.version} by itself"
        raise wrong(without, f"the setting {_SHIM_OVERRIDE}={provider}", fix)
