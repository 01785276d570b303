# SPDX-License-Identifier: Apache-2.0

"""The jars of this package, and the plugin's as a session names it."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from harness.session import with_plugin
from rapids_udfs._versions import LINES, PLUGIN, __version__
from rapids_udfs.errors import InstallationError, PluginError
from rapids_udfs.runtime import jars, plugin
from rapids_udfs.runtime.installed import InstalledSpark, installed_spark
from rapids_udfs.session.plugin_in_session import check_plugin, find_plugin
from rapids_udfs.session.settings import SparkSettings

LINE = LINES[0]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(jars, "FOLDER", tmp_path)
    return tmp_path


def library(folder: Path, version: str | None) -> Path:
    path = folder / "rapids-udfs_2.13.jar"
    with zipfile.ZipFile(path, "w") as archive:
        if version:
            archive.writestr("io/github/rapidsudfs/build.properties", f"version={version}\n")
    return path


@pytest.mark.jars
def test_the_package_has_its_jars() -> None:
    assert jars.library_jar(installed_spark().line).is_file()
    assert jars.names_jar().is_file()


def test_each_line_has_jars_of_its_own() -> None:
    names = [jars.name_of("-hive", line.name, line.scala) for line in LINES]
    assert names == [
        "rapids-udfs-hive_2.13.jar",
        "rapids-udfs-hive-spark-3.5_2.12.jar",
        "rapids-udfs-hive-spark-3.5_2.13.jar",
    ]


def test_missing(folder: Path) -> None:
    with pytest.raises(InstallationError) as e:
        jars.library_jar(LINE)
    assert f"{folder}/rapids-udfs_2.13.jar is missing" in str(e.value)
    assert "make jars" in str(e.value)
    assert "pip install --force-reinstall rapids-udfs" in str(e.value)


def test_of_another_version(folder: Path) -> None:
    path = library(folder, "0.0.9")
    with pytest.raises(InstallationError) as e:
        jars.library_jar(LINE)
    assert f"the jar {path} is of version 0.0.9, the Python package of version" in str(e.value)


def test_damaged(folder: Path) -> None:
    library(folder, None)
    with pytest.raises(InstallationError, match="is damaged"):
        jars.library_jar(LINE)


@pytest.mark.parametrize("name", ["a folder", "50%", "a,b", "übung"])
def test_paths_that_spark_cannot_read_are_copied(folder: Path, name: str, monkeypatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    odd = folder / name
    odd.mkdir()
    monkeypatch.setattr(jars, "FOLDER", odd)
    original = library(odd, __version__)
    path = jars.library_jar(LINE)
    assert path != original
    assert path.read_bytes() == original.read_bytes()
    assert not set(" %,") & set(str(path))
    assert str(path).isascii()
    assert jars.library_jar(LINE) == path


@pytest.mark.parametrize("name", ["me@host", "c++", "~me", "übung"])
def test_paths_that_spark_reads_stay(folder: Path, name: str, monkeypatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    (folder / name).mkdir()
    monkeypatch.setattr(jars, "FOLDER", folder / name)
    original = library(folder / name, __version__)
    assert jars.library_jar(LINE) == original


def test_a_copy_is_not_that_of_another_package(folder: Path, monkeypatch) -> None:
    """Two packages' jars of one name, both at odd paths, stay two."""
    contents = []
    for name in ("one package", "two packages"):
        (folder / name).mkdir()
        monkeypatch.setattr(jars, "FOLDER", folder / name)
        library(folder / name, __version__).open("ab").write(name.encode())
        contents.append(jars.library_jar(LINE).read_bytes())
    assert contents[0] != contents[1]


NONE = SparkSettings()


def spark_of(version: str, scala: str = "2.13") -> InstalledSpark:
    return InstalledSpark(version, scala, Path("jars"))


@with_plugin
def test_the_real_plugin_is_the_right_one() -> None:
    spark = installed_spark()
    check_plugin(plugin.locate(spark.scala), spark, NONE)


@pytest.mark.parametrize("version", LINE.spark)
def test_right_plugin(make_plugin, version: str) -> None:
    check_plugin(make_plugin(), spark_of(version), NONE)


def test_plugin_of_another_scala(make_plugin) -> None:
    jar = make_plugin(LINES[1])
    with pytest.raises(PluginError) as e:
        check_plugin(jar, spark_of("4.1.3"), NONE)
    assert f"the plugin jar {jar} is rapids-4-spark_2.12 {PLUGIN}; " in str(e.value)
    assert f"rapids-4-spark_2.13 {PLUGIN} is needed" in str(e.value)
    assert "rapids-udfs fetch-plugin --scala 2.13" in str(e.value)


