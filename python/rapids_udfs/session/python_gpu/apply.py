# SPDX-License-Identifier: Apache-2.0

"""The settings that ``configure(builder, python_gpu=...)`` adds, and checks of them.

The checks are made on the driver, before a session starts, for faults that would appear in workers.
"""

from __future__ import annotations

import logging
import os
import re
import shutil
import sys
from pathlib import Path
from typing import Final

from rapids_udfs._version_text import numbers_of
from rapids_udfs._versions import PLUGIN
from rapids_udfs.errors import ConfigurationError
from rapids_udfs.runtime.installed import InstalledSpark
from rapids_udfs.runtime.programs import run_program
from rapids_udfs.session.cluster import WORKERS_PYTHON, is_here, master_of, python_of_workers
from rapids_udfs.session.devices import query_gpus, shuts_out
from rapids_udfs.session.plugin_in_session import find_plugin, is_plugin
from rapids_udfs.session.python_gpu.options import (
    ALLOC,
    MAX_ALLOC,
    POOLING,
    UVM,
    WORKERS,
    PandasGpu,
    check_share,
)
from rapids_udfs.session.settings import (
    DRIVER,
    EXECUTOR,
    SparkSettings,
    conflict,
    not_supported,
    plain_path,
)

JVM_ALLOC: Final = "spark.rapids.memory.gpu.allocFraction"
JVM_MAX_ALLOC: Final = "spark.rapids.memory.gpu.maxAllocFraction"
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
_HAS_RMM: Final = "import sys; from importlib.util import find_spec; sys.exit(not find_spec('rmm'))"
_log = logging.getLogger("rapids_udfs")
# Below this share the plugin does not start.
_LEAST_SHARE: Final = 0.25
_SHARE_OF_WORKERS: Final = 0.5


def apply(
    settings: SparkSettings,
    spark: InstalledSpark,
    mode: str,
    options: PandasGpu,
    *,
    check_here: bool,
) -> dict[str, str]:
    """Add the settings, after the mode's own; return the driver's variables.

    In modes other than ``gpu`` no plugin gives workers a GPU: they are only reused, so that the
    same program runs. ``check_here`` is False for settings of other machines.
    """
    reused = "Models and GPU memory stay in workers that are reused: leave it unset."
    settings.put("spark.python.use.daemon", "true", reused)
    settings.put("spark.python.worker.reuse", "true", reused)
    sockets = "With Unix domain sockets, jobs would hang in the plugin's daemon: leave it unset."
    settings.put("spark.python.unix.domain.socket.enabled", "false", sockets)
    python, environment = _python(settings, options)
    if mode != "gpu":
        return environment
    explicit = options.explicit()
    for key, value in options.settings().items():
        (settings.put if key in explicit else settings.put_default)(key, value)
    _executor_share(settings)
    _daemon(settings, spark)
    check_fractions(settings)
    if check_here:
        _check_rmm(settings, python)
    if options.mps:
        settings.put("spark.executorEnv.CUDA_MPS_PIPE_DIRECTORY", _mps_folder(options.mps))
    if is_here(master_of(settings)):
        if check_here:
            _check_machine(options.mps)
    elif not options.mps:
        # It makes our discovery script check the compute mode.
        settings.put_default(_EVERY_EXECUTOR_CHECKS, "1")
    return environment


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
    workers_share = _share(settings, MAX_ALLOC, 0.0) or _share(settings, ALLOC, 0.0)
    left = 1 - (workers_share or _SHARE_OF_WORKERS)
    settings.put_default(JVM_ALLOC, f"{left:.6g}")
    first = _share(settings, JVM_ALLOC, 1.0)
    settings.put_default(JVM_MAX_ALLOC, f"{max(left, first):.6g}")
    if first < _LEAST_SHARE:
        settings.put_default("spark.rapids.memory.gpu.minAllocFraction", "0")


