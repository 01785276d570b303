# SPDX-License-Identifier: Apache-2.0

"""The settings of ``configure`` for a cluster or a server, with the paths there: ``settings``."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from rapids_udfs.errors import ArgumentTypeError, ClusterConfError, PluginNotFoundError
from rapids_udfs.runtime import jars, plugin
from rapids_udfs.runtime.installed import InstalledSpark, installed_spark, supported_line
from rapids_udfs.session.builder import (
    ModeName,
    add_settings,
    automatic_mode,
    require_flags,
    require_mode,
)
from rapids_udfs.session.cluster import DISCOVERY_SCRIPT, GpuRequest
from rapids_udfs.session.modes import Request
from rapids_udfs.session.python_gpu.options import PandasGpu, options_of
from rapids_udfs.session.settings import SparkSettings


class Place(NamedTuple):
    """A cluster or server: the master if none is named, the pattern of all, and an example.

    A master that ends within its address decides settings and is not written.
    """

    master: str
    masters: str
    like: str = ""


# Spark's own masters: threads and failures, host and port (of standby masters, too).
_LOCAL = r"local(\[(\*|[1-9]\d*)(\s*,\s*\d+)?\])?"
_HOST = r"(\[[^]\s]+\]|[^]\s/,:[]+):\d+"
_STANDALONE = rf"spark://{_HOST}(,{_HOST})*|local-cluster\[\s*\d+\s*,\s*\d+\s*,\s*\d+\s*\]"
_ANY = rf"{_LOCAL}|{_STANDALONE}|(?!local|spark:)\S+"

PLACES: Final[Mapping[str, Place]] = {
    "local": Place("local[*]", _LOCAL),
    "standalone": Place("spark://", _STANDALONE, "spark://host:7077"),
    "yarn": Place("yarn", "yarn"),
    "kubernetes": Place("k8s://", r"k8s://\S+", "k8s://https://host:6443"),
    "connect": Place("local[*]", _ANY),
    "thrift": Place("local[*]", _ANY),
}
_ANYWHERE: Final = Place("spark://", _ANY, "yarn")
"""A cluster whose launcher names the master."""
_IMAGE: Final = "spark.kubernetes.container.image"
IN_IMAGES: Final = "/opt/rapids-udfs"
"""The folder of jars in a container's image unless another is named."""


@dataclass(frozen=True)
class Wanted:
    """The cluster or server, the mode and the options to make settings for; as in ``configure``.

    Attributes:
        place: a key of ``PLACES``; None for any cluster.
        master: the master's URL; None for the place's own.
        given: existing settings, which are added to.
        jars_dir: the folder with the jars on every machine, as a path or a ``local:`` URI; None if
            they lie where they do here.
    """

    place: str | None
    mode: str
    master: str | None = None
    given: Mapping[str, str] = field(default_factory=dict)
    jars_dir: str | None = None
    plugin_jar: Path | None = None
    extensions: bool = True
    metrics: bool = False
    task_gpu_fraction: float | None = None
    discovery_script: str | None = None
    python_gpu: PandasGpu | None = None
    image: str | None = None


class ClusterConf(NamedTuple):
    """Settings, the master that they were made for, and their prerequisites on the cluster.

    Attributes:
        folder: the folder of jars on every machine; None if the paths are those of this machine.
        files: this machine's copies of the files that the settings name.
        environment: variables of the driver's environment.
    """

    settings: dict[str, str]
    master: str
    folder: str | None
    files: tuple[Path, ...]
    environment: dict[str, str]

    def there(self, file: Path) -> str:
        """The path of a file on the cluster's machines."""
        return str(file) if self.folder is None else f"{self.folder}/{file.name}"


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
        ModeError: an unknown ``mode``.
        ClusterConfError: a master or a folder of jars that cannot be, or ``image`` elsewhere than
            on Kubernetes.
        ConflictingSettingError, UnsupportedSparkError, SparkNotFoundError, PluginNotFoundError,
        PluginJarError, PluginMismatchError, JarMissingError, ClusterResourceError,
        PythonGpuValueError, GpuFractionError: see ``configure``.
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


def spark_of(version: str | None) -> InstalledSpark:
    """The cluster's Spark, by its version; the installed one without."""
    if version is None:
        return installed_spark()
    # Its jars cannot be inspected from here.
    return InstalledSpark(version, supported_line(version).scala, Path("spark-of-the-cluster"))


