# SPDX-License-Identifier: Apache-2.0

"""Machines on which a session would fail, made of environments and programs that stand for them."""

from __future__ import annotations

import resource
import shutil
from pathlib import Path
from zipfile import ZipFile

import pyspark
import pytest

from harness.diagnoses import checked, only, program
from harness.session import SPARK
from rapids_udfs.diagnosis import doctor, machine_checks
from rapids_udfs.diagnosis.finding import Check, run
from rapids_udfs.diagnosis.setup import Setup
from rapids_udfs.runtime import jars
from rapids_udfs.runtime.installed import installed_spark
from rapids_udfs.session.settings import SparkSettings

pytestmark = pytest.mark.jars

Environment = pytest.MonkeyPatch


def test_this_machine_is_healthy(env: Environment) -> None:
    diagnosis = checked()
    assert diagnosis.healthy, diagnosis
    assert not diagnosis.not_checked
    assert str(diagnosis) == f"Nothing is wrong, by {len(doctor.BEFORE_START)} checks."


def test_no_spark(env: Environment, tmp_path: Path) -> None:
    env.setenv("SPARK_HOME", str(tmp_path))
    diagnosis = checked()
    assert "spark: " in only(diagnosis, "spark")
    assert diagnosis.not_checked["spark-version"] == "no Spark is installed"


def of_version(folder: Path, version: str) -> Path:
    """A Spark installation whose jars say that it is of a version, with this one's Scala."""
    (folder / "jars").mkdir(parents=True)
    scala = next(installed_spark().jars.glob("scala-library*.jar"))
    (folder / "jars" / scala.name).symlink_to(scala)
    with ZipFile(folder / f"jars/spark-core_{version}.jar", "w") as jar:
        jar.writestr("spark-version-info.properties", f"version={version}\n")
    return folder


def test_a_spark_that_is_not_supported(env: Environment, tmp_path: Path) -> None:
    env.setenv("SPARK_HOME", str(of_version(tmp_path, "3.3.1")))
    checks = [f.check for f in checked().findings]
    assert checks == ["spark-version", "pyspark"]


@pytest.mark.skipif(
    installed_spark().scala == "2.12",
    reason="of Scala 2.12 one minor version of Spark is supported",
)
def test_another_spark_than_pyspark(env: Environment, tmp_path: Path) -> None:
    env.setenv("SPARK_HOME", str(of_version(tmp_path, "4.0.1")))
    assert "pip install pyspark==4.0.1" in only(checked(), "pyspark")


def test_another_patch_than_pyspark(env: Environment, tmp_path: Path) -> None:
    other = {"2.13": "4.2.1", "2.12": "3.5.1"}[installed_spark().scala]
    env.setenv("SPARK_HOME", str(of_version(tmp_path, other)))
    assert "pyspark" not in [finding.check for finding in checked().findings]


@pytest.mark.parametrize(
    ("python", "spark", "healthy"),
    [
        ("3.5.1", "3.5.1-amzn-1", True),  # as EMR has it
        ("4.0.1+vendor", "4.0.0", True),
        ("4.1.0", "4.0.0", False),
    ],
)
def test_versions_of_pyspark_and_spark(
    env: Environment, python: str, spark: str, healthy: bool
) -> None:
    env.setattr(pyspark, "__version__", python)
    installed = installed_spark()._replace(version=spark)
    env.setattr("rapids_udfs.diagnosis.setup.installed_spark", lambda: installed)
    diagnosis = run([Check("error", machine_checks.pyspark)], Setup(SparkSettings()))
    assert diagnosis.healthy == healthy


def test_no_java(env: Environment, tmp_path: Path) -> None:
    env.setenv("JAVA_HOME", str(tmp_path))
    assert f"JAVA_HOME={tmp_path}" in only(checked(), "java")


@pytest.mark.jvm
def test_another_java(env: Environment, tmp_path: Path) -> None:
    program(tmp_path / "bin", "java", "echo 'openjdk version \"11.0.2\"' >&2")
    env.setenv("JAVA_HOME", str(tmp_path))
    assert "11" in only(checked(), "java")


def test_a_library_jar_that_is_missing(env: Environment, tmp_path: Path) -> None:
    env.setattr(jars, "FOLDER", tmp_path)
    jar = tmp_path / jars.name_of("", SPARK.line.name, SPARK.scala)
    assert f"{jar} is missing" in only(checked(), "library-jar")


def test_a_plugin_that_is_missing(env: Environment, tmp_path: Path) -> None:
    env.setenv("RAPIDS_UDFS_CACHE", str(tmp_path))
    env.delenv("RAPIDS_UDFS_PLUGIN_JAR", raising=False)
    (finding,) = (f for f in checked(gpu=True).findings if f.check == "plugin-jar")
    assert "fetch-plugin" in finding.fix


def test_a_plugin_that_is_damaged(env: Environment, tmp_path: Path) -> None:
    jar = tmp_path / "rapids-4-spark_2.13.jar"
    jar.write_text("no jar", encoding="utf-8")
    settings = {"spark.driver.extraClassPath": str(jar)}
    (finding,) = (f for f in checked(settings, gpu=True).findings if f.check == "plugin-jar")
    assert "damaged or no jar at all" in finding.found
    assert checked(settings).healthy


def test_a_cache_that_cannot_be_made(env: Environment, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    env.setenv("RAPIDS_UDFS_CACHE", str(tmp_path / "file" / "cache"))
    assert "RAPIDS_UDFS_CACHE" in only(checked(), "cache", "note")


def test_a_folder_for_shuffles_that_is_not_there(env: Environment, tmp_path: Path) -> None:
    """Spark creates it, unless it cannot."""
    assert not checked({"spark.local.dir": f"{tmp_path},{tmp_path}/a/b"}).findings
    (tmp_path / "file").touch()
    diagnosis = checked({"spark.local.dir": f"{tmp_path}/file/b"})
    assert f"{tmp_path}/file/b cannot be written" in only(diagnosis, "temporary-folder")


def test_a_full_folder_for_shuffles(env: Environment) -> None:
    usage = shutil.disk_usage("/")._replace(free=2**20)
    env.setattr(shutil, "disk_usage", lambda _: usage)
    assert "1 MiB left" in only(checked(), "temporary-space", "warning")
    assert str(checked()).endswith(f"1 warning, by {len(doctor.BEFORE_START)} checks.")


def test_a_small_tmp(env: Environment, tmp_path: Path) -> None:
    """As in a container: the JVM does not read TMPDIR, and the plugin unpacks libcudf there."""

    def free(folder: Path) -> object:
        return usage._replace(free=2**26 if str(folder) == "/tmp" else 2**40)

    usage = shutil.disk_usage("/")
    env.setattr(shutil, "disk_usage", free)
    env.setenv("TMPDIR", str(tmp_path))
    assert "/tmp has 64 MiB left" in only(checked(), "temporary-space", "warning")
    elsewhere = {"spark.driver.extraJavaOptions": f"-Dx=y -Djava.io.tmpdir={tmp_path}"}
    named = {"spark.local.dir": str(tmp_path)}
    for settings in (elsewhere, named):
        assert not checked(settings).findings
    native = {f.check: f for f in checked(named, gpu=True).findings}["native-libraries"]
    assert native.severity == "error"
    assert "-Djava.io.tmpdir=FOLDER" in native.fix
    assert "native-libraries" not in {f.check for f in checked(elsewhere, gpu=True).findings}


def test_few_open_files(env: Environment) -> None:
    env.setattr(resource, "getrlimit", lambda _: (256, 1024))
    assert "1024 files open" in only(checked(), "open-files", "warning")