def _daemon(settings: SparkSettings, spark: InstalledSpark) -> None:
    """Set the plugin's daemon, and put the plugin's jar on the workers' path."""
    if numbers_of(spark.version) >= (4, 2):
        _log.warning(_NO_DAEMON, spark.version)
    if settings.get(_DAEMON_KEY) not in _DAEMONS:
        fix = f"The plugin accepts only its own daemon: leave {_DAEMON_KEY} unset."
        settings.put(_DAEMON_KEY, DAEMON, fix)
    here = is_here(master_of(settings))
    on_class_path = [jar for jar in settings.jars(DRIVER if here else EXECUTOR) if is_plugin(jar)]
    in_jars = [jar for jar in settings.jars("spark.jars") if is_plugin(jar)]
    if on_class_path:
        jar: str | None = plain_path(on_class_path[0])
    elif in_jars:
        path = plain_path(in_jars[0])
        jar = path if here else f"./{Path(path).name}"
    else:
        jar = find_plugin(settings, spark.jars)
    if jar is None or jar.startswith("com.nvidia:"):
        # The name that a fetched jar will have on executors is unknown.
        raise not_supported("plugin", "packages", "class-path (python_gpu needs it)")
    if jar.startswith("./") and master_of(settings).startswith("yarn"):
        settings.append("spark.submit.pyFiles", in_jars[0] if in_jars else jar)
    else:
        settings.append(_PYTHONPATH, jar, ":")


def check_fractions(settings: SparkSettings) -> None:
    """Check the total share of the GPU's memory of executor and workers."""
    workers = settings.get(WORKERS)
    if workers is not None and not re.fullmatch(r"\s*-?\d+\s*", workers):
        raise not_supported(WORKERS, workers, "a whole number; 0 is no limit")
    jvm, jvm_max = _share(settings, JVM_ALLOC, 1.0), _share(settings, JVM_MAX_ALLOC, 1.0)
    python, python_max = _share(settings, ALLOC, 0.0), _share(settings, MAX_ALLOC, 0.0)
    if 0 < python_max < python:
        at_least = f"at least {ALLOC}={python:g}, or 0 for no limit"
        raise not_supported(MAX_ALLOC, python_max, at_least)
    pairs = (JVM_ALLOC, jvm, ALLOC, python), (JVM_MAX_ALLOC, jvm_max, MAX_ALLOC, python_max)
    for jvm_key, of_jvm, python_key, of_python in pairs:
        if of_python > 0 and of_jvm + of_python > 1 + 1e-9:
            raise ConfigurationError(
                f"{jvm_key}={of_jvm:g} and {python_key}={of_python:g} add to "
                f"{of_jvm + of_python:g}: executor and Python workers share one GPU, so at most 1 "
                f"in all. Leave the executor {1 - of_python:g}: set {jvm_key} to that, or unset "
                "it, and it is what the Python workers leave"
            )


def _share(settings: SparkSettings, key: str, default: float) -> float:
    """A setting that is a share of the GPU's memory."""
    text = settings.get(key)
    if text is None:
        return default
    try:
        value = float(text)
    except ValueError:
        raise not_supported(key, text, "a number from 0 to 1") from None
    check_share(key, value)
    return value


def _check_rmm(settings: SparkSettings, python: str) -> None:
    """Check that this machine's Python for workers has RMM if pooling or uvm needs it."""
    if not any((settings.get(key) or "").lower() == "true" for key in (POOLING, UVM)):
        return
    program = shutil.which(python) or sys.executable
    if run_program(program, "-c", _HAS_RMM).returncode != 0:
        raise ConfigurationError(
            "there is no package rmm, which workers with pooling or uvm import; each would end as "
            f"it starts, and the job fail by an EOFException. Install it for {python}, or leave "
            "both off: python_gpu={'pooling': False, 'uvm': False}"
        )


def _check_machine(mps: bool | str) -> None:
    """Check this machine's GPUs, if the executors are on it."""
    if mps:
        check_mps(_mps_folder(mps))
    for (mode,) in query_gpus("compute_mode"):
        if shuts_out(mode, several=not mps):
            or_mps = " (or run NVIDIA's MPS there, and pass python_gpu={'mps': True})"
            raise ConfigurationError(
                f"the GPU is in compute mode {mode}, which keeps the Python workers from a GPU "
                "that the executor uses. Set it to shared with: sudo nvidia-smi -c DEFAULT"
                + ("" if mode == "Prohibited" else or_mps)
            )


def check_mps(folder: str) -> None:
    """Check that MPS's control daemon runs on this machine with this pipe directory."""
    if not Path(folder, "control").exists():
        raise ConfigurationError(
            f"mps: there is no {folder}/control, so the MPS control daemon does not run here. "
            "Start it with: nvidia-cuda-mps-control -d (mps='/another/folder' where "
            "CUDA_MPS_PIPE_DIRECTORY is another), or leave mps out"
        )


def _mps_folder(mps: bool | str) -> str:
    """MPS's pipe directory; by default NVIDIA's."""
    return mps if isinstance(mps, str) else "/tmp/nvidia-mps"
