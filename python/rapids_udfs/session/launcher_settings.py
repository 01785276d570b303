# SPDX-License-Identifier: Apache-2.0

"""The settings of a session for any launcher of sessions: ``settings``."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rapids_udfs.errors import ArgumentTypeError
from rapids_udfs.session.builder import ModeName, require_flags, require_mode
from rapids_udfs.session.cluster_conf import Wanted, cluster_conf, spark_of
from rapids_udfs.session.python_gpu.options import PandasGpu, options_of


def settings(
    mode: ModeName = "auto",
    master: str | None = None,
    *,
    conf: Mapping[str, object] | None = None,
    jars_dir: str | os.PathLike[str] | None = None,
    plugin_jar: str | os.PathLike[str] | None = None,
    spark_version: str | None = None,
    extensions: bool = True,
    metrics: bool = False,
    task_gpu_fraction: float | None = None,
    discovery_script: str | None = None,
    python_gpu: bool | Mapping[str, Any] | PandasGpu = False,
    image: str | None = None,
) -> dict[str, str]:
    """Return the settings of a session with this library, for any launcher of sessions.

        settings = rapids_udfs.settings("gpu", "yarn", jars_dir="/opt/rapids-udfs")

    They are those that ``configure`` would set and ``rapids-udfs conf`` writes, as a dict: for the
    configuration of a managed cluster (Databricks, EMR, Dataproc), for ``--conf`` of
    ``spark-submit`` or the ``conf`` of Livy. Nothing is started or contacted. The command also
    writes files, and says in comments what has to be on the cluster's machines.

    Args:
        mode: as of ``configure``; ``auto`` is the mode that ``conf`` names, else ``gpu`` if
            ``conf`` has the plugin or GPUs of executors (with a local master: if this machine has
            a GPU), else ``cpu``.
        master: the cluster's URL; ``k8s://`` without an address for Kubernetes. By default the one
            in ``conf``, else the launcher names it: the settings are then those of a standalone
            cluster, without a master.
        conf: the settings that you have, which are added to and never overwritten.
        jars_dir: the folder with the jars on every machine of the cluster; by default where they
            lie on this one, on Kubernetes ``/opt/rapids-udfs``.
        plugin_jar: the plugin's jar on this machine; by default the cache's.
        spark_version: the cluster's Spark; by default the installed one.
        extensions: as of ``configure``, like ``metrics``, ``task_gpu_fraction``,
            ``discovery_script`` and ``python_gpu``.
        metrics: as of ``configure``.
        task_gpu_fraction: as of ``configure``.
        discovery_script: the script on the cluster's machines that finds their GPU.
        python_gpu: as of ``configure``.
        image: the container image, on Kubernetes.

    Raises:
        ArgumentTypeError: ``conf`` is not a mapping, or ``extensions`` or ``metrics`` is neither
            True nor False.
        ConfigurationError: an unknown ``mode``, a master or a folder of jars that cannot be, or
            ``image`` elsewhere than on Kubernetes; or see ``configure``.
        InstallationError, UnsupportedError, PluginError: see ``configure``.
    """
    require_mode(mode)
    require_flags("settings", extensions=extensions, metrics=metrics)
    if not isinstance(conf, Mapping | None):
        raise ArgumentTypeError("settings", conf, "a dict of Spark's settings as conf=")
    wanted = Wanted(
        place=None,
        mode=mode,
        master=master,
        given={key: _as_text(value) for key, value in (conf or {}).items()},
        jars_dir=None if jars_dir is None else os.fspath(jars_dir),
        plugin_jar=None if plugin_jar is None else Path(plugin_jar),
        extensions=extensions,
        metrics=metrics,
        task_gpu_fraction=task_gpu_fraction,
        discovery_script=discovery_script,
        python_gpu=options_of(python_gpu),
        image=image,
    )
    return cluster_conf(spark_of(spark_version), wanted).settings


def _as_text(value: object) -> str:
    """A setting's value as Spark reads it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
