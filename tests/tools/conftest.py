# SPDX-License-Identifier: Apache-2.0

"""Fakes of the cache and of Java, which the tools use outside the checkout."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder for this test."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("RAPIDS_UDFS_CACHE", str(folder))
    for name in ("RAPIDS_UDFS_PLUGIN_JAR", "RAPIDS_UDFS_MAVEN"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str, str], Path]:
    """Make an executable shell script under a relative path."""

    def make(path: str, body: str) -> Path:
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
        file.chmod(0o755)
        return file

    return make


@pytest.fixture
def jdk(program: Callable[[str, str], Path]) -> Callable[..., Path]:
    """Make the folder of a Java installation, with a release file and, on demand, a compiler."""

    def make(name: str, version: str, *, compiler: bool = True) -> Path:
        home = program(f"{name}/bin/java", "exit 9").parents[1]
        if compiler:
            program(f"{name}/bin/javac", "exit 9")
        (home / "release").write_text(f'JAVA_VERSION="{version}"\n', encoding="utf-8")
        return home

    return make


@pytest.fixture
def jar(tmp_path: Path) -> Callable[..., Path]:
    """Make a jar with the named entries."""

    def make(name: str, *entries: str) -> Path:
        file = tmp_path / name
        with zipfile.ZipFile(file, "w") as archive:
            for entry in entries or ("a.class",):
                archive.writestr(entry, f"content of {entry}")
        return file

    return make
