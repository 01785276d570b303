"""Looks at what is published in ``dist/``, and builds a project of sbt that depends on it."""

from __future__ import annotations

import shutil
import xml.etree.ElementTree as ET
from pathlib import Path

from devtools import jars, matrix
from devtools.dist import MAVEN
from devtools.paths import ROOT
from devtools.process import DevError

GROUP = "io.github.rapidsudfs"
_POM = "{http://maven.apache.org/POM/4.0.0}"
_CONSUMER = ROOT / "tests" / "publish"


def artifacts(line: matrix.Line) -> tuple[str, ...]:
    ours = (f"rapids-udfs{part}_{line.scala}" for part in ("", "-hive", "-testkit"))
    return (*ours, "rapids-udfs-emulator", "rapids-udfs-cudf-names")


def check(line: matrix.Line, folder: Path) -> None:
    """Look at a line's artifacts in ``dist/``, and use them from a project in a folder."""
    for name in artifacts(line):
        inspect(MAVEN, name, matrix.load().version)
    project = folder / "consumer"
    shutil.copytree(_CONSUMER, project)
    (project / "project").mkdir(exist_ok=True)
    shutil.copy(ROOT / "project" / "build.properties", project / "project")
    options = {
        "repository": MAVEN.as_uri(),
        "version": matrix.load().version,
        "scala": line.scala_full,
        "spark": line.main,
    }
    words = [f"-D{key}={value}" for key, value in options.items()]
    if jars.sbt(line, *words, "checkClasspath", "Test/runMain Consumer", folder=project) != 0:
        raise DevError("a project that depends on what is published does not work (see above)")


def inspect(repository: Path, name: str, version: str) -> None:
    """Fail unless an artifact has all its files, and its POM all that Maven Central asks for."""
    folder = repository.joinpath(*GROUP.split("."), name, version)
    for tail in (".jar", "-sources.jar", "-javadoc.jar", ".pom"):
        file = folder / f"{name}-{version}{tail}"
        if not file.is_file():
            raise DevError(f"what is published lacks {file.name}")
    pom = ET.parse(folder / f"{name}-{version}.pom").getroot()
    for path in ("name", "description", "url", "licenses/license/name", "scm/url", "developers"):
        if pom.find("/".join(_POM + step for step in path.split("/"))) is None:
            raise DevError(f"the POM of {name} lacks {path}")
    for dependency in pom.iter(f"{_POM}dependency"):
        group = dependency.findtext(f"{_POM}groupId")
        scope = dependency.findtext(f"{_POM}scope") or "compile"
        if scope == "compile" and group not in (GROUP, "org.scala-lang"):
            raise DevError(f"the POM of {name} makes {group} a dependency of its users")
