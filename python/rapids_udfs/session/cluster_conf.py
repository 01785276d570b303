# SPDX-License-Identifier: Apache-2.0

"""The settings of a session that another program starts: ``settings``, and ``rapids-udfs conf``.

They are those of ``configure``, with the paths of this machine's files, so that its checks see the
files. If the cluster has these files in another folder, the paths are replaced at the end.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from rapids_udfs.errors import ArgumentTypeError, ConfigurationError, PluginError
from rapids_udfs.runtime import jars, plugin
from rapids_udfs.runtime.installed import InstalledSpark, installed_spark, supported_line
from rapids_udfs.session.builder import ModeName, require_flags, require_one_of
from rapids_udfs.session.cluster import DISCOVERY_SCRIPT
from rapids_udfs.session.modes import MODES, Request, add_settings, automatic_mode
from rapids_udfs.session.python_gpu.options import PandasGpu, options_of
from rapids_udfs.session.settings import SparkSettings


class Place(NamedTuple):
    """A kind of cluster or server."""

    default_master: str  # one without an address (``k8s://``) is not written
    masters: str  # the pattern of the masters that it can have
    example: str  # a master, for error messages


# Spark's own masters: threads and failures, host and port (of standby masters, too).
_LOCAL = r"local(\[(\*|[1-9]\d*)(\s*,\s*\d+)?\])?"
_HOST = r"(\[[^]\s]+\]|[^]\s/,:[]+):\d+"
_STANDALONE = rf"spark://{_HOST}(,{_HOST})*|local-cluster\[\s*\d+\s*,\s*\d+\s*,\s*\d+\s*\]"
_ANY = rf"{_LOCAL}|{_STANDALONE}|(?!local|spark:)\S+"

PLACES: Final[Mapping[str | None, Place]] = {
    "local": Place("local[*]", _LOCAL, "local[*]"),
    "standalone": Place("spark://", _STANDALONE, "spark://host:7077"),
    "yarn": Place("yarn", "yarn", "yarn"),
    "kubernetes": Place("k8s://", r"k8s://\S+", "k8s://https://host:6443"),
    "connect": Place("local[*]", _ANY, "local[*]"),
    "thrift": Place("local[*]", _ANY, "local[*]"),
    None: Place("spark://", _ANY, "yarn"),  # a cluster whose launcher names the master
}
# The settings whose files Spark itself sends to the executors.
_SHIPPED: Final = ("spark.jars", "spark.yarn.dist.files", "spark.submit.pyFiles")


class ClusterConf(NamedTuple):
    """Settings, what they are for, and what the cluster must have."""

    settings: dict[str, str]
    master: str
    spark: InstalledSpark
    folder: str | None  # of jars on every machine; None if the paths are those of this machine
    files: list[Path]  # this machine's copies of the files that have to be on every machine
    environment: dict[str, str]  # of the driver

    def there(self, file: Path) -> str:
        """The path of a file on the cluster's machines."""
        return str(file) if self.folder is None else f"{self.folder}/{file.name}"


def cluster_conf(
    mode: str,
    place: str | None,
    master: str | None,
    conf: Mapping[str, str],
    *,
    jars_dir: str | None,
    spark_version: str | None,
    image: str | None,
    discovery_script: str | None,
    **options: Any,
) -> ClusterConf:
    """The settings for a kind of cluster or server, a key of ``PLACES``.

    The other arguments are those of ``settings``; ``options`` are fields of ``Request``.
    """
    master = _checked_master(place, master or conf.get("spark.master"))
    on_kubernetes = master.startswith("k8s://")
    conf = dict(conf)
    if image:
        if not on_kubernetes:
            raise ConfigurationError(f"image={image!r} is for Kubernetes: give a master k8s://…")
        conf.setdefault("spark.kubernetes.container.image", image)
    if jars_dir is None and on_kubernetes:
        jars_dir = "/opt/rapids-udfs"
    folder = None if jars_dir is None else _checked_folder(jars_dir)
    if folder and discovery_script is None and (on_kubernetes or master.startswith("yarn")):
        discovery_script = f"{folder}/{DISCOVERY_SCRIPT.name}"

    if spark_version is None:
        spark = installed_spark()
    else:  # its jars cannot be inspected from here
        scala = supported_line(spark_version).scala
        spark = InstalledSpark(spark_version, scala, Path("spark-of-the-cluster"))
    settings = SparkSettings(("given", {**conf, "spark.master": master}))
    request = Request(spark, settings, discovery_script=discovery_script, for_files=True, **options)
    if folder and mode in ("auto", "explain", "gpu") and not request.found_plugin():
        try:
            plugin.locate(spark.scala, request.plugin_jar)
        except PluginError:
            # Only the cluster has a copy: it is named, and cannot be checked.
            name = plugin.artifact(spark.scala).file_name
            request = request._replace(plugin_elsewhere=f"{folder}/{name}")

    mode = automatic_mode(request) if mode == "auto" else mode
    environment = add_settings(request, mode)
    added, files = settings.changes, _named_files(request)
    if folder is None:
        _reject_temporary_copies(files)
        unshipped = " ".join(value for key, value in added.items() if key not in _SHIPPED)
        files = [file for file in files if str(file) in unshipped]
    else:
        added = {key: _relocated(key, value, files, folder) for key, value in added.items()}
    if mode == "gpu" and master.startswith("spark:"):
        files.append(DISCOVERY_SCRIPT)  # for the workers themselves
    if not master.endswith("://"):
        conf["spark.master"] = master
    return ClusterConf({**conf, **added}, master, spark, folder, files, environment)


