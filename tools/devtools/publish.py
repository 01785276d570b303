# SPDX-License-Identifier: Apache-2.0

"""Checks the artifacts published in ``dist/``, and builds sbt projects that use them."""

from __future__ import annotations

import os
import shutil
import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path

from devtools import jars, matrix
from devtools.dist import MAVEN
from devtools.paths import PYTHON, ROOT
from devtools.process import DevError
from rapids_udfs.testing import new_project

GROUP = "io.github.rapidsudfs"
_POM = "{http://maven.apache.org/POM/4.0.0}"
_CONSUMER = ROOT / "tests" / "publish"


def artifacts(line: matrix.Line) -> tuple[str, ...]:
    ours = (f"rapids-udfs{part}_{line.scala}" for part in ("", "-hive", "-testkit"))
    return (*ours, "rapids-udfs-emulator", "rapids-udfs-cudf-names")


def check(line: matrix.Line, folder: Path) -> None:
    """Check a line's artifacts in ``dist/``, and build a project in a folder that uses them."""
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
        raise DevError("a project that uses the published artifacts does not work (see above)")


def check_new_project(line: matrix.Line, folder: Path) -> None:
    """Build a project that ``rapids-udfs new`` writes: its jar and its Maven artifact."""
    project = folder / "my-udfs"
    new_project.create(project, "com.acme", line.main)
    local = f"-Dmaven.repo.local={folder / 'own'}"
    # Its build runs rapids-udfs of the development environment to find the jars.
    path = {"PATH": f"{PYTHON.parent}{os.pathsep}{os.environ['PATH']}"}
    if jars.sbt(line, local, "package", "publishM2", folder=project, more=path) != 0:
        raise DevError("the build of a new project fails (see above)")
    artifact = folder / "own" / "com" / "acme" / "my-udfs" / "0.1.0" / "my-udfs-0.1.0.jar"
    for jar in (project / "my_udfs" / "my-udfs.jar", artifact):
        with zipfile.ZipFile(jar) as file:
            services = "META-INF/services/io.github.rapidsudfs.api.DualFunction"
            lacks = {services, "com/acme/PlusTax.class", "com/acme/VatCountry.class"}
            lacks -= set(file.namelist())
        if lacks:
            raise DevError(f"{jar.name} of a new project lacks {', '.join(sorted(lacks))}")


def inspect(repository: Path, name: str, version: str) -> None:
    """Fail unless an artifact has all its files and its POM meets Maven Central's requirements."""
    folder = repository.joinpath(*GROUP.split("."), name, version)
    for tail in (".jar", "-sources.jar", "-javadoc.jar", ".pom"):
        file = folder / f"{name}-{version}{tail}"
        if not file.is_file():
            raise DevError(f"the published artifacts lack {file.name}")
    pom = ET.parse(folder / f"{name}-{version}.pom").getroot()
    for path in ("name", "description", "url", "licenses/license/name", "scm/url", "developers"):
        if pom.find("/".join(_POM + step for step in path.split("/"))) is None:
            raise DevError(f"the POM of {name} lacks {path}")
    for dependency in pom.iter(f"{_POM}dependency"):
        group = dependency.findtext(f"{_POM}groupId")
        scope = dependency.findtext(f"{_POM}scope") or "compile"
        if scope == "compile" and group not in (GROUP, "org.scala-lang"):
            raise DevError(f"the POM of {name} makes {group} a dependency of its users")
