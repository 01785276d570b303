# SPDX-License-Identifier: Apache-2.0

"""The table formats that tests use, Delta and Iceberg, from ``project/table-formats.json``."""

from __future__ import annotations

import json
from pathlib import Path

from devtools import matrix
from devtools.paths import VERSIONS_JSON
from rapids_udfs.runtime import download

_DECLARED = json.loads(VERSIONS_JSON.with_name("table-formats.json").read_text(encoding="utf-8"))
FORMATS = tuple(_DECLARED["formats"])


def spark() -> tuple[matrix.Line, str]:
    """Return the newest Spark that the formats support, and its line."""
    wanted = _DECLARED["spark"]
    matches = [
        (line, v) for line in matrix.load().lines for v in line.spark if v.startswith(wanted)
    ]
    return matches[0]


def jars(name: str) -> list[Path]:
    """Return the jars of a format in the cache, downloaded if needed."""
    artifacts = [download.Artifact(**entry) for entry in _DECLARED["formats"][name]]
    return [download.fetch(artifact, "table-formats") for artifact in artifacts]
