# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from devtools import apt
from devtools import jdk as tool
from rapids_udfs.errors import InstallationError
from rapids_udfs.runtime.java import Java

FOUND = Java(Path("/jdk"), 17, compiler=True, named_by="the test")
UNSUITABLE = Java(Path("/opt/25"), 25, compiler=True, named_by="PATH")


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    tool.jdk.cache_clear()
    yield
    tool.jdk.cache_clear()


def unsuitable() -> Iterator[Java]:
    return iter([UNSUITABLE])


def test_without_rights_the_error_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool, "installed_javas", unsuitable)
    monkeypatch.setattr(apt, "apt_get", lambda: None)
    with pytest.raises(InstallationError, match="apt-get install openjdk-17-jdk-headless") as e:
        tool.jdk()
    assert "JDK 25 at /opt/25 (PATH)" in str(e.value)


def test_installed_if_permitted(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[str] = []

    def run(command: list[str]) -> bool:
        commands.append(" ".join(command))
        # Package lists are old: the first attempt fails, as on a fresh image.
        return len(commands) > 1

    def javas() -> Iterator[Java]:
        return iter([FOUND if len(commands) == 3 else UNSUITABLE])

    monkeypatch.setattr(apt, "_run", run)
    monkeypatch.setattr(tool, "installed_javas", javas)
    monkeypatch.setattr(apt, "apt_get", lambda: ["sudo", "-n", "apt-get"])
    assert tool.jdk() == FOUND
    prefix = "sudo -n env DEBIAN_FRONTEND=noninteractive apt-get"
    install = f"{prefix} install -y --no-install-recommends openjdk-17-jdk-headless"
    assert commands == [install, f"{prefix} update", install]


def test_failed_installation_keeps_the_instruction(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apt, "_run", lambda _: False)
    monkeypatch.setattr(tool, "installed_javas", unsuitable)
    monkeypatch.setattr(apt, "apt_get", lambda: ["apt-get"])
    with pytest.raises(InstallationError, match="brew install openjdk@17"):
        tool.jdk()


@pytest.mark.parametrize(
    ("user", "sudo", "expected"),
    [
        (0, None, ["apt-get"]),
        (1000, "exit 0", ["sudo", "-n", "apt-get"]),
        (1000, "exit 1", None),
        (1000, None, None),
    ],
)
def test_rights_to_install(
    program: Callable[[str, str], Path],
    monkeypatch: pytest.MonkeyPatch,
    user: int,
    sudo: str | None,
    expected: list[str] | None,
) -> None:
    folder = program("bin/apt-get", "exit 0").parent
    if sudo:
        program("bin/sudo", sudo)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr("os.geteuid", lambda: user)
    assert apt.apt_get() == expected


def test_without_apt_nothing_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert apt.apt_get() is None
    assert not apt.install("anything")
