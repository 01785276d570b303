"""The supported versions, as ``project/versions.json`` declares them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from devtools.paths import VERSIONS_JSON


@dataclass(frozen=True)
class Line:
    """One pairing of Spark, Scala and plugin."""

    name: str
    scala: str
    scala_full: str
    spark: tuple[str, ...]
    main: str
    plugin: str
    plugin_classifier: str
    plugin_sha256: str
    python: tuple[str, ...]
    pip: tuple[str, ...]


@dataclass(frozen=True)
class Matrix:
    """The whole of ``project/versions.json``, less what only sbt reads."""

    version: str
    java: int
    sbt: str
    sbt_sha256: str
    lines: tuple[Line, ...]

    @property
    def main(self) -> Line:
        """The line that ``make demo`` and the development environment use: the first one."""
        return self.lines[0]


def load(path: Path = VERSIONS_JSON) -> Matrix:
    """Reads and checks the file; a fault in it is a ValueError that says where."""
    data = json.loads(path.read_text(encoding="utf-8"))
    lines = tuple(_line(entry, path) for entry in _get(data, "lines", path))
    if not lines:
        raise ValueError(f"{path}: 'lines' is empty")
    return Matrix(
        version=_get(data, "version", path),
        java=_get(data, "java", path),
        sbt=_get(data, "sbt", path),
        sbt_sha256=_get(data, "sbtSha256", path),
        lines=lines,
    )


def _line(entry: dict[str, Any], path: Path) -> Line:
    line = Line(
        name=_get(entry, "name", path),
        scala=_get(entry, "scala", path),
        scala_full=_get(entry, "scalaFull", path),
        spark=tuple(_get(entry, "spark", path)),
        main=_get(entry, "main", path),
        plugin=_get(entry, "plugin", path),
        plugin_classifier=_get(entry, "pluginClassifier", path),
        plugin_sha256=_get(entry, "pluginSha256", path),
        python=tuple(_get(entry, "python", path)),
        pip=tuple(_get(entry, "pip", path)),
    )
    if line.main not in line.spark:
        raise ValueError(f"{path}: main {line.main} of {line.name} is not in its 'spark' list")
    return line


def _get(entry: dict[str, Any], key: str, path: Path) -> Any:
    if key not in entry:
        raise ValueError(f"{path}: {entry.get('name', 'the top level')} lacks '{key}'")
    return entry[key]
