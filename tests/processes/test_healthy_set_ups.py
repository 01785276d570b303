# SPDX-License-Identifier: Apache-2.0

"""The doctor in healthy set-ups, in which it finds nothing.

``test_conf_files`` tests a Spark Connect client, because it has an environment with only the
client; ``tests/emulator`` tests mode ``emulate``.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import nbformat
import pyspark
import pytest

from harness import compiled, environments, notebooks
from harness.documents import ROOT
from harness.own_process import ended, surroundings
from harness.session import SPARK
from harness.standalone import cluster, daemon
from rapids_udfs import __version__
from rapids_udfs.errors import RapidsUdfsError
from rapids_udfs.runtime import download, jars

DOCTOR = (sys.executable, "-m", "rapids_udfs", "doctor", "--json")
LOCAL = ("--conf", "spark.driver.host=127.0.0.1")
SUBMIT = str(Path(pyspark.__path__[0], "bin", "spark-submit"))
GROUP = "io.github.rapidsudfs"
CASTLE = ("org.bouncycastle", "1.82")
HADOOP = ("org.apache.hadoop", "3.5.0")
MINI_CLUSTER = [
    download.Artifact(group=group, name=name, version=version, sha256=sha256)
    for (group, version), name, sha256 in (
        (
            *(HADOOP, "hadoop-client-minicluster"),
            "06772d24529e59939915979b3edba204d367750ef7dc5120411f35221dd4818c",
        ),
        (
            *(CASTLE, "bcprov-jdk18on"),
            "14cde2fdfaa8890480a8e5b67aceef0c90f96682c1e23c133bafdc9e0b3255ce",
        ),
        (
            *(CASTLE, "bcpkix-jdk18on"),
            "bdc723e20834832ac6af136cb5b5ff05e43b71d4fa151cc6510d9212ee086e63",
        ),
        (
            *(CASTLE, "bcutil-jdk18on"),
            "4420691958ad1c0ba275a6d6d8a6317adbdbdc9277055b6a72aa89c88cda8c7d",
        ),
    )
]
"""YARN's servers, for the Hadoop in PySpark's jars, and their dependencies."""


def diagnosed(
    *arguments: str, command: tuple[str, ...] = DOCTOR, env: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Run the command; return its report, which has no error."""
    done = ended([*command, *arguments], env or surroundings())
    assert done.returncode == 0, done.stdout + done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    assert report["healthy"]
    return report


def names(report: dict[str, Any]) -> set[str]:
    return {finding["check"] for finding in report["findings"]}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return environments.built_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.mark.parametrize("kind", environments.KINDS)
def test_an_environment_of_a_user(kind: str, wheel: Path, tmp_path: Path) -> None:
    """With only the wheel and PySpark, active or not, and Java only in JAVA_HOME."""
    python = environments.installed(kind, tmp_path / "env", wheel)
    env = environments.without_java(tmp_path / "bin", python)
    program = (str(python.with_name("rapids-udfs")), "doctor", "--json")
    report = diagnosed(command=program, env=env)
    assert report["counts"] == {"error": 0, "warning": 0, "note": 1}
    (modules,) = report["findings"]
    assert modules["check"] == "worker-modules"
    assert "which lacks pandas, pyarrow" in modules["found"]
    assert modules["fix"].startswith("uv pip install" if kind != "venv" else str(python))
    inactive = {**env, "PATH": str(tmp_path / "bin")}
    report = diagnosed("--start", command=program, env=inactive)
    assert report["counts"] == {"error": 0, "warning": 0, "note": 1}
    assert names(report) == {"worker-modules"}
    assert not report["not_checked"]


def test_packages(run_script, tmp_path: Path) -> None:
    """Packages from a Maven repository in a folder."""
    parts = {
        jars.library_jar(SPARK.line).stem: jars.library_jar(SPARK.line),
        "rapids-udfs-cudf-names": jars.names_jar(),
    }
    for name, jar in parts.items():
        folder = tmp_path.joinpath(*GROUP.split("."), name, __version__)
        folder.mkdir(parents=True)
        (folder / f"{name}-{__version__}.jar").symlink_to(jar)
        (folder / f"{name}-{__version__}.pom").write_text(
            f"<project><modelVersion>4.0.0</modelVersion><groupId>{GROUP}</groupId>"
            f"<artifactId>{name}</artifactId><version>{__version__}</version></project>"
        )
    ivy = tmp_path / "ivysettings.xml"
    ivy.write_text(
        '<ivysettings><settings defaultResolver="here"/><resolvers><ibiblio name="here"'
        f' m2compatible="true" root="{escape(tmp_path.as_uri())}"/></resolvers></ivysettings>'
    )
    settings = {
        "spark.sql.extensions": "io.github.rapidsudfs.RapidsUdfsExtensions",
        "spark.jars.ivy": str(tmp_path / "ivy"),
        "spark.jars.ivySettings": str(ivy),
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
    }
    options = [word for pair in settings.items() for word in ("--conf", "=".join(pair))]
    packages = ",".join(f"{GROUP}:{name}:{__version__}" for name in parts)
    launcher = [SUBMIT, "--master", "local[1]", "--packages", packages, *options]
    report = run_script("diagnosed", launcher=launcher, PYSPARK_PYTHON=sys.executable)
    assert any(name.endswith("ascii_lower") for name in report["functions"])
    assert report["doctor"]["findings"] == []
    assert report["doctor"]["not_checked"] == {}
    # Also before that session starts.
    settings |= {"spark.jars.packages": packages, "spark.master": "local[1]"}
    assert names(diagnosed(*(f"--conf={key}={value}" for key, value in settings.items()))) == set()


