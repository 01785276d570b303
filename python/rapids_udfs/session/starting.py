# SPDX-License-Identifier: Apache-2.0

"""A session by one call: ``start``."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from rapids_udfs.errors import ArgumentTypeError
from rapids_udfs.session.builder import ModeName, PluginRoute, PythonUdfs, configure
from rapids_udfs.session.python_gpu.options import PandasGpu

if TYPE_CHECKING:
    from pyspark.sql import SparkSession
    from typing_extensions import Unpack


class Options(TypedDict, total=False):
    """The options of ``configure``, which describes them."""

    plugin_jar: str | os.PathLike[str] | None
    plugin: PluginRoute
    executor_plugin_jar: str | None
    extensions: bool
    jars: Sequence[str | os.PathLike[str]]
    task_gpu_fraction: float | None
    discovery_script: str | None
    python_gpu: bool | Mapping[str, Any] | PandasGpu
    metrics: bool
    python_udfs: PythonUdfs | None


def start(
    mode: ModeName = "auto",
    app_name: str | None = None,
    conf: Mapping[str, object] | None = None,
    *,
    master: str | None = None,
    **options: Unpack[Options],
) -> SparkSession:
    """Start a session with this library, or return the running one if it has these settings.

        spark = rapids_udfs.start("emulate", "my tests", {"spark.sql.shuffle.partitions": 2})

    It is ``configure(SparkSession.builder, mode).getOrCreate()`` with your name and settings.

    Args:
        mode: ``auto``, ``cpu``, ``explain``, ``gpu`` or ``emulate``: see ``configure``.
        app_name: the application's name in Spark's UI.
        conf: Spark's settings, which are added to and never overwritten.
        master: the cluster, such as ``local[4]`` or ``yarn``; by default the environment's, else
            this machine.
        options: those of ``configure``, such as ``python_udfs="compile"`` or ``metrics=True``.

    Raises:
        ArgumentTypeError: ``conf`` is not a mapping.
        RapidsUdfsError: see ``configure``.
    """
    from pyspark.sql import SparkSession

    if not isinstance(conf, Mapping | None):
        raise ArgumentTypeError("start", conf, "a dict of Spark's settings as conf=")
    builder: SparkSession.Builder = SparkSession.builder
    for key, value in (conf or {}).items():
        builder = builder.config(key, value)
    if app_name is not None:
        builder = builder.appName(app_name)
    if master is not None:
        builder = builder.master(master)
    return configure(builder, mode, **options).getOrCreate()
