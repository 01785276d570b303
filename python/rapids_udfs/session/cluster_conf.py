# SPDX-License-Identifier: Apache-2.0

"""The settings of ``configure`` for a cluster or a server, with the paths there.

They are made with the paths of this machine, as for a session here, so that ``configure``'s checks
see the files. If the jars lie in another folder there, each path is then replaced.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from rapids_udfs.errors import ConfigurationError, PluginError
from rapids_udfs.runtime import jars, plugin
from rapids_udfs.runtime.installed import InstalledSpark, installed_spark, supported_line
from rapids_udfs.session.builder import add_settings, automatic_mode
from rapids_udfs.session.cluster import DISCOVERY_SCRIPT
from rapids_udfs.session.modes import Request
from rapids_udfs.session.plugin_in_session import find_plugin
from rapids_udfs.session.python_gpu.options import PandasGpu
from rapids_udfs.session.settings import SparkSettings


class Place(NamedTuple):
    """A kind of cluster or server."""

    master: str
    """The master if none is named; one without an address (``k8s://``) is not written."""
    masters: str
    """The pattern of the masters that it can have."""
    example: str = ""


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
_SHIPPED: Final = ("spark.jars", "spark.yarn.dist.files", "spark.submit.pyFiles")
"""Settings whose files Spark sends to the executors."""


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
        files: this machine's copies of the files that have to be there.
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


def spark_of(version: str | None) -> InstalledSpark:
    """The cluster's Spark, by its version; the installed one without."""
    if version is None:
        return installed_spark()
    # Its jars cannot be inspected from here.
    return InstalledSpark(version, supported_line(version).scala, Path("spark-of-the-cluster"))


def cluster_conf(spark: InstalledSpark, wanted: Wanted) -> ClusterConf:
    """The settings of a place; ConfigurationError if the master or the folder cannot be of it."""
    master = _master(wanted)
    folder = _folder(wanted.jars_dir, master)
    given = {**wanted.given}
    if wanted.image:
        given.setdefault(_IMAGE, wanted.image)
    request = _request(spark, wanted, given | {"spark.master": master}, folder)
    mode = automatic_mode(request) if wanted.mode == "auto" else wanted.mode
    environment = add_settings(request, mode, wanted.python_gpu)
    changes = request.settings.changes
    files = _files(request)
    if folder is None:
        _refuse_copies(files)
        files = [file for file in files if not _is_shipped(file, changes)]
    else:
        changes = {key: _moved(key, changes[key], files, folder) for key in changes}
    if mode == "gpu" and master.startswith("spark:"):
        files.append(DISCOVERY_SCRIPT)  # for the workers themselves
    named = {} if master.endswith("://") else {"spark.master": master}
    return ClusterConf(given | named | changes, master, folder, tuple(files), environment)


def _master(wanted: Wanted) -> str:
    place = PLACES[wanted.place] if wanted.place else _ANYWHERE
    master = wanted.master or wanted.given.get("spark.master") or place.master
    if master != place.master and not re.fullmatch(place.masters, master):
        fix = repr(place.example or place.master)
        of = f"{wanted.place} has" if wanted.place else "there is"
        raise ConfigurationError(f"{of} no master {master!r}: give {fix}, or none")
    if wanted.image and not master.startswith("k8s://"):
        raise ConfigurationError(f"image={wanted.image!r} is for Kubernetes: give a master k8s://…")
    return master


def _folder(given: str | None, master: str) -> str | None:
    """The folder of jars there; None if it is the one here."""
    if given is None:
        return IN_IMAGES if master.startswith("k8s://") else None
    path = re.sub(r"^(local|file):/*(?=/)", "", given).rstrip("/")
    if not re.fullmatch(r"(/[\w.+@-]+)+", path):
        wanted = "give an absolute path, such as /opt/rapids-udfs, of plain letters"
        why = "JVMs take their class path and agent from a folder of their own machine"
        raise ConfigurationError(f"the folder of jars cannot be {given!r}: {why}; {wanted}")
    return path


def _request(
    spark: InstalledSpark, wanted: Wanted, given: Mapping[str, str], folder: str | None
) -> Request:
    settings = SparkSettings(("given", given))
    script = wanted.discovery_script
    if script is None and folder and given["spark.master"].startswith(("k8s://", "yarn")):
        script = f"{folder}/{DISCOVERY_SCRIPT.name}"
    plugin_elsewhere = None
    on_plugin = wanted.mode in ("auto", "explain", "gpu")
    if folder and on_plugin and not find_plugin(settings, spark.jars):
        try:
            plugin.locate(spark.scala, wanted.plugin_jar)
        except PluginError:
            # This machine has no copy to name and check.
            plugin_elsewhere = f"{folder}/{plugin.artifact(spark.scala).file_name}"
    return Request(
        spark=spark,
        settings=settings,
        plugin_jar=wanted.plugin_jar,
        plugin_elsewhere=plugin_elsewhere,
        extensions=wanted.extensions,
        metrics=wanted.metrics,
        task_gpu_fraction=wanted.task_gpu_fraction,
        discovery_script=script,
        for_files=True,
    )


def _files(request: Request) -> list[Path]:
    """The files that the settings name: this package's, and the plugin's jar."""
    known = [jars.library_jar(request.spark.line), jars.names_jar(), jars.emulator_jar()]
    known.append(DISCOVERY_SCRIPT)
    found = request.plugin_elsewhere or request.found_plugin()
    if found is not None and Path(found).is_absolute():
        known.append(Path(found))
    values = " ".join(request.settings.changes.values())
    return [file for file in known if f"/{file.name}" in values]


def _refuse_copies(files: list[Path]) -> None:
    """Raise ConfigurationError for a copy of one of our jars, which ends with this process."""
    if any(f.name.startswith("rapids-udfs") and f.parent != jars.FOLDER for f in files):
        why = "Spark cannot read the name of the folder that this package is installed in"
        raise ConfigurationError(f"{why}: copy the jars to another and name that (--jars-dir)")


def _is_shipped(file: Path, settings: Mapping[str, str]) -> bool:
    """Return whether Spark itself sends a file wherever the settings name it."""
    return not any(str(file) in settings[key] for key in settings if key not in _SHIPPED)


def _moved(key: str, value: str, files: list[Path], folder: str) -> str:
    """The value with the cluster's paths in the place of this machine's."""
    scheme = "local://" if key == "spark.jars" else ""
    for file in files:
        value = value.replace(str(file), f"{scheme}{folder}/{file.name}")
    return value
