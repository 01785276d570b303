# SPDX-License-Identifier: Apache-2.0

"""The plugin's jar in a session's settings: the one they name, and checks that it is right."""

from __future__ import annotations

import os
import re
import zipfile
from pathlib import Path

from rapids_udfs._versions import Line
from rapids_udfs.errors import PluginMismatchError
from rapids_udfs.runtime.installed import read_property
from rapids_udfs.session.settings import SparkSettings

NAME = "rapids-4-spark"
"""The prefix of the jar's file name and of the Maven artifact."""

_RELEASE_FILE = "rapids4spark-version-info.properties"


def find_plugin(settings: SparkSettings, spark_jars: Path) -> str | None:
    """The plugin that a session would get anyway, as a path or Maven coordinates."""
    for key, separator in (("spark.driver.extraClassPath", os.pathsep), ("spark.jars", ",")):
        for item in settings.items(key, separator):
            found = named_by(item)
            # The JVM ignores a missing file, so that the plugin would be missing.
            if found and (key == "spark.jars" or Path(found).is_file()):
                return found
    for package in settings.items("spark.jars.packages"):
        if package.startswith(f"com.nvidia:{NAME}"):
            return package
    installed = sorted(spark_jars.glob(f"{NAME}*.jar"))
    return str(installed[0]) if installed else None


def named_by(item: str) -> str | None:
    """The plugin's jar that an item of a class path or list of jars names; None if none."""
    if item.endswith("/*"):
        jars = sorted(Path(item[:-2]).glob(f"{NAME}*.jar"))
        return str(jars[0]) if jars else None
    return item if Path(item).name.startswith(NAME) else None


def check_plugin(jar: Path, line: Line, spark_version: str) -> None:
    """Check that a plugin jar is the one for a line and a Spark version."""
    wanted = f"rapids-4-spark_{line.scala} {line.plugin}"
    try:
        with zipfile.ZipFile(jar) as archive:
            names = archive.namelist()
    except zipfile.BadZipFile:
        raise PluginMismatchError(jar, "damaged or no jar at all", wanted, line.scala) from None
    pom = re.compile(r"META-INF/maven/com\.nvidia/rapids-4-spark_([\d.]+)/pom\.properties")
    scalas = [match[1] for match in map(pom.fullmatch, names) if match]
    release = read_property(jar, _RELEASE_FILE, "version")
    if release is None or not scalas:
        raise PluginMismatchError(jar, "not a jar of the cuDF plugin", wanted, line.scala)
    found = f"rapids-4-spark_{scalas[0]} {release}"
    if found != wanted:
        raise PluginMismatchError(jar, found, wanted, line.scala)
    shim = f"spark{spark_version.replace('.', '')}/"
    if not any(name.startswith(shim) for name in names):
        found += f" without classes for Spark {spark_version}"
        raise PluginMismatchError(jar, found, wanted, line.scala)
