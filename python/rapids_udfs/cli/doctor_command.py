# SPDX-License-Identifier: Apache-2.0

"""The command ``rapids-udfs doctor``: what is wrong with this machine and these settings."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from rapids_udfs.console.terminal import say
from rapids_udfs.errors import ConfigurationError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from rapids_udfs.diagnosis.finding import Diagnosis
    from rapids_udfs.diagnosis.setup import Setup

_DESCRIPTION = """\
Checks Spark, Java, Python, jars, the GPU, folders and limits of this machine, and the settings
that a session would start with: those of spark-defaults.conf, PYSPARK_SUBMIT_ARGS,
--properties-file and --conf. With --start it starts that session and asks its executors' Python
workers too. With SPARK_REMOTE, or PySpark's client alone, it is the session of a Spark Connect
client, which needs no Java. In a running session: rapids_udfs.doctor(spark).
"""
_EPILOG = """\
exit status:
  0    there is no error; there may be warnings and notes
  1    there are errors
  2    the command line is wrong
  3    the checks could not be run; standard error says why
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    doctor = commands.add_parser(
        "doctor",
        help="check this machine and the settings of a session, and say what to fix",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=_EPILOG,
    )
    doctor.add_argument(
        "--conf", action="append", default=[], metavar="KEY=VALUE", help="a setting, as Spark's"
    )
    doctor.add_argument("--properties-file", type=Path, metavar="FILE", help="settings, as Spark's")
    doctor.add_argument("--master", metavar="URL", help="the same as --conf spark.master=URL")
    doctor.add_argument("--gpu", action="store_true", help="it is to run on a GPU")
    doctor.add_argument(
        "--python-udfs", action="store_true", help="it is to run Python UDFs in Python workers"
    )
    doctor.add_argument("--start", action="store_true", help="start the session and check it")
    doctor.add_argument("--json", action="store_true", help="print JSON")
    doctor.set_defaults(work=lambda options: _doctor(options, doctor), error_status=3)


def _doctor(options: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    from rapids_udfs.diagnosis import doctor
    from rapids_udfs.diagnosis.setup import Setup

    settings = given_settings(options, parser)
    if options.master:
        settings["spark.master"] = options.master
    setup = Setup.to_start(settings, gpu=options.gpu, python_udfs=options.python_udfs)
    found = doctor.before_start(setup)
    started = options.start and found.healthy
    if started:
        found = _started(setup, settings)
    say(found.to_json() if options.json else str(found))
    if options.start and not started and not options.json:
        say("The session was not started: fix the errors first.")
    return 0 if found.healthy else 1


def given_settings(options: argparse.Namespace, parser: argparse.ArgumentParser) -> dict[str, str]:
    """The settings of ``--properties-file`` and ``--conf``, or the exit of a wrong call."""
    from rapids_udfs.session.java_properties import read_properties

    file = options.properties_file
    if file is not None and not file.is_file():
        parser.error(f"--properties-file: there is no file {file}")
    try:
        settings = read_properties(file) if file is not None else {}
    except ConfigurationError as e:
        parser.error(f"--properties-file: {e}")
    for text in options.conf:
        key, equals, value = text.partition("=")
        if not (equals and key.strip()):
            parser.error(f"--conf takes KEY=VALUE, not {text!r}")
        settings[key.strip()] = value.strip()
    return settings


def _started(setup: Setup, settings: dict[str, str]) -> Diagnosis:
    from rapids_udfs.diagnosis import doctor

    spark = _start(setup, settings)
    try:
        return doctor.check_session(spark, python_udfs=setup.python_udfs)
    finally:
        spark.stop()


def _start(setup: Setup, settings: dict[str, str]) -> SparkSession:
    """Start the session that was checked."""
    from pyspark.sql import SparkSession

    from rapids_udfs.session.builder import configure
    from rapids_udfs.session.local import local_builder, quiet_start

    if setup.server is not None:
        builder = SparkSession.builder
        for key, value in settings.items():
            builder = builder.config(key, value)
        return builder.getOrCreate()
    builder = local_builder("rapids-udfs doctor", cores="*").master(setup.master)
    for key, value in settings.items():
        builder = builder.config(key, value)
    builder = configure(builder, mode="gpu" if setup.gpu else "auto")
    return quiet_start(builder, _log_file())


def _log_file() -> Path:
    """The file of Spark's log, in the cache, or where that cannot be written."""
    import tempfile

    from rapids_udfs.errors import InstallationError
    from rapids_udfs.runtime.cache import writable_dir

    try:
        folder = writable_dir("logs")
    except InstallationError:
        folder = Path(tempfile.mkdtemp(prefix="rapids-udfs-"))
    return folder / "doctor-spark.log"
