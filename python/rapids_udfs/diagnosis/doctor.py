# SPDX-License-Identifier: Apache-2.0

"""The doctor: diagnoses of a running session or of one to be started, and the table of checks."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Final

from rapids_udfs.diagnosis import gpu_checks, machine_checks, python_checks, settings_checks
from rapids_udfs.diagnosis.finding import ERROR, NOTE, WARNING, Check, Diagnosis, run
from rapids_udfs.diagnosis.setup import Setup
from rapids_udfs.session.library import is_connect, require_running
from rapids_udfs.session.settings import SparkSettings

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_GPU: Final = attrgetter("wants_gpu")
_PYTHON: Final = attrgetter("uses_python")
_PYTHON_ON_GPU: Final = attrgetter("python_on_gpu")

_CLASSIC: Final = (
    Check(ERROR, machine_checks.spark_version),
    Check(ERROR, machine_checks.pyspark),
    Check(ERROR, machine_checks.java),
    Check(ERROR, machine_checks.library_jar),
    Check(ERROR, machine_checks.plugin_jar, _GPU, WARNING),
    Check(NOTE, machine_checks.cache),
    Check(ERROR, machine_checks.temporary_folder),
    Check(WARNING, machine_checks.temporary_space),
    Check(WARNING, machine_checks.open_files),
    Check(ERROR, gpu_checks.gpu),
    Check(WARNING, gpu_checks.gpu_in_use),
    Check(ERROR, settings_checks.files),
    Check(ERROR, settings_checks.library_twice),
    Check(ERROR, settings_checks.plugin_twice),
    Check(ERROR, settings_checks.names_beside_plugin),
    Check(ERROR, settings_checks.iceberg, settings_checks.queries_iceberg, WARNING),
    Check(WARNING, settings_checks.plugin_switch),
    Check(WARNING, settings_checks.udf_switch),
    Check(ERROR, settings_checks.compiled_rows),
    Check(ERROR, settings_checks.hive),
    Check(ERROR, settings_checks.executor_class_path),
    Check(ERROR, gpu_checks.gpu_amounts),
    Check(WARNING, gpu_checks.idle_cores),
    Check(ERROR, gpu_checks.discovery_script),
    Check(ERROR, gpu_checks.mps, _GPU),
    Check(ERROR, gpu_checks.gpu_memory, _PYTHON_ON_GPU),
    Check(WARNING, gpu_checks.python_workers, _PYTHON_ON_GPU),
    Check(WARNING, python_checks.worker_modules, _PYTHON),
)
BEFORE_START: Final = (
    Check(ERROR, machine_checks.spark),
    Check(ERROR, machine_checks.native_libraries),
    # A running session's JVM says which classes it has, wherever they come from.
    Check(ERROR, settings_checks.extension),
    Check(ERROR, settings_checks.names_missing),
    Check(ERROR, settings_checks.plugin_missing),
    Check(NOTE, python_checks.path_python),
    Check(ERROR, python_checks.worker_python, _PYTHON),
    *_CLASSIC,
)
"""The checks of a classic session to be started on this machine."""
SESSION: Final = (
    *_CLASSIC,
    Check(ERROR, settings_checks.library),
    Check(NOTE, settings_checks.other_libraries),
    Check(ERROR, python_checks.workers, _PYTHON),
    Check(WARNING, python_checks.executors),
)
"""The checks of a running classic session."""
CLIENT_BEFORE_START: Final = (Check(ERROR, machine_checks.connect_client),)
"""The check of a Spark Connect client: a server has the settings, the jars and Java."""
CLIENT_SESSION: Final = (
    Check(ERROR, machine_checks.spark_version),
    Check(ERROR, settings_checks.server_library),
)
"""The checks of a Spark Connect client's session."""


def doctor(spark: SparkSession) -> Diagnosis:
    """Check the set-up of a running session: this machine, its settings, jars and workers.

    Runs one small job, which probes a Python worker on each executor. For a Spark Connect client it
    checks only what a client sees: Spark's version and this library on the server. Problems that
    affect only Python UDFs are notes, unless the settings or the last queries have any.

    Args:
        spark: a session.

    Returns:
        The findings: what was found, why it matters, and what fixes it. Print it; a notebook shows
        a table.

    Raises:
        ArgumentTypeError: ``spark`` is not a session.
        SessionError: it has been stopped.
    """
    require_running(spark, "doctor")
    return check_session(spark)


def check_session(spark: SparkSession, *, python_udfs: bool = False) -> Diagnosis:
    """Check a running session; ``python_udfs`` if it is to run some, whatever its settings say."""
    if is_connect(spark):
        return run(CLIENT_SESSION, Setup(SparkSettings(), session=spark))
    return run(SESSION, Setup.of_session(spark, python_udfs=python_udfs))


def before_start(setup: Setup) -> Diagnosis:
    """Check this machine, and the settings that a session would start with."""
    return run(BEFORE_START if setup.server is None else CLIENT_BEFORE_START, setup)
