# SPDX-License-Identifier: Apache-2.0

"""The sources of the generators: the built jars, and the committed ``catalogue.json``."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from devtools import matrix
from devtools.jdk import jdk
from devtools.paths import JARS, PACKAGE
from devtools.process import DevError, check
from rapids_udfs.catalogue.function_info import FunctionInfo, parse
from rapids_udfs.runtime.installed import installed_spark

_OURS = "io.github.rapidsudfs"
CATALOGUE_JSON = PACKAGE / "catalogue.json"

TITLES: Mapping[str, str] = {
    "text": "Text",
    "bytes": "Bytes",
    "url": "URLs",
    "net": "Networks",
    "time": "Dates and times",
    "numbers": "Numbers",
    "money": "Money",
    "geo": "Geography",
    "arrays": "Arrays",
    "maps": "Maps",
    "structs": "Structs",
    "meta": "Meta",
    "identity": "Identity",
}
"""The titles of the categories' pages."""


def from_jars(main: str) -> Any:
    """Return the JSON that a main class of the built jars writes to a file."""
    ours = [f"rapids-udfs{part}_{matrix.load().main.scala}.jar" for part in ("", "-testkit")]
    jars = [*(JARS / name for name in (*ours, "cudf-names.jar")), installed_spark().jars / "*"]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "written.json"
        # Parsing types makes Spark log; only the file matters.
        options = ["-Xmx512m", "-Dlog4j2.level=OFF", "-cp", os.pathsep.join(map(str, jars))]
        command: list[str | Path] = [jdk().executable, *options, f"{_OURS}.{main}", file]
        check(command, f"{main} could not read the jars (see above)")
        return json.loads(file.read_text(encoding="utf-8"))


def by_category(file: Path = CATALOGUE_JSON) -> dict[str, list[FunctionInfo]]:
    entries = json.loads(file.read_text(encoding="utf-8"))["functions"]
    functions = [parse(entry) for entry in entries]
    groups = {name: list(group) for name, group in groupby(functions, lambda f: f.category)}
    unknown = groups.keys() - TITLES.keys()
    if unknown:
        raise DevError(f"the category {min(unknown)} has no title; add it in {Path(__file__).name}")
    return groups


def camel_case(name: str) -> str:
    """Return ``urlDecodeForm`` for ``url_decode_form``."""
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)
