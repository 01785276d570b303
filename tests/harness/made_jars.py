# SPDX-License-Identifier: Apache-2.0

"""Fake jars with the entries that identify them, without classes."""

from __future__ import annotations

import zipfile
from pathlib import Path

from rapids_udfs._versions import LINES, PLUGIN, Line


def jar(path: Path, entries: dict[str, str]) -> Path:
    """Write a jar with these entries."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in entries.items():
            archive.writestr(name, text)
    return path


def plugin_jar(
    folder: Path,
    line: Line = LINES[0],
    *,
    release: str = PLUGIN,
    shims: tuple[str, ...] = (),
    more: tuple[str, ...] = (),
) -> Path:
    """Write a fake plugin jar of a release."""
    pom = f"META-INF/maven/com.nvidia/rapids-4-spark_{line.scala}/pom.properties"
    entries = {"rapids4spark-version-info.properties": f"version={release}\n", pom: ""}
    entries |= dict.fromkeys(more, "")
    for spark in shims or line.spark:
        entries[f"spark{spark.replace('.', '')}/x.class"] = ""
    return jar(folder / f"rapids-4-spark_{line.scala}-{release}-cuda12.jar", entries)