@pytest.mark.parametrize(
    "release",
    ["25.12.0, older than the classes and the cuDF that rapids-udfs is built with", "unknown"],
)
def test_plugin_of_an_older_release(make_plugin, release: str) -> None:
    jar = make_plugin(release=release.partition(",")[0])
    with pytest.raises(PluginError) as e:
        check_plugin(jar, spark_of("4.1.3"), NONE)
    wanted = f"rapids-4-spark_2.13 26.x, best {PLUGIN}, is needed. Fetch it with: "
    assert f"is rapids-4-spark_2.13 {release}; {wanted}" in str(e.value)


def test_plugin_of_another_release_is_taken_with_one_warning(
    make_plugin, caplog: pytest.LogCaptureFixture
) -> None:
    jar = make_plugin(release="26.02.7-SNAPSHOT")
    for _ in range(2):
        check_plugin(jar, spark_of("4.1.3"), NONE)
    (said,) = [record.getMessage() for record in caplog.records]
    assert said == f"the plugin is 26.02.7-SNAPSHOT; rapids-udfs is tested with {PLUGIN}"


@pytest.mark.parametrize(
    ("version", "wanted"),
    [
        ("4.1.4", "without classes for Spark 4.1.4; Spark 4.1.2 or 4.1.3 is needed. Modes cpu"),
        ("4.3.0", "without classes for Spark 4.3.0; a release for Spark 4.3 is needed. Modes cpu"),
    ],
)
def test_plugin_without_this_spark(make_plugin, version: str, wanted: str) -> None:
    """What is advised is of the same minor version."""
    jar = make_plugin(shims=("4.0.1", "4.1.2", "4.1.3"))
    with pytest.raises(PluginError) as e:
        check_plugin(jar, spark_of(version), NONE)
    assert wanted in str(e.value)
    assert str(e.value).endswith("run without the plugin, unless spark.plugins names it.")


def test_plugin_takes_a_vendors_version_only_where_it_is_told_to(make_plugin) -> None:
    jar = make_plugin(LINES[1])
    spark = spark_of("3.5.1-amzn-1", "2.12")
    with pytest.raises(PluginError) as e:
        check_plugin(jar, spark, NONE)
    provider = "com.nvidia.spark.rapids.shims.spark351.SparkShimServiceProvider"
    assert "takes Spark 3.5.1 but not 3.5.1-amzn-1 by itself" in str(e.value)
    assert f"the setting spark.rapids.shims-provider-override={provider} is needed" in str(e.value)
    check_plugin(
        jar, spark, SparkSettings(("x", {"spark.rapids.shims-provider-override": provider}))
    )


@pytest.mark.parametrize("kept", [0, 100])
def test_damaged_plugin(make_plugin, kept: int) -> None:
    jar = make_plugin()
    jar.write_bytes(jar.read_bytes()[:kept])
    with pytest.raises(PluginError) as e:
        check_plugin(jar, spark_of("4.1.3"), NONE)
    assert f"the plugin jar {jar} is damaged or no jar at all; " in str(e.value)
    assert "rapids-udfs fetch-plugin --scala 2.13" in str(e.value)


def test_not_a_plugin(tmp_path: Path) -> None:
    with pytest.raises(PluginError, match="is not a jar of the cuDF plugin"):
        check_plugin(library(tmp_path, "1"), spark_of("4.1.3"), NONE)


@pytest.mark.parametrize(
    ("key", "value", "start"),
    [
        ("spark.driver.extraClassPath", "/x.jar:/none/rapids-4-spark_2.13-1.jar", None),
        ("spark.jars", "/x.jar,hdfs:///rapids-4-spark_2.13-1.jar", "hdfs:///rapids"),
        ("spark.jars.packages", "a:b:1,com.nvidia:rapids-4-spark_2.13:1", "com.nvidia:rapids"),
        ("spark.jars.packages", "com.example:rapids-4-spark:1", None),
    ],
)
def test_plugin_of_the_user(tmp_path: Path, key: str, value: str, start: str | None) -> None:
    settings = SparkSettings(("set on the builder", {key: value}))
    there = find_plugin(settings, tmp_path)
    assert (there is None) == (start is None)
    assert (there or "").startswith(start or "")


def test_plugin_on_the_class_path(tmp_path: Path, make_plugin) -> None:
    jar = make_plugin()
    settings = SparkSettings(("x", {"spark.driver.extraClassPath": f"/x.jar:{jar}"}))
    assert find_plugin(settings, tmp_path / "none") == str(jar)


def test_plugin_in_the_installation_or_by_wildcard(tmp_path: Path, make_plugin) -> None:
    jar = make_plugin()
    assert find_plugin(SparkSettings(("x", {})), jar.parent) == str(jar)
    settings = SparkSettings(("x", {"spark.driver.extraClassPath": f"{jar.parent}/*"}))
    assert find_plugin(settings, tmp_path / "none") == str(jar)
