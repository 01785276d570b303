# SPDX-License-Identifier: Apache-2.0

"""The jars of a Spark version that ours refer to, from a Maven repository or PySpark's wheel."""

from __future__ import annotations

import re
import urllib.error
import zipfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from devtools import pyspark_wheel
from devtools.process import say
from rapids_udfs.errors import DownloadError
from rapids_udfs.runtime import download
from rapids_udfs.runtime.cache import locked, writable_dir

_FOLDER = "spark-jars"
_GROUP = "org.apache.spark"
_MODULES = {
    **dict.fromkeys(("catalyst", "common-utils", "core", "kvstore"), (3, 5)),
    **dict.fromkeys(("sql", "sql-api", "tags", "unsafe"), (3, 5)),
    "common-utils-java": (4, 1),
}
"""Spark's modules, and the first version with the module."""
_JACKSON = "com.fasterxml.jackson.core"
_LIBRARIES = {
    # Since 2.20 its versions have two numbers.
    f"{_JACKSON}:jackson-annotations": r"<fasterxml.jackson.version>(2\.1\d\.\d+|2\.\d+)",
    f"{_JACKSON}:jackson-core": "<fasterxml.jackson.version>(.+?)<",
    f"{_JACKSON}:jackson-databind": "<fasterxml.jackson.version>(.+?)<",
    "io.dropwizard.metrics:metrics-core": "<codahale.metrics.version>(.+?)<",
    "jakarta.servlet:jakarta.servlet-api": "<jakartaservlet.version>(.+?)<",
    "org.apache.hive:hive-exec:core": "<hive.version>(.+?)<",
    "org.apache.hive:hive-serde": "<hive.version>(.+?)<",
    "org.apache.hive:hive-storage-api": "<hive.storage.version>(.+?)<",
    "org.scala-lang:scala-library": "<scala.version>(.+?)<",
    "org.scala-lang.modules:scala-xml_{scala}": r">scala-xml_[^<]+</artifactId>\s*<version>(.+?)<",
    "org.slf4j:slf4j-api": "<slf4j.version>(.+?)<",
}
"""Libraries that come with Spark, and the place of their versions in its POM."""


class _Pom(download.Artifact):
    @property
    def file_name(self) -> str:
        return f"{self.name}-{self.version}.pom"


def from_maven(scala: str, version: str) -> list[Path] | None:
    """Return the jars, downloaded if needed (50 MB); None if the repository lacks one."""
    lacking = writable_dir(_FOLDER) / f"{scala}-{version}.lacking"
    if lacking.is_file():
        return None
    try:
        modules = _fetch(_modules(scala, version))
        (pom,) = _fetch([_Pom(_GROUP, f"spark-parent_{scala}", version)])
    except DownloadError as e:
        if not (isinstance(e.__cause__, urllib.error.HTTPError) and e.__cause__.code == 404):
            raise
        # The next call then needs only the cache.
        lacking.write_text(f"{e}\n", encoding="utf-8")
        return None
    return modules + _fetch(_libraries(scala, pom.read_text(encoding="utf-8")))


def _modules(scala: str, version: str) -> Iterator[download.Artifact]:
    for module, since in _MODULES.items():
        if tuple(map(int, version.split(".")[:2])) >= since:
            yield download.Artifact(_GROUP, f"spark-{module}_{scala}", version)


def _libraries(scala: str, pom: str) -> Iterator[download.Artifact]:
    for coordinates, pattern in _LIBRARIES.items():
        group, name, *classifier = coordinates.format(scala=scala).split(":")
        # The last match: those of inactive profiles come before it.
        yield download.Artifact(group, name, re.findall(pattern, pom)[-1], "", *classifier)


def _fetch(what: Iterable[download.Artifact]) -> list[Path]:
    with ThreadPoolExecutor(8) as pool:
        return list(pool.map(lambda one: download.fetch(one, _FOLDER, lambda *_: None), what))


def from_pyspark(scala: str, version: str) -> list[Path]:
    """Return the jars of PySpark's wheel, which pip builds if needed (0.5 GB)."""
    folder = writable_dir(_FOLDER, f"pyspark-{version}")
    names = [f"spark-{module}_{scala}" for module in _MODULES]
    names += [coordinates.format(scala=scala).split(":")[1] for coordinates in _LIBRARIES]
    wanted = re.compile(rf"pyspark/jars/({'|'.join(map(re.escape, names))})-\d[^/]*\.jar")
    with locked(folder / ".lock"):
        if not any(folder.glob("*.jar")):
            say(f"taking the jars of Spark {version} out of PySpark's wheel")
            (wheel,) = pyspark_wheel.folder(version).glob(f"pyspark-{version}-*.whl")
            with zipfile.ZipFile(wheel) as archive:
                for entry in filter(wanted.fullmatch, archive.namelist()):
                    (folder / Path(entry).name).write_bytes(archive.read(entry))
    return sorted(folder.glob("*.jar"))
