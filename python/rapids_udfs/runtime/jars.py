# SPDX-License-Identifier: Apache-2.0

"""The jars inside this package, at paths that Spark can read.

Each Spark line and Scala version has a jar of the library, of its functions as Hive UDFs, and of
the test kit.

A class that implements the plugin's interface cannot load without the plugin's and cuDF's types.
``cudf-names.jar`` has these types, without code, for class paths without the plugin.
``rapids-udfs-emulator.jar`` is the agent of mode ``emulate``. A missing jar raises
``InstallationError``.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import re
import shutil
import tempfile
from functools import cache
from pathlib import Path

from rapids_udfs._versions import LINES, Line, __version__
from rapids_udfs.errors import damaged, other_version
from rapids_udfs.runtime.installed import read_property

FOLDER = Path(__file__).resolve().parents[1] / "jars"
NAMES_JAR = "cudf-names.jar"
EMULATOR_JAR = "rapids-udfs-emulator.jar"
_BUILD_PROPERTIES = "io/github/rapidsudfs/build.properties"


def name_of(part: str, line: str, scala: str) -> str:
    """The file name of a line's jar: the library (empty part), ``-hive`` or ``-testkit``."""
    spark, _, _ = line.partition("_")
    return f"rapids-udfs{part}{'' if spark == LINES[0].name else f'-{spark}'}_{scala}.jar"


def library_jar(line: Line) -> Path:
    """The library's jar of a line; InstallationError if it is not of the package's version."""
    jar = _packed(name_of("", line.name, line.scala))
    version = read_property(jar, _BUILD_PROPERTIES, "version")
    if version is None:
        raise damaged(jar)
    if version != __version__:
        raise other_version(f"the jar {jar}", version, __version__)
    return plain(jar)


def names_jar() -> Path:
    """``cudf-names.jar``."""
    return plain(_packed(NAMES_JAR))


def emulator_jar() -> Path:
    """The Java agent of mode ``emulate``."""
    return plain(_packed(EMULATOR_JAR))


def hive_jar(line: Line) -> Path:
    """The functions as Hive UDFs."""
    return plain(_packed(name_of("-hive", line.name, line.scala)))


def testkit_jar(line: Line) -> Path:
    """The JVM test kit."""
    return plain(_packed(name_of("-testkit", line.name, line.scala)))


def plain(jar: Path) -> Path:
    """The jar, or a temporary copy if its path has characters that Spark cannot read.

    Spark takes paths of jars as URIs in some places and as file names in others: it silently
    ignores a jar with a blank or a percent sign in its path, and splits a path at commas. The JVM
    reads non-ASCII paths only in a UTF-8 locale.
    """
    path = str(jar)
    if re.fullmatch(r"[\w/.~@+-]+", path) and (path.isascii() or _utf8_locale()):
        return jar
    key = hashlib.sha256(f"{jar} {jar.stat().st_mtime_ns}".encode()).hexdigest()[:12]
    copy = _copies() / key / jar.name
    if not copy.exists():
        copy.parent.mkdir(exist_ok=True)
        shutil.copyfile(jar, copy)
    return copy


def _utf8_locale() -> bool:
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    return "utf" in next(filter(None, names), "").lower()


@cache
def _copies() -> Path:
    folder = tempfile.mkdtemp(prefix="rapids-udfs-jars-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def _packed(name: str) -> Path:
    jar = FOLDER / name
    if not jar.is_file():
        raise damaged(jar, "is missing")
    return jar
