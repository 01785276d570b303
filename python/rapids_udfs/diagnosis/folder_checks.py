# SPDX-License-Identifier: Apache-2.0

"""Checks of this machine's folders and limits."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rapids_udfs.diagnosis.finding import Facts
from rapids_udfs.diagnosis.setup import Setup
from rapids_udfs.errors import CacheError
from rapids_udfs.runtime.cache import cache_dir
from rapids_udfs.session.settings import SparkSettings

MIN_FREE_BYTES: Final = 2**30
MIN_FILES: Final = 4096
_NATIVE_BYTES: Final = 1_500_000_000
_JVM_OPTIONS: Final = ("spark.driver.extraJavaOptions", "spark.driver.defaultJavaOptions")
_JVM_VARIABLES: Final = ("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "SPARK_SUBMIT_OPTS")
_SPARK_FOLDERS: Final = "shuffles and spilled batches go there"
_OTHER_FOLDER: Final = "set spark.local.dir, or SPARK_LOCAL_DIRS, to a folder with more space"


def cache(_: Setup) -> Iterator[Facts]:
    """A cache folder that cannot be written."""
    try:
        folder = cache_dir()
    except CacheError:
        folder = Path("~/.cache/rapids-udfs")
    if not _writable(_existing(folder)):
        yield (
            f"the cache folder {folder} cannot be written",
            "the plugin's jar is fetched into it, and mode emulate keeps a copy there",
            "set RAPIDS_UDFS_CACHE to a folder that you may write to",
        )


def temporary_folder(setup: Setup) -> Iterator[Facts]:
    """A folder of Spark's that cannot be written."""
    for folder in _spark_folders(setup.settings):
        if not _writable(_existing(folder)):
            yield f"{folder} cannot be written", _SPARK_FOLDERS, _OTHER_FOLDER


def temporary_space(setup: Setup) -> Iterator[Facts]:
    """A folder of Spark's that is nearly full, or small as ``/tmp`` is in containers."""
    for folder in _spark_folders(setup.settings):
        if (free := shutil.disk_usage(_existing(folder)).free) < MIN_FREE_BYTES:
            yield f"{folder} has {free / 2**20:,.0f} MiB left", _SPARK_FOLDERS, _OTHER_FOLDER


def native_libraries(setup: Setup) -> Iterator[Facts]:
    """No space for the plugin's libraries, in the session of a GPU."""
    if not (setup.wants_gpu and setup.is_local):
        return
    folder = _jvm_folder(setup.settings)
    if (free := shutil.disk_usage(_existing(folder)).free) < _NATIVE_BYTES:
        yield (
            f"{folder} has {free / 2**20:,.0f} MiB left",
            "the plugin unpacks libcudf there (1.5 GB), and ends the session if it does not fit",
            f"--conf {_JVM_OPTIONS[0]}=-Djava.io.tmpdir=FOLDER, one with more space",
        )


def open_files(_: Setup) -> Iterator[Facts]:
    """A low limit of open files."""
    import resource  # absent on Windows

    # The JVM itself raises its soft limit to the hard one.
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if hard != resource.RLIM_INFINITY and hard < MIN_FILES:
        yield (
            f"a process may have {hard} files open",
            "a shuffle opens thousands, and fails with 'Too many open files'",
            f"raise the hard limit: ulimit -Hn {16 * MIN_FILES}, or in limits.conf",
        )


def _spark_folders(settings: SparkSettings) -> list[Path]:
    """The folders in which Spark creates its own."""
    named = os.environ.get("SPARK_LOCAL_DIRS") or settings.get("spark.local.dir")
    return [*map(Path, named.split(","))] if named else [_jvm_folder(settings)]


def _jvm_folder(settings: SparkSettings) -> Path:
    """The JVM's folder of temporary files; on Linux it does not read TMPDIR."""
    texts = [*map(settings.get, _JVM_OPTIONS), *map(os.environ.get, _JVM_VARIABLES)]
    named = re.search(r"-Djava\.io\.tmpdir=(\S+)", " ".join(filter(None, texts)))
    usual = "/tmp" if sys.platform == "linux" else tempfile.gettempdir()
    return Path(named[1] if named else usual)


def _existing(folder: Path) -> Path:
    """The folder, or the nearest one above it that is there: programs create the rest."""
    return next((p for p in (folder, *folder.absolute().parents) if p.exists()), folder)


def _writable(folder: Path) -> bool:
    return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)
