# SPDX-License-Identifier: Apache-2.0

"""The command ``rapids-udfs doctor``: what is wrong with this machine and these settings."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from rapids_udfs.cli.command import Option, command, settings_of
from rapids_udfs.console.terminal import say

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from rapids_udfs.diagnosis.setup import Setup

_EPILOG = """\
exit status:
  0    there is no error; there may be warnings and notes
  1    there are errors
  2    the command line is wrong
  3    the checks could not be run; standard error has the reason
"""


def _options(option: Option) -> None:
    option("--conf KEY=VALUE", "a setting, as Spark's", action="append", default=[])
    option("--properties-file FILE", "settings, as Spark's", type=Path)
    option("--master URL", "the same as --conf spark.master=URL")
    option("--gpu", "it is to run on a GPU")
    option("--python-udfs", "it is to run Python UDFs in Python workers")
    option("--start", "start the session and check it")
    option("--json", "print JSON")


@command(
    "doctor",
    "check this machine and the settings of a session, and list the fixes",
    _options,
    epilog=_EPILOG,
    error_status=3,
)
def doctor(options: argparse.Namespace) -> int:
    """Check this machine, and the settings that a session would start with.

    The machine: Spark, Java, Python, jars, the GPU, folders and limits. The settings: those of
    spark-defaults.conf, PYSPARK_SUBMIT_ARGS, --properties-file and --conf. With --start, start that
    session and check its executors' Python workers too. With SPARK_REMOTE, or with only PySpark's
    client, it is the session of a Spark Connect client, which needs no Java. In a running session:
    rapids_udfs.doctor(spark).
    """
    from rapids_udfs.diagnosis import doctor as checks
    from rapids_udfs.diagnosis.setup import Setup

    settings = settings_of(options)
    if options.master:
        settings["spark.master"] = options.master
    setup = Setup.to_start(settings, gpu=options.gpu, python_udfs=options.python_udfs)
    diagnosis = checks.before_start(setup)
    if start := options.start and diagnosis.healthy:
        spark = _start(setup, settings)
        try:
            diagnosis = checks.check_session(spark, python_udfs=setup.python_udfs)
        finally:
            spark.stop()
    say(diagnosis.to_json() if options.json else str(diagnosis))
    if options.start and not start and not options.json:
        say("The session was not started: fix the errors first.")
    return 0 if diagnosis.healthy else 1


def _start(setup: Setup, settings: dict[str, str]) -> SparkSession:
    """Start the session that was checked; its log is in the cache, if that can be written."""
    import tempfile

    from pyspark.sql import SparkSession

    from rapids_udfs.errors import InstallationError
    from rapids_udfs.runtime.cache import writable_dir
    from rapids_udfs.session.builder import configure
    from rapids_udfs.session.local import local_builder, quiet_start

    is_client = setup.server is not None
    builder = SparkSession.builder
    if not is_client:
        builder = local_builder("rapids-udfs doctor", cores="*").master(setup.master)
    for key, value in settings.items():
        builder = builder.config(key, value)
    if is_client:
        return builder.getOrCreate()
    try:
        folder = writable_dir("logs")
    except InstallationError:
        folder = Path(tempfile.mkdtemp(prefix="rapids-udfs-"))
    builder = configure(builder, mode="gpu" if setup.gpu else "auto")
    return quiet_start(builder, folder / "doctor-spark.log")
