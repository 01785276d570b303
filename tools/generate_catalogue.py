# SPDX-License-Identifier: Apache-2.0

"""Writes the functions that the jars declare as JSON; ``--check`` only compares.

The catalogue's functions go into the Python package, those of the test kit into the test harness.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from devtools import matrix
from devtools.generated.files import write_or_check
from devtools.generated.source import CATALOGUE_JSON
from devtools.jdk import jdk
from devtools.paths import JARS, ROOT
from devtools.process import check
from rapids_udfs.runtime.installed import installed_spark

_CATALOGUE = "registry.CatalogueJson"
_OF_TESTS = "testkit.functions.ConformanceFunctions"
_OF_TESTS_JSON = ROOT / "tests" / "harness" / "conformance_functions.json"


def declared(by: str) -> Any:
    """The functions that a class of the built jars prints."""
    ours = [f"rapids-udfs{part}_{matrix.load().main.scala}.jar" for part in ("", "-testkit")]
    jars = [*(JARS / name for name in (*ours, "cudf-names.jar")), installed_spark().jars / "*"]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "functions.json"
        class_path = os.pathsep.join(str(jar) for jar in jars)
        # Parsing types makes Spark log; only the file matters.
        options = ["-Xmx512m", "-Dlog4j2.level=OFF", "-cp", class_path]
        command = [str(jdk().executable), *options, f"io.github.rapidsudfs.{by}", str(file)]
        check(command, "the functions of the jars could not be read (see above)")
        return json.loads(file.read_text(encoding="utf-8"))["functions"]


def text(data: dict[str, Any]) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    catalogue = {"version": matrix.load().version, "functions": declared(_CATALOGUE)}
    files = {
        CATALOGUE_JSON: text(catalogue),
        _OF_TESTS_JSON: text({"functions": declared(_OF_TESTS)}),
    }
    sys.exit(write_or_check(files, sys.argv[1:]))
