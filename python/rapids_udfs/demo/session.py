# SPDX-License-Identifier: Apache-2.0

"""The demonstration's session: local, quiet, in UTC."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rapids_udfs import configure
from rapids_udfs.console.terminal import say
from rapids_udfs.errors import PluginNotFoundError, RapidsUdfsError
from rapids_udfs.runtime.cache import writable_dir
from rapids_udfs.runtime.installed import installed_spark
from rapids_udfs.session import quiet_start
from rapids_udfs.session.devices import find_gpu
from rapids_udfs.session.local import local_builder
from rapids_udfs.session.query_errors import quiet_query_logger

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from rapids_udfs.session.builder import ModeName


class VerdictUnavailableError(RapidsUdfsError):
    """The plugin's jar, which gives the verdicts, is missing."""

    def __init__(self, why: str) -> None:
        super().__init__(f"{why}\nOr do without it: rapids-udfs demo --no-plugin")


@contextmanager
def started(mode: ModeName) -> Iterator[tuple[SparkSession, ModeName]]:
    """Start a session, yield it with its mode, and stop it; print what is done.

    Args:
        mode: a mode of ``configure``; ``auto`` is ``gpu`` if there is a GPU, else
            ``explain``.
    """
    if mode == "auto":
        mode = "gpu" if find_gpu().usable else "explain"
    version = installed_spark().version
    quiet_query_logger()
    builder = local_builder("rapids-udfs demo", cores="*")
    builder = builder.config("spark.sql.shuffle.partitions", "4")
    try:
        builder = configure(builder, mode)
    except PluginNotFoundError as e:
        raise VerdictUnavailableError(str(e)) from e
    log = writable_dir("logs") / "demo-spark.log"
    say(f"Starting Spark {version} ... (its log: {log})")
    start = time.monotonic()
    spark = quiet_start.start(builder, log)
    try:
        say(f"Started in {time.monotonic() - start:.1f} s.\n")
        yield spark, mode
    finally:
        spark.stop()