def cluster_conf(spark: InstalledSpark, wanted: Wanted) -> ClusterConf:
    """The settings of a place; ClusterConfError if the master or the folder cannot be of it."""
    master = _master(wanted)
    folder = _folder(wanted.jars_dir, master)
    given = {**wanted.given}
    if wanted.image:
        given.setdefault(_IMAGE, wanted.image)
    request = _request(spark, wanted, given | {"spark.master": master}, folder)
    mode = automatic_mode(request) if wanted.mode == "auto" else wanted.mode
    environment = add_settings(request, mode, wanted.python_gpu)
    changes, files = request.settings.changes, _named_files(request)
    if folder is None:
        needed = [file for file in files if _is_not_shipped(file, changes)]
        # A jar of this package elsewhere is a copy that ends with this process.
        if any(f.name.startswith("rapids-udfs") and f.parent != jars.FOLDER for f in files):
            why = "Spark cannot read the name of the folder that this package is installed in"
            raise ClusterConfError(f"{why}: copy the jars to another and name that (--jars-dir)")
    else:
        needed = files
        changes = {key: _there(key, value, files, folder) for key, value in changes.items()}
    if mode == "gpu" and master.startswith("spark:"):
        needed = [*needed, DISCOVERY_SCRIPT]  # for the workers themselves
    if not master.endswith("://"):
        given["spark.master"] = master
    return ClusterConf(given | changes, master, folder, tuple(needed), environment)


def _master(wanted: Wanted) -> str:
    place = PLACES[wanted.place] if wanted.place else _ANYWHERE
    master = wanted.master or wanted.given.get("spark.master") or place.master
    if master != place.master and not re.fullmatch(place.masters, master):
        fix = repr(place.like or place.master)
        of = f"{wanted.place} has" if wanted.place else "there is"
        raise ClusterConfError(f"{of} no master {master!r}: give {fix}, or none")
    if wanted.image and not master.startswith("k8s://"):
        raise ClusterConfError(f"image={wanted.image!r} is for Kubernetes: give a master k8s://…")
    return master


def _folder(given: str | None, master: str) -> str | None:
    if given is None:
        return IN_IMAGES if master.startswith("k8s://") else None
    path = re.sub(r"^(local|file):/*(?=/)", "", given).rstrip("/")
    if not re.fullmatch(r"(/[\w.+@-]+)+", path):
        wanted = "give an absolute path, such as /opt/rapids-udfs, of plain letters"
        why = "JVMs take their class path and agent from a folder of their own machine"
        raise ClusterConfError(f"the folder of jars cannot be {given!r}: {why}; {wanted}")
    return path


def _request(
    spark: InstalledSpark, wanted: Wanted, given: Mapping[str, str], folder: str | None
) -> Request:
    script = wanted.discovery_script
    if script is None and folder and given["spark.master"].startswith(("k8s://", "yarn")):
        script = f"{folder}/{DISCOVERY_SCRIPT.name}"
    request = Request(
        spark=spark,
        line=spark.line,
        settings=SparkSettings(("given", given)),
        plugin_jar=wanted.plugin_jar,
        extensions=wanted.extensions,
        metrics=wanted.metrics,
        gpus=GpuRequest(1, wanted.task_gpu_fraction, script),
        for_files=True,
    )
    on_plugin = wanted.mode in ("auto", "explain", "gpu")
    if folder is not None and on_plugin and not request.found_plugin():
        try:
            plugin.locate(spark.scala, wanted.plugin_jar)
        except PluginNotFoundError:
            # This machine has no copy to name and check.
            elsewhere = f"{folder}/{plugin.artifact(spark.scala).file_name}"
            return replace(request, plugin_elsewhere=elsewhere)
    return request


def _named_files(request: Request) -> list[Path]:
    """This machine's copies of our files that the settings name."""
    known = [jars.library_jar(request.line), jars.names_jar(), jars.emulator_jar()]
    known.append(DISCOVERY_SCRIPT)
    found = request.plugin_elsewhere or request.found_plugin()
    if found is not None and Path(found).is_absolute():
        known.append(Path(found))
    values = " ".join(request.settings.changes.values())
    return [file for file in known if f"/{file.name}" in values]


def _is_not_shipped(file: Path, changes: Mapping[str, str]) -> bool:
    """Whether a setting names a file that Spark itself does not ship to the executors."""
    shipped = ("spark.jars", "spark.yarn.dist.files", "spark.submit.pyFiles")
    return any(str(file) in value for key, value in changes.items() if key not in shipped)


def _there(key: str, value: str, files: Sequence[Path], folder: str) -> str:
    """A setting's value with the cluster's paths in the place of this machine's."""
    for file in files:
        path = f"{folder}/{file.name}"
        value = value.replace(str(file), f"local://{path}" if key == "spark.jars" else path)
    return value
