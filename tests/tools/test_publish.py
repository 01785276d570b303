# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

from pathlib import Path

import pytest

from devtools import matrix, publish
from devtools.process import DevError

NAME = "rapids-udfs_2.13"
POM = """<project xmlns="http://maven.apache.org/POM/4.0.0"><name>n</name>
<description>d</description><url>u</url><licenses><license><name>l</name></license></licenses>
<scm><url>u</url></scm><developers/><dependencies>
<dependency><groupId>org.scala-lang</groupId></dependency>
<dependency><groupId>org.apache.spark</groupId><scope>provided</scope></dependency>
</dependencies></project>"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The published files of one artifact."""
    folder = tmp_path / "io/github/rapidsudfs" / NAME / "1.0"
    folder.mkdir(parents=True)
    for tail in (".jar", "-sources.jar", "-javadoc.jar"):
        (folder / f"{NAME}-1.0{tail}").touch()
    (folder / f"{NAME}-1.0.pom").write_text(POM)
    return folder


def test_names() -> None:
    assert NAME in publish.artifacts(matrix.load().main)


def test_all_files_present(tmp_path: Path, folder: Path) -> None:
    publish.inspect(tmp_path, NAME, "1.0")


@pytest.mark.parametrize("tail", [".jar", "-sources.jar", "-javadoc.jar", ".pom"])
def test_a_missing_file(tmp_path: Path, folder: Path, tail: str) -> None:
    (folder / f"{NAME}-1.0{tail}").unlink()
    with pytest.raises(DevError, match=f"lack {NAME}-1.0{tail}"):
        publish.inspect(tmp_path, NAME, "1.0")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("<description>d</description>", "", "lacks description"),
        ("<name>l</name>", "", "lacks licenses/license/name"),
        ("<scope>provided</scope>", "", r"makes org\.apache\.spark a dependency of its users"),
    ],
)
def test_faults_of_the_pom(tmp_path: Path, folder: Path, old: str, new: str, message: str) -> None:
    (folder / f"{NAME}-1.0.pom").write_text(POM.replace(old, new))
    with pytest.raises(DevError, match=message):
        publish.inspect(tmp_path, NAME, "1.0")
