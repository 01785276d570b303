# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest

from devtools import jars, matrix, wheel
from devtools.process import DevError

LINES = matrix.load().lines
ALL_JARS = sorted({name for line in LINES for name in jars.jar_names(line)})


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small checkout."""
    write(tmp_path, "build.sbt")
    write(tmp_path, "project/versions.json")
    write(tmp_path, "jvm/src/main/java/A.java")
    monkeypatch.setattr(jars, "ROOT", tmp_path)
    monkeypatch.setattr(jars, "JARS", tmp_path / "jars")
    return tmp_path


def write(root: Path, name: str, text: str = "x") -> None:
    file = root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


@pytest.mark.parametrize(
    ("name", "matters"),
    [
        ("build.sbt", True),
        ("project/plugins.sbt", True),
        ("jvm/src/main/java/A.java", True),
        ("jvm/src/main/java/B.java", True),
        ("jvm/testkit/src/main/scala/T.scala", True),
        ("jvm/src/test/scala/T.scala", False),
        ("jvm/cudf-names/target/a.class", False),
        ("project/target/x", False),
        ("project/.bloop/x", False),
        ("README.md", False),
        ("python/rapids_udfs/a.py", False),
    ],
)
def test_key_changes_with_the_sources_of_the_jars(root: Path, name: str, matters: bool) -> None:
    before = jars.content_key(root)
    write(root, name, "changed")
    assert (jars.content_key(root) != before) == matters


def test_renaming_changes_the_key(root: Path) -> None:
    before = jars.content_key(root)
    (root / "jvm/src/main/java/A.java").rename(root / "jvm/src/main/java/C.java")
    assert jars.content_key(root) != before


@pytest.fixture
def builds(root: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines that would be built; a build stages its jars."""
    seen: list[str] = []

    def sbt(line: matrix.Line, *commands: str) -> int:
        assert commands == ("stageJars",)
        seen.append(line.name)
        for name in jars.jar_names(line):
            write(root, f"jars/{name}")
        return 0

    monkeypatch.setattr(jars, "sbt", sbt)
    # The assembled Spark of the line without a PySpark exists.
    monkeypatch.setattr(jars, "assembled_spark", lambda line: root)
    return seen


def test_built_once_until_something_changes(root: Path, builds: list[str]) -> None:
    both = [line.name for line in LINES]
    jars.ensure_staged(LINES)
    jars.ensure_staged(LINES)
    assert builds == both
    write(root, "jvm/src/main/java/A.java", "changed")
    jars.ensure_staged(LINES)
    assert builds == both * 2
    (root / "jars" / jars.jar_names(LINES[1])[0]).unlink()
    jars.ensure_staged(LINES)
    assert builds == [*both * 2, both[1]]


def test_failed_build_is_not_current(
    root: Path, builds: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    jars.ensure_staged(LINES[:1])
    write(root, "build.sbt", "changed")
    with monkeypatch.context() as patch:
        patch.setattr(jars, "sbt", lambda *_: 1)
        for _ in range(2):
            with pytest.raises(DevError, match="could not build the jar for spark-4"):
                jars.ensure_staged(LINES[:1])
    jars.ensure_staged(LINES[:1])
    assert builds == ["spark-4", "spark-4"]


def test_a_build_that_stages_nothing_is_an_error(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jars, "sbt", lambda *_: 0)
    with pytest.raises(DevError, match=r"left no rapids-udfs_2\.13\.jar, rapids-udfs-hive_2"):
        jars.ensure_staged(LINES[:1])


def test_plugin_jar_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    def fetch(*_: Any, **__: Any) -> Path:
        pytest.fail("nothing should be downloaded")

    monkeypatch.setattr(jars.plugin, "fetch", fetch)
    monkeypatch.setenv("RAPIDS_UDFS_PLUGIN_JAR", "/mine.jar")
    assert jars.plugin_jar() == Path("/mine.jar")


def make_wheel(folder: Path, *jar_files: str, extra: int = 0) -> Path:
    file = folder / "rapids_udfs-0.1.0-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as archive:
        files = ("py.typed", "_versions.py", "functions/__init__.pyi")
        for name in (*files, *(f"jars/{jar}" for jar in jar_files)):
            archive.writestr(f"rapids_udfs/{name}", "x")
        archive.writestr("rapids_udfs/more", b"x" * extra)
    return file


def test_wheel_with_the_jars_passes(tmp_path: Path) -> None:
    wheel.inspect(make_wheel(tmp_path, *ALL_JARS), ALL_JARS)


@pytest.mark.parametrize(
    ("jar_files", "extra", "message"),
    [
        (ALL_JARS[1:], 0, "has the jars .* instead of"),
        ([*ALL_JARS, "rapids-4-spark_2.13-26.08.1-cuda12.jar"], 0, "has the jars"),
        (ALL_JARS, 10_000_000, "more than 10,000,000"),
    ],
)
def test_wheel_with_faults(tmp_path: Path, jar_files: list[str], extra: int, message: str) -> None:
    with pytest.raises(DevError, match=message):
        wheel.inspect(make_wheel(tmp_path, *jar_files, extra=extra), ALL_JARS)


@pytest.mark.parametrize(
    ("url", "host", "port"),
    [
        ("http://proxy.example:3128", "proxy.example", 3128),
        ("proxy.example:8080", "proxy.example", 8080),
        ("http://proxy.example", "proxy.example", 80),
    ],
)
def test_proxy_in_the_environment(
    url: str, host: str, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "HTTPS_PROXY", "no_proxy", "NO_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("https_proxy", url)
    assert jars.proxy_options() == [f"-Dhttps.proxyHost={host}", f"-Dhttps.proxyPort={port}"]
