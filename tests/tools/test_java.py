# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from devtools.jdk import find_java
from rapids_udfs.errors import InstallationError
from rapids_udfs.runtime import java

MakeJdk = Callable[..., Path]
MakeProgram = Callable[[str, str], Path]


@pytest.fixture(autouse=True)
def no_java_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(java, "_FOLDERS", ())
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", "/nowhere")


@pytest.mark.parametrize(
    ("text", "version"),
    [("17.0.15", 17), ("1.8.0_412", 8), ("21", 21), ("25-ea", 25), ("11.0.2+9", 11), ("x", None)],
)
def test_parse_version(text: str, version: int | None) -> None:
    assert java.parse_version(text) == version


def test_java_home_comes_first(jdk: MakeJdk, monkeypatch: pytest.MonkeyPatch) -> None:
    named, on_path = jdk("named", "17.0.1"), jdk("on_path", "17.0.2")
    monkeypatch.setenv("JAVA_HOME", str(named))
    monkeypatch.setenv("PATH", str(on_path / "bin"))
    assert find_java(compiler=True).home == named


def test_unsuitable_java_home_is_skipped(jdk: MakeJdk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(jdk("named", "25.0.1")))
    on_path = jdk("on_path", "17.0.2")
    monkeypatch.setenv("PATH", str(on_path / "bin"))
    assert find_java(compiler=True).home == on_path


def test_link_on_the_path_is_followed(
    jdk: MakeJdk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = jdk("jdk", "17.0.2")
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "java").symlink_to(home / "bin" / "java")
    monkeypatch.setenv("PATH", str(tmp_path / "links"))
    assert find_java(compiler=True).home == home


def test_script_of_a_version_manager_is_run(
    jdk: MakeJdk, program: MakeProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = jdk("managed", "17.0.2")
    shim = program("shims/java", f'echo "    java.home = {home}" >&2')
    monkeypatch.setenv("PATH", str(shim.parent))
    assert find_java(compiler=True).home == home


def test_without_release_file_the_program_is_run(program: MakeProgram) -> None:
    home = program("bare/bin/java", """echo 'openjdk version "17.0.9" 2023' >&2""").parents[1]
    assert java.inspect_java(home, "here") == java.Java(home, 17, False, "here")


def test_usual_folders_are_searched(jdk: MakeJdk, monkeypatch: pytest.MonkeyPatch) -> None:
    home = jdk("folder/jdk-17", "17.0.2")
    jdk("folder/jdk-11", "11.0.2")
    monkeypatch.setattr(java, "_FOLDERS", (f"{home.parent}/*",))
    assert find_java(compiler=True).home == home


def test_error_names_the_java_that_was_found(jdk: MakeJdk, monkeypatch: pytest.MonkeyPatch) -> None:
    old = jdk("old", "11.0.2")
    bare = jdk("bare", "17.0.2", compiler=False)
    monkeypatch.setenv("JAVA_HOME", str(old))
    monkeypatch.setenv("PATH", str(bare / "bin"))
    with pytest.raises(InstallationError) as caught:
        find_java(compiler=True)
    text = str(caught.value)
    assert f"JDK 11 at {old} (JAVA_HOME)" in text
    assert f"Java without javac 17 at {bare} (PATH)" in text
    assert "apt-get install openjdk-17-jdk-headless" in text
    assert "dnf install java-17-openjdk-devel" in text
    assert "brew install openjdk@17" in text


def test_java_without_compiler_suffices_to_run(
    jdk: MakeJdk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JAVA_HOME", str(jdk("bare", "17.0.2", compiler=False)))
    assert not find_java().compiler


def test_error_without_any_java() -> None:
    with pytest.raises(InstallationError, match="none was found"):
        find_java(compiler=True)


def test_broken_java_home_is_not_a_java(tmp_path: Path) -> None:
    assert java.inspect_java(tmp_path / "nothing", "JAVA_HOME") is None
