"""The demonstration's session: local, quiet, in UTC."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rapids_udfs import configure
from rapids_udfs.cache import writable_dir
from rapids_udfs.cli.terminal import say
from rapids_udfs.demo import spark_start
from rapids_udfs.demo.errors import VerdictUnavailableError
from rapids_udfs.demo.spark_errors import quiet_query_logger
from rapids_udfs.devices import find_gpu
from rapids_udfs.errors import PluginNotFoundError
from rapids_udfs.installed import installed_spark

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from rapids_udfs.session import ModeName


@contextmanager
def started(mode: ModeName) -> Iterator[tuple[SparkSession, ModeName]]:
    """A session and its mode, stopped at the end; says what it does.

    Args:
        mode: a mode of ``configure``; ``auto`` is ``gpu`` where there is one, else
            ``explain``.

    Raises:
        VerdictUnavailableError: the plugin's jar is needed and not there.
        SparkStartError: Spark did not start; the text has the end of its log.
        RapidsUdfsError: what :func:`rapids_udfs.configure` raises.
    """
    if mode == "auto":
        mode = "gpu" if find_gpu().usable else "explain"
    version = installed_spark().version
    quiet_query_logger()
    spark = _start(version, mode)
    try:
        yield spark, mode
    finally:
        spark.stop()


def _start(version: str, mode: ModeName) -> SparkSession:
    from pyspark.sql import SparkSession

    builder = (
        SparkSession.builder.master("local[*]")
        .appName("rapids-udfs demo")
        .config("spark.driver.memory", "2g")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
    )
    try:
        builder = configure(builder, mode)
    except PluginNotFoundError as e:
        raise VerdictUnavailableError(str(e)) from e
    log = writable_dir("logs") / "demo-spark.log"
    say(f"Starting Spark {version} ... (its log: {log})")
    start = time.monotonic()
    spark = spark_start.start(builder, log)
    say(f"Started in {time.monotonic() - start:.1f} s.\n")
    return spark
