# SPDX-License-Identifier: Apache-2.0

"""Every check of the doctor, in its order, with the severity of what it finds."""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from rapids_udfs.diagnosis import (
    gpu_checks,
    jar_checks,
    machine_checks,
    python_checks,
    session_checks,
    settings_checks,
)
from rapids_udfs.diagnosis.finding import ERROR, NOTE, WARNING, Check

_GPU: Final = attrgetter("wants_gpu")
_PYTHON: Final = attrgetter("uses_python")
_PYTHON_ON_GPU: Final = attrgetter("python_on_gpu")

_TO_START: Final = (
    Check(ERROR, machine_checks.spark),
    Check(ERROR, machine_checks.native_libraries),
    # A running session's JVM says which classes it has, wherever they come from.
    Check(ERROR, jar_checks.extension),
    Check(ERROR, jar_checks.names_missing),
    Check(ERROR, settings_checks.plugin_missing),
    Check(NOTE, python_checks.path_python),
    Check(ERROR, python_checks.worker_python, _PYTHON),
    Check(WARNING, python_checks.worker_modules, _PYTHON),
)
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
    Check(ERROR, jar_checks.files),
    Check(ERROR, jar_checks.library_twice),
    Check(ERROR, jar_checks.plugin_twice),
    Check(ERROR, jar_checks.names_beside_plugin),
    Check(ERROR, jar_checks.iceberg, jar_checks.queries_iceberg, WARNING),
    Check(WARNING, settings_checks.plugin_switch),
    Check(WARNING, settings_checks.udf_switch),
    Check(ERROR, settings_checks.compiled_rows),
    Check(ERROR, jar_checks.hive),
    Check(ERROR, jar_checks.executor_class_path),
    Check(ERROR, gpu_checks.gpu_amounts),
    Check(WARNING, gpu_checks.idle_cores),
    Check(ERROR, gpu_checks.discovery_script),
    Check(ERROR, gpu_checks.mps, _GPU),
    Check(ERROR, python_checks.gpu_memory, _PYTHON_ON_GPU),
    Check(WARNING, python_checks.python_workers, _PYTHON_ON_GPU),
)
BEFORE_START: Final = (*_TO_START, *_CLASSIC)
"""Of a session with a driver that is to be started on this machine."""
SESSION: Final = (
    *_CLASSIC,
    Check(ERROR, session_checks.library),
    Check(NOTE, session_checks.other_libraries),
    Check(ERROR, session_checks.workers, _PYTHON),
    Check(WARNING, session_checks.worker_modules, _PYTHON),
    Check(WARNING, session_checks.executors),
)
"""Of a running classic session."""
CLIENT_BEFORE_START: Final = (Check(ERROR, machine_checks.connect_client),)
"""Of a Spark Connect client: a server has the settings, the jars and Java."""
CLIENT_SESSION: Final = (
    Check(ERROR, machine_checks.spark_version),
    Check(ERROR, session_checks.server_library),
)
"""Of a Spark Connect client's session."""