def _checked_master(place: str | None, master: str | None) -> str:
    default, masters, example = PLACES[place]
    if master and master != default and not re.fullmatch(masters, master):
        who = f"{place} has" if place else "there is"
        raise ConfigurationError(f"{who} no master {master!r}: give {example!r}, or none")
    return master or default


def _checked_folder(jars_dir: str) -> str:
    """The absolute path of the cluster's folder of jars."""
    path = re.sub(r"^(local|file):/*(?=/)", "", jars_dir).rstrip("/")
    if not re.fullmatch(r"(/[\w.+@-]+)+", path):
        raise ConfigurationError(
            f"the folder of jars cannot be {jars_dir!r}: JVMs take their class path and agent from "
            "a folder of their own machine; give an absolute path, such as /opt/rapids-udfs, of "
            "plain letters"
        )
    return path


def _named_files(request: Request) -> list[Path]:
    """The files that the added settings name: this package's, and the plugin's jar."""
    files = [jars.library_jar(request.spark.line), jars.names_jar(), jars.emulator_jar()]
    files += [DISCOVERY_SCRIPT, Path(request.plugin_elsewhere or request.found_plugin() or "")]
    values = " ".join(request.settings.changes.values())
    return [file for file in files if file.is_absolute() and f"/{file.name}" in values]


def _reject_temporary_copies(files: list[Path]) -> None:
    """Raise ConfigurationError for a copy of one of our jars: it is deleted with this process."""
    if any(f.name.startswith("rapids-udfs") and f.parent != jars.FOLDER for f in files):
        why = "Spark cannot read the name of the folder that this package is installed in"
        raise ConfigurationError(f"{why}: copy the jars to another and name that (--jars-dir)")


def _relocated(key: str, value: str, files: list[Path], folder: str) -> str:
    """A setting's value with the cluster's paths in place of this machine's."""
    scheme = "local://" if key == "spark.jars" else ""
    for file in files:
        value = value.replace(str(file), f"{scheme}{folder}/{file.name}")
    return value


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

    The result is what ``configure`` would set and ``rapids-udfs conf`` writes, as a dict: for the
    configuration of a managed cluster (Databricks, EMR, Dataproc), for ``--conf`` of
    ``spark-submit`` or the ``conf`` of Livy. Nothing is started or contacted. The command also
    writes files, whose comments list what must be on the cluster's machines.

    Args:
        mode: see ``configure``; ``auto`` is the mode that ``conf`` names, else ``gpu`` if ``conf``
            has the plugin or GPUs of executors (with a local master: if this machine has a GPU),
            else ``cpu``.
        master: the cluster's URL; ``k8s://`` without an address for Kubernetes. By default the one
            in ``conf``, else the settings suit a standalone cluster whose launcher sets it.
        conf: your own settings, which are added to and never overwritten.
        jars_dir: the folder of jars on every machine of the cluster; by default their folder on
            this one, on Kubernetes ``/opt/rapids-udfs``.
        plugin_jar: the plugin's jar on this machine; by default the one in the cache.
        spark_version: the cluster's Spark; by default the installed one.
        extensions: see ``configure``.
        metrics: see ``configure``.
        task_gpu_fraction: see ``configure``.
        discovery_script: the script on the cluster's machines that finds their GPU.
        python_gpu: see ``configure``.
        image: the container image, on Kubernetes.

    Raises:
        ArgumentTypeError: an argument of a wrong type.
        ConfigurationError: an unknown ``mode``, an impossible master or folder of jars, or
            ``image`` without Kubernetes; or see ``configure``.
        InstallationError, UnsupportedError, PluginError: see ``configure``.
    """
    require_one_of("mode", mode, "auto", *MODES)
    require_flags("settings", extensions=extensions, metrics=metrics)
    if not isinstance(conf, Mapping | None):
        raise ArgumentTypeError("settings", conf, "a dict of Spark's settings as conf=")
    existing = {
        key: str(value).lower() if isinstance(value, bool) else str(value)
        for key, value in (conf or {}).items()
    }
    return cluster_conf(
        mode,
        None,
        master,
        existing,
        jars_dir=None if jars_dir is None else os.fspath(jars_dir),
        plugin_jar=None if plugin_jar is None else Path(plugin_jar),
        spark_version=spark_version,
        extensions=extensions,
        metrics=metrics,
        task_gpu_fraction=task_gpu_fraction,
        discovery_script=discovery_script,
        python_gpu=options_of(python_gpu),
        image=image,
    ).settings
