# SPDX-License-Identifier: Apache-2.0

"""The master of a session, the GPUs of its executors and the Python of its workers."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Final

from rapids_udfs.errors import ConfigurationError
from rapids_udfs.session.settings import SparkSettings, not_supported

# Prints a machine's GPUs in the format that Spark reads.
DISCOVERY_SCRIPT = Path(__file__).resolve().parents[1] / "gpu_discovery.sh"
EXECUTOR_GPUS = "spark.executor.resource.gpu.amount"
WORKERS_PYTHON: Final = "PYSPARK_PYTHON"


def request_gpus(
    settings: SparkSettings, fraction: float | None = None, script: str | None = None
) -> None:
    """Add resource amounts, the task's fraction and the discovery script to the settings.

    It adds nothing in local mode, where Spark has no GPUs to assign: a task that requests one
    hangs.
    """
    is_number = isinstance(fraction, (int, float))
    if fraction is not None and not (is_number and (0 < fraction <= 0.5 or fraction == 1)):
        raise not_supported("task_gpu_fraction", fraction, "1, or more than 0 and at most 0.5")
    master = master_of(settings)
    if is_local(master):
        return
    # The plugin uses one per executor, and any other number fails only there.
    settings.put(EXECUTOR_GPUS, "1")
    if fraction is None:
        settings.put_default("spark.task.resource.gpu.amount", _fraction(settings, master))
    else:
        settings.put("spark.task.resource.gpu.amount", f"{fraction:g}")
    _discovery(settings, master, script)


def master_of(settings: SparkSettings) -> str:
    """Return the master's URL; local mode if none is set."""
    return settings.get("spark.master") or "local[*]"


def is_local(master: str) -> bool:
    """Return whether the driver is the executor, as with ``local[4]``."""
    return re.match(r"local(\[[^]]*\])?$", master) is not None


def is_here(master: str) -> bool:
    """Return whether the executors are on this machine, as with ``local-cluster[…]`` too."""
    return master.startswith("local")


def server_of(remote: str | None) -> str:
    """The Connect server of ``spark.remote`` or the environment; empty for one started here."""
    server = remote or os.environ.get("SPARK_REMOTE", "")
    return "" if server.startswith("local") else server


def _fraction(settings: SparkSettings, master: str) -> str:
    """A task's share of the GPU: one over the executor's cores, if their number is known."""
    cores = settings.get("spark.executor.cores")
    if cores is None:
        if master.startswith("spark://"):
            return "0.001"  # any number of tasks
        in_master = re.match(r"local-cluster\[\s*\d+\s*,\s*(\d+)", master)
        cores = in_master[1] if in_master else "1"  # Spark's default on YARN and Kubernetes
    if not cores.strip().isdecimal() or int(cores) == 0:
        raise not_supported("spark.executor.cores", cores, "a whole number of at least 1")
    return gpu_share(int(cores))


def gpu_share(tasks: int) -> str:
    """Return the share of a GPU with which so many tasks run at a time, rounded down."""
    return f"{10_000 // tasks / 10_000:g}"


def _discovery(settings: SparkSettings, master: str, script: str | None) -> None:
    key = "spark.executor.resource.gpu.discoveryScript"
    path = script or settings.get(key)
    if master.startswith("k8s://"):
        if path is None:
            raise ConfigurationError(
                "on Kubernetes executors find their GPU by a script in their image. Give its path "
                "there: configure(..., discovery_script='/opt/spark/getGpusResources.sh')"
            )
        settings.put("spark.executor.resource.gpu.vendor", "nvidia.com")
    elif master.startswith("yarn") and settings.get(key) is None:
        local = Path(path) if path else DISCOVERY_SCRIPT
        if local.is_file():
            # Each container gets a copy in its working folder.
            settings.append("spark.yarn.dist.files", str(local))
            path = f"./{local.name}"
    elif master.startswith("local-cluster"):
        settings.put("spark.worker.resource.gpu.amount", "1")
        settings.put_default(
            "spark.worker.resource.gpu.discoveryScript", path or str(DISCOVERY_SCRIPT)
        )
    if path is not None:
        settings.put(key, path)


def named_python(settings: SparkSettings) -> str | None:
    """The interpreter that the environment, else a setting names; None without either."""
    return os.environ.get(WORKERS_PYTHON) or settings.get("spark.pyspark.python")


def python_of_workers(settings: SparkSettings) -> str | None:
    """The workers' interpreter: the named one, else on this machine the driver's own.

    PySpark reads only the environment variable. Without it, it starts the first ``python3`` on the
    PATH, which differs from this one if an environment is not activated.
    """
    return named_python(settings) or (sys.executable if is_here(master_of(settings)) else None)
