"""Writes python/rapids_udfs/catalogue.json from the JVM catalogue; ``--check`` only compares."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

from devtools import matrix
from devtools.generated.files import write_or_check
from devtools.generated.source import CATALOGUE_JSON
from devtools.jdk import jdk
from devtools.paths import JARS
from devtools.process import check
from rapids_udfs.runtime.installed import installed_spark

_MAIN = "io.github.rapidsudfs.registry.CatalogueJson"


def text() -> str:
    """The catalogue that the built jar holds, with the version of this library."""
    ours = JARS / f"rapids-udfs_{matrix.load().main.scala}.jar"
    jars = [ours, JARS / "cudf-names.jar", installed_spark().jars / "*"]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "catalogue.json"
        class_path = os.pathsep.join(str(jar) for jar in jars)
        # Parsing types makes Spark log; what matters is the file.
        options = ["-Xmx512m", "-Dlog4j2.level=OFF", "-cp", class_path]
        command = [str(jdk().executable), *options, _MAIN, str(file)]
        check(command, "the JVM catalogue could not be read (see above)")
        functions = json.loads(file.read_text(encoding="utf-8"))["functions"]
    data = {"version": matrix.load().version, "functions": functions}
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.exit(write_or_check({CATALOGUE_JSON: text()}, sys.argv[1:]))