def test_a_standalone_cluster_before_its_executors(tmp_path: Path) -> None:
    with cluster(tmp_path, surroundings(), workers=0) as url:
        report = diagnosed("--start", "--master", url, *LOCAL)
    assert report["findings"] == []
    why = "no executor has registered yet: run a query first"
    assert report["not_checked"] == dict.fromkeys(("workers", "worker-modules", "executors"), why)


def test_yarn(tmp_path: Path) -> None:
    """YARN's mini cluster, with a resource manager, a node and containers."""
    hadoop = next(SPARK.jars.glob("hadoop-client-api-*.jar"))
    if hadoop.stem.rpartition("-")[2] != HADOOP[1]:
        pytest.skip(f"{hadoop.name} is not of the mini cluster's version, {HADOOP[1]}")
    try:
        servers = [download.fetch(artifact, "hadoop") for artifact in MINI_CLUSTER]
    except RapidsUdfsError as e:
        pytest.skip(str(e))
    class_path = [servers[0], *SPARK.jars.glob("hadoop-client-*.jar")]
    main = compiled.jar(Path(__file__).parent / "mini_yarn", tmp_path, class_path)
    configuration = tmp_path / "configuration"
    configuration.mkdir()
    env = surroundings() | {"HADOOP_CONF_DIR": str(configuration), "HOME": str(tmp_path)}
    of_cluster = env | {"SPARK_DIST_CLASSPATH": ":".join(map(str, [*servers, main]))}
    command = ["org.example.MiniYarn", str(configuration), str(tmp_path / "work")]
    jars_here = f"spark.yarn.jars=local:{SPARK.jars}/*"
    one = ("--conf", "spark.executor.instances=1")
    session = ("--master", "yarn", *LOCAL, *one, "--conf", jars_here)
    log = tmp_path / "yarn.log"
    with daemon(command, log, of_cluster, r"(The cluster is ready)"):
        before = diagnosed(*session, env=env)
        running = diagnosed("--start", *session, env=env)
    assert before["findings"] == running["findings"] == []
    assert set(before["not_checked"]) == {"worker-python"}
    assert not running["not_checked"]


def test_a_notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "python"))
    monkeypatch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
    cells = [
        "import rapids_udfs\nfrom pyspark.sql import SparkSession",
        "builder = rapids_udfs.configure(SparkSession.builder.master('local[2]'), 'cpu')",
        "spark = builder.config('spark.ui.enabled', 'false').getOrCreate()",
        "rapids_udfs.doctor(spark)",
        "spark.stop()",
    ]
    path = tmp_path / "doctor.ipynb"
    notebook = nbformat.v4.new_notebook(cells=[*map(nbformat.v4.new_code_cell, cells)])
    notebooks.write(notebook, path)
    (shown,) = [o for c in notebooks.executed(path).cells for o in c.outputs if "data" in o]
    assert "Nothing is wrong, by " in shown.data["text/html"]
    assert shown.data["text/plain"].startswith("Diagnosis(findings=(),")


def test_a_small_tmp() -> None:
    """A separate file system of 64 MiB, as in a container."""
    small = 'mount -t tmpfs -o size=64m tmpfs /tmp && exec "$@"'
    own = ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", small, "sh")
    if subprocess.run([*own, "true"], check=False, capture_output=True).returncode != 0:
        pytest.skip("this machine has no mounts of one's own: unshare --user --mount")
    for start in ((), ("--start",)):
        report = diagnosed(*start, command=(*own, *DOCTOR))
        assert report["counts"]["error"] == 0
        assert {f["check"] for f in report["findings"] if f["severity"] == "warning"} == {
            "temporary-space",
            *(["executors"] if start else []),
        }
