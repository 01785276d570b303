# SPDX-License-Identifier: Apache-2.0

"""The jar of the cuDF plugin: its location, its download, and its slim copy.

The jar is about a gigabyte, most of it GPU code, and never part of this package: the user names
one, or it is fetched into the cache. The slim copy lacks the native libraries, which compiling,
explaining plans and the emulator do not need.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path

from rapids_udfs._version_text import numbers_of
from rapids_udfs._versions import PLUGIN, PLUGIN_SHA256
from rapids_udfs.errors import ConfigurationError, PluginError
from rapids_udfs.runtime import download
from rapids_udfs.runtime.cache import cache_dir, locked, writable_dir

ENVIRONMENT_VARIABLE = "RAPIDS_UDFS_PLUGIN_JAR"
CLASSIFIERS = ("cuda12", "cuda13", "cuda12-arm64", "cuda13-arm64")
"""NVIDIA's builds of a release, for a CUDA version and a processor: x86-64 by default."""
_FOLDER = "plugin"


def default_classifier() -> str:
    """The build for CUDA 12 and this machine's processor."""
    return CLASSIFIERS[2 if platform.machine() in ("aarch64", "arm64") else 0]


def artifact(scala: str, classifier: str | None = None) -> download.Artifact:
    """Return the Maven artifact of the plugin for a Scala version."""
    classifier = classifier or default_classifier()
    sha256 = PLUGIN_SHA256.get(f"{scala}-{classifier}", "")
    return download.Artifact("com.nvidia", f"rapids-4-spark_{scala}", PLUGIN, sha256, classifier)


def locate(scala: str, jar: str | Path | None = None, env: Mapping[str, str] = os.environ) -> Path:
    """The plugin jar for a Scala version, without fetching anything.

    It is ``jar``, else the variable ``RAPIDS_UDFS_PLUGIN_JAR``, else in the cache, where the build
    for CUDA 12 precedes that for CUDA 13. PluginError without one; ConfigurationError if the first
    two name anything but a jar.
    """
    if jar is not None:
        return _named(Path(jar), "the argument")
    if env.get(ENVIRONMENT_VARIABLE):
        return _named(Path(env[ENVIRONMENT_VARIABLE]), ENVIRONMENT_VARIABLE)
    folder = cache_dir() / _FOLDER
    for classifier in (default_classifier(), *CLASSIFIERS):
        cached = folder / artifact(scala, classifier).file_name
        if cached.is_file():
            return cached
    raise PluginError(
        f"the cuDF plugin's jar {artifact(scala).file_name} is not at {folder}. "
        f"Fetch it with: rapids-udfs fetch-plugin --scala {scala} "
        "(or name a copy of your own in RAPIDS_UDFS_PLUGIN_JAR)"
    )


def fetch(scala: str, classifier: str | None = None) -> Path:
    """Return the plugin jar for a Scala version in the cache, fetched if needed (about 1 GB)."""
    return download.fetch(artifact(scala, classifier), _FOLDER)


def shim_folder(spark_version: str) -> str:
    """The folder of a plugin jar with its classes for a Spark version: ``spark413`` for 4.1.3."""
    return f"spark{''.join(map(str, numbers_of(spark_version)[:3]))}"


def slim(jar: Path, spark_version: str | None = None) -> Path:
    """The copy of a plugin jar without native libraries, written if needed (some seconds).

    For a Spark version it has only the plugin's classes for that line (``4.1.3``: all of Spark 4;
    ``3.5.5``: all of 3.5).
    """
    jar = _named(jar, "the argument")
    line = ""
    if spark_version:
        # The prefix of its shim folders.
        parts = 1 if numbers_of(spark_version) >= (4,) else 2
        line = f"spark{''.join(map(str, numbers_of(spark_version)[:parts]))}"
    status = jar.stat()
    key = hashlib.sha256(f"{jar.name} {status.st_size} {status.st_mtime_ns}".encode())
    name = f"{jar.stem}{line and f'-{line}'}-slim-{key.hexdigest()[:12]}.jar"
    target = cache_dir() / _FOLDER / name
    if target.is_file():
        return target
    folder = writable_dir(_FOLDER)
    with locked(folder / f".{name}.lock"):
        if not target.is_file():
            part = folder / f".{name}.part"
            # Compressed lightly: the copy is read far more often than written.
            with (
                zipfile.ZipFile(jar) as full,
                zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as copy,
            ):
                for entry in full.namelist():
                    other_shim = re.match(r"spark\d\w*/", entry) and not entry.startswith(line)
                    if not entry.endswith((".so", "/")) and not other_shim:
                        copy.writestr(entry, full.read(entry))
            part.replace(target)
    return target


def _named(jar: Path, named_by: str) -> Path:
    if not zipfile.is_zipfile(jar):
        what = "jar" if jar.is_file() else "file"
        raise ConfigurationError(
            f"{named_by} names {jar}, which is not a {what}. Give the path of a rapids-4-spark jar."
        )
    return jar
