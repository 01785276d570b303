# SPDX-License-Identifier: Apache-2.0

"""The Maven repository in ``dist/``, used by Maven and by Spark's ``--packages``."""

from __future__ import annotations

import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pyspark
import pytest

from devtools import apt, matrix
from devtools.jdk import jdk
from devtools.paths import ROOT
from devtools.publish import GROUP
from harness.own_process import surroundings
from rapids_udfs.runtime import cache

LINE = matrix.load().main
QUERIES = Path(__file__).parent


@pytest.fixture(scope="module")
def maven() -> str:
    """Return the program, which is installed if permitted."""
    program = shutil.which("mvn") or (apt.install("maven") and shutil.which("mvn"))
    if not program:
        pytest.skip("no Maven here: apt-get install maven")
    return program


def test_a_maven_project(maven: str, dist: Path, version: str, tmp_path: Path) -> None:
    project = tmp_path / "consumer"
    shutil.copytree(ROOT / "tests" / "publish", project)
    # Spark's jars are downloaded once; our own jars never come from another build.
    local = cache.writable_dir("maven")
    shutil.rmtree(local.joinpath(*GROUP.split(".")), ignore_errors=True)
    options = {
        "maven.repo.local": local,
        "repository": (dist / "maven").as_uri(),
        "ours": version,
        "scala": LINE.scala,
        "spark": LINE.main,
    }
    words = [f"-D{name}={value}" for name, value in options.items()]
    done = subprocess.run(
        [maven, "--batch-mode", "--no-transfer-progress", *words, "test-compile", "exec:exec"],
        cwd=project,
        env=surroundings() | {"JAVA_HOME": str(jdk().home)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert "ascii_lower('ABC') is abc" in done.stdout
    # All resolved artifacts came from dist/, including the test kit's dependencies.
    ours = local.joinpath(*GROUP.split("."))
    names = {"", "-cudf-names", "-emulator", "-hive", "-testkit"}
    assert {p.name.partition("_")[0] for p in ours.iterdir()} == {f"rapids-udfs{n}" for n in names}


@pytest.mark.parametrize(
    ("program", "query"),
    [("spark-submit", ["packages_query.py"]), ("spark-shell", ["-i", "packages_query.scala"])],
)
def test_packages(program: str, query: list[str], dist: Path, version: str, tmp_path: Path) -> None:
    names = (f"rapids-udfs_{LINE.scala}", "rapids-udfs-cudf-names")
    settings = {
        "spark.sql.extensions": "io.github.rapidsudfs.RapidsUdfsExtensions",
        "spark.jars.ivy": str(tmp_path / "ivy"),
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
    }
    done = subprocess.run(
        [
            Path(pyspark.__path__[0], "bin", program),
            *("--master", "local[1]"),
            *("--packages", ",".join(f"{GROUP}:{name}:{version}" for name in names)),
            *("--repositories", (dist / "maven").as_uri()),
            *(w for name, value in settings.items() for w in ("--conf", f"{name}={value}")),
            *query,
        ],
        cwd=QUERIES,
        # Without the package itself, the program has only the jars.
        env={k: v for k, v in surroundings().items() if k != "PYTHONPATH"}
        | {"ANSWER": str(tmp_path / "answer")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    assert (tmp_path / "answer").read_text() == "A b true"
    jars = {p.name for p in (tmp_path / "ivy" / "jars").iterdir()}
    assert jars == {f"{GROUP}_{name}-{version}.jar" for name in names}


def test_artifacts_depend_only_on_ours(dist: Path) -> None:
    asked = set()
    for pom in dist.rglob("*.pom"):
        for dependency in ET.parse(pom).getroot().iterfind(".//{*}dependency"):
            if dependency.findtext("{*}scope") in (None, "compile", "runtime"):
                asked.add(dependency.findtext("{*}groupId"))
    assert asked == {GROUP, "org.scala-lang"}
