# SPDX-License-Identifier: Apache-2.0

"""The installed Spark, Scala and Java, as found."""

from __future__ import annotations

from pathlib import Path

import pyspark
import pytest

from rapids_udfs._version_text import minor_of, numbers_of
from rapids_udfs._versions import LINES
from rapids_udfs.errors import InstallationError, UnsupportedError
from rapids_udfs.runtime import installed, java
from rapids_udfs.runtime.installed import installed_spark, supported_line
from rapids_udfs.runtime.java import check_java

TESTED = sorted(
    {version for line in LINES for version in (*line.spark, *line.without_plugin)},
    key=numbers_of,
    reverse=True,
)


def test_the_installed_pyspark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SPARK_HOME", raising=False)
    spark = installed_spark()
    assert spark.version == pyspark.__version__
    assert spark.scala in {line.scala for line in LINES if spark.version in line.spark}
    assert supported_line(spark.version, spark.scala).scala == spark.scala


def test_spark_home(make_spark) -> None:
    home = make_spark("4.0.2", "2.13")
    assert installed_spark() == ("4.0.2", "2.13", home / "jars")


def test_spark_home_without_jars(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPARK_HOME", str(tmp_path))
    with pytest.raises(InstallationError) as e:
        installed_spark()
    assert f"no Spark with jars was found ({tmp_path}/jars)" in str(e.value)
    assert f"pip install pyspark=={LINES[0].main}" in str(e.value)


def test_no_pyspark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SPARK_HOME", raising=False)
    monkeypatch.setattr(installed, "find_spec", lambda name: None)
    with pytest.raises(InstallationError, match="no pyspark package, no SPARK_HOME"):
        installed_spark()


@pytest.mark.parametrize("version", ["3.4.1", "4.99.0", "4", "of a vendor"])
def test_unsupported_spark(version: str) -> None:
    with pytest.raises(UnsupportedError) as e:
        supported_line(version, "2.13")
    minors = ", ".join(dict.fromkeys(map(minor_of, TESTED)))
    assert str(e.value) == (
        f"Spark {version} is not supported; supported: {minors}, with every patch of each"
    )


def test_unsupported_scala_for_a_spark() -> None:
    with pytest.raises(UnsupportedError) as e:
        supported_line("4.0.1", "2.12")
    assert str(e.value) == "Scala 2.12 with Spark 4.0.1 is not supported; supported: 2.13"


@pytest.mark.parametrize(
    ("spark", "scala", "line"),
    [
        ("4.2.0", "2.13", "spark-4"),
        ("4.3.0", "2.13", "spark-4"),
        ("4.1.0", None, "spark-4"),
        ("4.0.9-SNAPSHOT", "2.13", "spark-4"),
        ("3.5.1-amzn-1", "2.12", "spark-3.5_2.12"),
        ("3.5.0", None, "spark-3.5_2.12"),
        ("3.5.12", "2.13", "spark-3.5_2.13"),
        ("3.5.4.3.2.1", "2.12", "spark-3.5_2.12"),
    ],
)
def test_every_patch_of_a_minor_is_taken(spark: str, scala: str | None, line: str) -> None:
    assert supported_line(spark, scala).name == line


def test_the_log_says_once_that_a_version_is_not_tested(
    caplog: pytest.LogCaptureFixture,
) -> None:
    for version in ("4.2.0", "4.3.0", "4.1.17-vendor", "4.1.17-vendor"):
        supported_line(version, "2.13")
    (said,) = [record.getMessage() for record in caplog.records]
    tested = [version for version in TESTED if minor_of(version) == "4.1"]
    assert tested[-3:] == ["4.1.3", "4.1.2", "4.1.1"]
    assert said == f"Spark 4.1.17-vendor is not one of the tested versions: {', '.join(tested)}"


@pytest.fixture
def java_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Make a Java home of a version; only such homes are found."""
    monkeypatch.setattr(java, "_FOLDERS", (f"{tmp_path}/usual/*",))
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    monkeypatch.delenv("JAVA_HOME", raising=False)

    def make(version: str, name: str) -> Path:
        home = tmp_path / name
        (home / "bin").mkdir(parents=True)
        program = home / "bin/java"
        program.write_text("#!/bin/sh\n", encoding="utf-8")
        program.chmod(0o755)
        (home / "release").write_text(f'JAVA_VERSION="{version}"\n', encoding="utf-8")
        return home

    return make


def test_right_java(java_of, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(java_of("17.0.15", "jdk")))
    check_java()


@pytest.mark.parametrize(("version", "feature"), [("21.0.1", 21), ("1.8.0_412", 8), ("11.0.2", 11)])
def test_wrong_java(java_of, monkeypatch, version: str, feature: int) -> None:
    home = java_of(version, "jdk")
    monkeypatch.setenv("JAVA_HOME", str(home))
    with pytest.raises(InstallationError) as e:
        check_java()
    text = f"Spark would start with Java without javac {feature} at {home} (JAVA_HOME)"
    assert text in str(e.value)
    assert "Java 17 is needed. Install one (apt-get install openjdk-17-jre-headless, " in str(
        e.value
    )


def test_a_better_java_is_named(java_of, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(java_of("21.0.1", "jdk")))
    better = java_of("17.0.15", "usual/jdk-17")
    with pytest.raises(InstallationError, match=f"One is at {better}: export JAVA_HOME={better}"):
        check_java()


@pytest.mark.parametrize("home", ["none", "empty", "broken"])
def test_java_home_without_a_java(java_of, monkeypatch, tmp_path: Path, home: str) -> None:
    """Spark would not look any further, though there is one on the PATH."""
    better = java_of("17.0.15", "jdk")
    monkeypatch.setenv("PATH", str(better / "bin"))
    (tmp_path / "empty" / "bin").mkdir(parents=True)
    (java_of("", "broken") / "release").unlink()
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / home))
    with pytest.raises(InstallationError) as e:
        check_java()
    assert f"JAVA_HOME={tmp_path / home}, which has no working Java" in str(e.value)
    assert f"export JAVA_HOME={better}" in str(e.value)


def test_java_that_spark_does_not_see(java_of) -> None:
    better = java_of("17.0.15", "usual/jdk-17")
    with pytest.raises(InstallationError) as e:
        check_java()
    assert "no Java: JAVA_HOME is not set and none is on the PATH" in str(e.value)
    assert f"export JAVA_HOME={better}" in str(e.value)
