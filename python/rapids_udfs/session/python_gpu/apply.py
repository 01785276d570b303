# SPDX-License-Identifier: Apache-2.0

"""The settings that ``configure(builder, python_gpu=...)`` adds."""

from __future__ import annotations

import logging
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rapids_udfs._version_text import numbers_of
from rapids_udfs._versions import PLUGIN
from rapids_udfs.session.cluster import WORKERS_PYTHON, is_here, master_of, python_of_workers
from rapids_udfs.session.plugin_in_session import is_plugin
from rapids_udfs.session.python_gpu.checks import (
    JVM_ALLOC,
    JVM_MAX_ALLOC,
    JVM_MIN_ALLOC,
    check_fractions,
    check_machine,
    check_rmm,
    mps_folder,
    share,
)
from rapids_udfs.session.python_gpu.options import ALLOC, MAX_ALLOC, PandasGpu
from rapids_udfs.session.settings import (
    DRIVER,
    EXECUTOR,
    SparkSettings,
    conflict,
    not_supported,
    plain_path,
)

if TYPE_CHECKING:
    from rapids_udfs.session.modes import Request

DAEMON: Final = "rapids.daemon"
_DAEMONS: Final = (DAEMON, "rapids.daemon_databricks")
_DAEMON_KEY: Final = "spark.python.daemon.module"
_PYTHONPATH: Final = "spark.executorEnv.PYTHONPATH"
_EVERY_EXECUTOR_CHECKS: Final = "spark.executorEnv.RAPIDS_UDFS_PYTHON_GPU"
# PySpark dropped a function that the plugin's daemon imports.
_NO_DAEMON: Final = (
    f"The plugin's daemon of Python workers ({PLUGIN}) does not start on PySpark %s: queries with "
    "Python UDFs will fail. Use Spark 4.1, or leave python_gpu out."
)
_log = logging.getLogger("rapids_udfs")
# Below this share the plugin does not start.
_LEAST_SHARE: Final = 0.25
_SHARE_OF_WORKERS: Final = 0.5


def apply(request: Request, mode: str, options: PandasGpu) -> dict[str, str]:
    """Add the settings to the request's, after the mode's own; return the driver's variables.

    In modes other than ``gpu`` no plugin gives workers a GPU: they are only reused, so that the
    same program runs.
    """
    settings = request.settings
    _workers(settings)
    python, environment = _python(settings, options)
    if mode != "gpu":
        return environment
    explicit = options.explicit()
    for key, value in options.settings().items():
        (settings.put if key in explicit else settings.put_default)(key, value)
    _executor_share(settings)
    _daemon(request)
    check_fractions(settings)
    if not request.for_files:
        check_rmm(settings, python)
    if options.mps:
        settings.put("spark.executorEnv.CUDA_MPS_PIPE_DIRECTORY", mps_folder(options.mps))
    if is_here(master_of(settings)):
        if not request.for_files:
            check_machine(options.mps)
    elif not options.mps:
        # It makes our discovery script check the compute mode.
        settings.put_default(_EVERY_EXECUTOR_CHECKS, "1")
    return environment


def _workers(settings: SparkSettings) -> None:
    """Reuse workers, and connect them by sockets that the plugin's daemon supports."""
    live = "Models and GPU memory live in workers that are kept: leave it unset."
    settings.put("spark.python.use.daemon", "true", live)
    settings.put("spark.python.worker.reuse", "true", live)
    fix = "The plugin's daemon knows no Unix domain sockets, and jobs would hang: leave it unset."
    settings.put("spark.python.unix.domain.socket.enabled", "false", fix)


def _python(settings: SparkSettings, options: PandasGpu) -> tuple[str, dict[str, str]]:
    """The workers' interpreter, and the variable that names it to PySpark."""
    current = os.environ.get(WORKERS_PYTHON)
    if options.python and current and current != options.python:
        fix = f"Unset {WORKERS_PYTHON}, or leave python= out."
        raise conflict(WORKERS_PYTHON, current, "in the environment", options.python, fix)
    python = options.python or python_of_workers(settings)
    if python is None:
        return "python3", {}
    return python, {} if current else {WORKERS_PYTHON: python}


def _executor_share(settings: SparkSettings) -> None:
    """Limit the executor, which takes all GPU memory by default, to what the workers leave."""
    workers_share = share(settings, MAX_ALLOC, 0.0) or share(settings, ALLOC, 0.0)
    left = 1 - (workers_share or _SHARE_OF_WORKERS)
    settings.put_default(JVM_ALLOC, f"{left:.6g}")
    first = share(settings, JVM_ALLOC, 1.0)
    settings.put_default(JVM_MAX_ALLOC, f"{max(left, first):.6g}")
    if first < _LEAST_SHARE:
        settings.put_default(JVM_MIN_ALLOC, "0")


def _daemon(request: Request) -> None:
    """Set the plugin's daemon, and put the plugin's jar on the workers' path."""
    settings = request.settings
    if numbers_of(request.spark.version) >= (4, 2):
        _log.warning(_NO_DAEMON, request.spark.version)
    if settings.get(_DAEMON_KEY) not in _DAEMONS:
        fix = f"The plugin takes no other than its own: leave {_DAEMON_KEY} unset."
        settings.put(_DAEMON_KEY, DAEMON, fix)
    jar = _jar_of_executors(settings, request)
    if jar is None:
        # The name that a fetched jar will have on executors is unknown.
        raise not_supported("plugin", "packages", "class-path (python_gpu needs it)")
    if jar.startswith("./") and master_of(settings).startswith("yarn"):
        settings.append("spark.submit.pyFiles", _in_jars(settings) or jar)
    else:
        settings.append(_PYTHONPATH, jar, ":")


def _jar_of_executors(settings: SparkSettings, request: Request) -> str | None:
    """The plugin's jar as executors find it: an absolute path, or one in their working folder."""
    key = DRIVER if is_here(master_of(settings)) else EXECUTOR
    for jar in settings.jars(key):
        if is_plugin(jar):
            return plain_path(jar)
    if in_jars := _in_jars(settings):
        path = plain_path(in_jars)
        return path if is_here(master_of(settings)) else f"./{Path(path).name}"
    installed = request.found_plugin()
    return None if installed and re.match(r"com\.nvidia:", installed) else installed


def _in_jars(settings: SparkSettings) -> str | None:
    return next((jar for jar in settings.jars("spark.jars") if is_plugin(jar)), None)
