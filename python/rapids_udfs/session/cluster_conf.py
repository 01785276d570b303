# SPDX-License-Identifier: Apache-2.0

"""The settings of ``configure`` for a launcher elsewhere: ``settings``, and ``rapids-udfs conf``.

``cluster_conf`` works in three steps:

1. Check the master and the folder of jars against the kind of cluster (``PLACES``).
2. Make the settings by the code of ``configure``, with this machine's paths, so that its checks see
   the files.
3. List the files that the settings name. If they are in another folder on the cluster, replace
   their paths.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from rapids_udfs.errors import ArgumentTypeError, ConfigurationError, PluginError
from rapids_udfs.runtime import jars, plugin
from rapids_udfs.runtime.installed import InstalledSpark, installed_spark, supported_line
from rapids_udfs.session.builder import (
    ModeName,
    add_settings,
    automatic_mode,
    require_flags,
    require_mode,
)
from rapids_udfs.session.cluster import DISCOVERY_SCRIPT
from rapids_udfs.session.modes import Request
from rapids_udfs.session.plugin_in_session import find_plugin
from rapids_udfs.session.python_gpu.options import PandasGpu, options_of
from rapids_udfs.session.settings import SparkSettings


class Place(NamedTuple):
    """A kind of cluster or server."""

    default_master: str
    """One without an address (``k8s://``) is not written."""
    masters: str
    """The pattern of the masters that it can have."""
    example: str
    """A master, for error messages."""


# Spark's own masters: threads and failures, host and port (of standby masters, too).
_LOCAL = r"local(\[(\*|[1-9]\d*)(\s*,\s*\d+)?\])?"
_HOST = r"(\[[^]\s]+\]|[^]\s/,:[]+):\d+"
_STANDALONE = rf"spark://{_HOST}(,{_HOST})*|local-cluster\[\s*\d+\s*,\s*\d+\s*,\s*\d+\s*\]"
_ANY = rf"{_LOCAL}|{_STANDALONE}|(?!local|spark:)\S+"

PLACES: Final[Mapping[str, Place]] = {
    "local": Place("local[*]", _LOCAL, "local[*]"),
    "standalone": Place("spark://", _STANDALONE, "spark://host:7077"),
    "yarn": Place("yarn", "yarn", "yarn"),
    "kubernetes": Place("k8s://", r"k8s://\S+", "k8s://https://host:6443"),
    "connect": Place("local[*]", _ANY, "local[*]"),
    "thrift": Place("local[*]", _ANY, "local[*]"),
}
_ANYWHERE: Final = Place("spark://", _ANY, "yarn")
"""A cluster whose launcher names the master."""
_JARS_IN_IMAGES: Final = "/opt/rapids-udfs"
"""The default folder of jars in a container image."""
_SHIPPED: Final = ("spark.jars", "spark.yarn.dist.files", "spark.submit.pyFiles")
"""The settings whose files Spark itself sends to the executors."""


@dataclass(frozen=True)
class Target:
    """The cluster or server, the mode and its options; see ``settings``.

    Attributes:
        place: a key of ``PLACES``; None for any cluster.
        conf: existing settings, which are added to.
    """

    place: str | None
    mode: str
    master: str | None = None
    conf: Mapping[str, str] = field(default_factory=dict)
    jars_dir: str | None = None
    plugin_jar: Path | None = None
    extensions: bool = True
    metrics: bool = False
    task_gpu_fraction: float | None = None
    discovery_script: str | None = None
    python_gpu: PandasGpu | None = None
    image: str | None = None


class ClusterConf(NamedTuple):
    """Settings, the master they are for, and what the cluster must have."""

    settings: dict[str, str]
    master: str
    folder: str | None
    """The folder of jars on every machine; None if the paths are those of this machine."""
    files: tuple[Path, ...]
    """This machine's copies of the files that have to be on every machine."""
    environment: dict[str, str]
    """Variables of the driver's environment."""

    def there(self, file: Path) -> str:
        """The path of a file on the cluster's machines."""
        return str(file) if self.folder is None else f"{self.folder}/{file.name}"


def spark_of(version: str | None) -> InstalledSpark:
    """The cluster's Spark by its version; by default the installed one."""
    if version is None:
        return installed_spark()
    # Its jars cannot be inspected from here.
    return InstalledSpark(version, supported_line(version).scala, Path("spark-of-the-cluster"))


def cluster_conf(spark: InstalledSpark, target: Target) -> ClusterConf:
    """The settings for a target; ConfigurationError if it cannot have its master or folder."""
    master = _checked_master(target)
    folder = _checked_folder(target.jars_dir, master)
    existing = dict(target.conf)
    if target.image:
        existing.setdefault("spark.kubernetes.container.image", target.image)

    request = _request(spark, target, {**existing, "spark.master": master}, folder)
    mode = automatic_mode(request) if target.mode == "auto" else target.mode
    environment = add_settings(request, mode, target.python_gpu)
    added = request.settings.changes

    files = _named_files(request)
    if folder is None:
        _reject_temporary_copies(files)
        files = [file for file in files if not _is_shipped(file, added)]
    else:
        added = {key: _relocated(key, value, files, folder) for key, value in added.items()}
    if mode == "gpu" and master.startswith("spark:"):
        files.append(DISCOVERY_SCRIPT)  # for the workers themselves
    if not master.endswith("://"):
        existing["spark.master"] = master
    return ClusterConf({**existing, **added}, master, folder, tuple(files), environment)


def _checked_master(target: Target) -> str:
    place = PLACES[target.place] if target.place else _ANYWHERE
    master = target.master or target.conf.get("spark.master") or place.default_master
    if master != place.default_master and not re.fullmatch(place.masters, master):
        who = f"{target.place} has" if target.place else "there is"
        raise ConfigurationError(f"{who} no master {master!r}: give {place.example!r}, or none")
    if target.image and not master.startswith("k8s://"):
        raise ConfigurationError(f"image={target.image!r} is for Kubernetes: give a master k8s://…")
    return master


def _checked_folder(jars_dir: str | None, master: str) -> str | None:
    """The cluster's folder of jars; None if the paths are those of this machine."""
    if jars_dir is None:
        return _JARS_IN_IMAGES if master.startswith("k8s://") else None
    path = re.sub(r"^(local|file):/*(?=/)", "", jars_dir).rstrip("/")
    if not re.fullmatch(r"(/[\w.+@-]+)+", path):
        raise ConfigurationError(
            f"the folder of jars cannot be {jars_dir!r}: JVMs take their class path and agent from "
            "a folder of their own machine; give an absolute path, such as /opt/rapids-udfs, of "
            "plain letters"
        )
    return path


def _request(
    spark: InstalledSpark, target: Target, existing: Mapping[str, str], folder: str | None
) -> Request:
    settings = SparkSettings(("given", existing))
    script = target.discovery_script
    if script is None and folder and existing["spark.master"].startswith(("k8s://", "yarn")):
        script = f"{folder}/{DISCOVERY_SCRIPT.name}"
    plugin_elsewhere = None
    needs_plugin = target.mode in ("auto", "explain", "gpu")
    if folder and needs_plugin and not find_plugin(settings, spark.jars):
        try:
            plugin.locate(spark.scala, target.plugin_jar)
        except PluginError:
            # Only the cluster has a copy: it is named, and cannot be checked.
            plugin_elsewhere = f"{folder}/{plugin.artifact(spark.scala).file_name}"
    return Request(
        spark=spark,
        settings=settings,
        plugin_jar=target.plugin_jar,
        plugin_elsewhere=plugin_elsewhere,
        extensions=target.extensions,
        metrics=target.metrics,
        task_gpu_fraction=target.task_gpu_fraction,
        discovery_script=script,
        for_files=True,
    )


def _named_files(request: Request) -> list[Path]:
    """The files that the settings name: this package's, and the plugin's jar."""
    files = [jars.library_jar(request.spark.line), jars.names_jar(), jars.emulator_jar()]
    files.append(DISCOVERY_SCRIPT)
    plugin_jar = request.plugin_elsewhere or request.found_plugin()
    if plugin_jar is not None and Path(plugin_jar).is_absolute():
        files.append(Path(plugin_jar))
    values = " ".join(request.settings.changes.values())
    return [file for file in files if f"/{file.name}" in values]


def _reject_temporary_copies(files: list[Path]) -> None:
    """Raise ConfigurationError for a copy of one of our jars: it is deleted with this process."""
    if any(f.name.startswith("rapids-udfs") and f.parent != jars.FOLDER for f in files):
        why = "Spark cannot read the name of the folder that this package is installed in"
        raise ConfigurationError(f"{why}: copy the jars to another and name that (--jars-dir)")


def _is_shipped(file: Path, settings: Mapping[str, str]) -> bool:
    """Return whether Spark itself sends a file wherever the settings name it."""
    return not any(str(file) in settings[key] for key in settings if key not in _SHIPPED)


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
            in ``conf``; without either, the settings are for a standalone cluster whose launcher
            names the master.
        conf: your own settings, which are added to and never overwritten.
        jars_dir: the folder of jars on every machine of the cluster; by default their folder on
            this one, on Kubernetes ``/opt/rapids-udfs``.
        plugin_jar: the plugin's jar on this machine; by default the one in the cache.
        spark_version: the cluster's Spark; by default the installed one.
        extensions: see ``configure``, for ``metrics``, ``task_gpu_fraction`` and ``python_gpu``
            too.
        metrics: see ``configure``.
        task_gpu_fraction: see ``configure``.
        discovery_script: the script on the cluster's machines that finds their GPU.
        python_gpu: see ``configure``.
        image: the container image, on Kubernetes.

    Raises:
        ArgumentTypeError: ``conf`` is not a mapping, or ``extensions`` or ``metrics`` is neither
            True nor False.
        ConfigurationError: an unknown ``mode``, an impossible master or folder of jars, or
            ``image`` without Kubernetes; or see ``configure``.
        InstallationError, UnsupportedError, PluginError: see ``configure``.
    """
    require_mode(mode)
    require_flags("settings", extensions=extensions, metrics=metrics)
    if not isinstance(conf, Mapping | None):
        raise ArgumentTypeError("settings", conf, "a dict of Spark's settings as conf=")
    target = Target(
        place=None,
        mode=mode,
        master=master,
        conf={key: _spark_text(value) for key, value in (conf or {}).items()},
        jars_dir=None if jars_dir is None else os.fspath(jars_dir),
        plugin_jar=None if plugin_jar is None else Path(plugin_jar),
        extensions=extensions,
        metrics=metrics,
        task_gpu_fraction=task_gpu_fraction,
        discovery_script=discovery_script,
        python_gpu=options_of(python_gpu),
        image=image,
    )
    return cluster_conf(spark_of(spark_version), target).settings


def _spark_text(value: object) -> str:
    """A setting's value as Spark reads it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
