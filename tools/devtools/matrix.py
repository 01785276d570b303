# SPDX-License-Identifier: Apache-2.0

"""The supported versions, from ``project/versions.json``."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from devtools.paths import VERSIONS_JSON


@dataclass(frozen=True)
class Line:
    """One build of the library, for a Spark and a Scala version."""

    name: str
    scala: str
    scala_full: str
    spark: tuple[str, ...]
    without_plugin: tuple[str, ...]
    main: str
    python: tuple[str, ...]
    pip: tuple[str, ...]

    @property
    def is_assembled(self) -> bool:
        """Whether Spark's jars come from Maven, because PySpark has another Scala version."""
        return self.name == "spark-3.5_2.13"

    def newest_of_minors(self) -> list[str]:
        """The newest patch of every minor version that the plugin supports, oldest first.

        Without the minor version of the main version.
        """
        newest = {_minor(version): version for version in reversed(self.spark)}
        return [version for version in newest.values() if version != self.main]


def _minor(version: str) -> str:
    return version.rpartition(".")[0]


@dataclass(frozen=True)
class Matrix:
    """The contents of ``project/versions.json``, without the fields that only sbt reads."""

    version: str
    java: int
    sbt: str
    sbt_sha256: str
    plugin: str
    plugin_sha256: dict[str, str]
    lines: tuple[Line, ...]

    @property
    def main(self) -> Line:
        """The line that ``make demo`` and the development environment use: the first one."""
        return self.lines[0]


def load(path: Path = VERSIONS_JSON) -> Matrix:
    """Read and check the file; a fault raises a ValueError that says where it is."""
    data = json.loads(path.read_text(encoding="utf-8"))
    data["lines"] = [Line(**_fields(Line, entry, path)) for entry in data.get("lines", ())]
    matrix = Matrix(**_fields(Matrix, data, path))
    if not matrix.lines:
        raise ValueError(f"{path}: 'lines' is empty")
    for line in matrix.lines:
        if line.main not in line.spark:
            raise ValueError(f"{path}: main {line.main} of {line.name} is not in its 'spark' list")
    return matrix


def _fields(of: type, entry: dict[str, Any], path: Path) -> dict[str, Any]:
    """Return an entry's values by field: ``scala_full`` for JSON's ``scalaFull``."""
    values = {}
    for field in fields(of):
        first, *others = field.name.split("_")
        key = first + "".join(map(str.capitalize, others))
        if key not in entry:
            raise ValueError(f"{path}: {entry.get('name', 'the top level')} lacks '{key}'")
        values[field.name] = tuple(entry[key]) if isinstance(entry[key], list) else entry[key]
    return values
