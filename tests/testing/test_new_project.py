# SPDX-License-Identifier: Apache-2.0

"""The project template: what is written, what is refused; tests/emulator runs its tests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from harness.session import with_plugin
from rapids_udfs import __version__
from rapids_udfs.cli import main
from rapids_udfs.errors import ArgumentValueError
from rapids_udfs.testing.new_project import create

ROOT = Path(__file__).resolve().parents[2]
SERVICE = "io.github.rapidsudfs.api.DualFunction"


def test_the_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "my-udfs"
    assert main(["new", str(folder), "--package", "com.acme.udfs", "--spark", "3.5.5"]) == 0
    assert "sbt package && pytest && pip wheel ." in capsys.readouterr().out
    files = {str(p.relative_to(folder)): p for p in folder.rglob("*") if p.is_file()}
    assert set(files) == {
        ".github/workflows/test.yml",
        ".gitignore",
        "README.md",
        "build.sbt",
        "my_udfs/__init__.py",
        "project/build.properties",
        "pyproject.toml",
        "requirements.txt",
        "src/main/java/com/acme/udfs/PlusTax.java",
        "src/main/java/com/acme/udfs/VatCountry.java",
        f"src/main/resources/META-INF/services/{SERVICE}",
        "tests/conftest.py",
        "tests/test_functions.py",
    }
    texts = {name: path.read_text(encoding="utf-8") for name, path in files.items()}
    assert not [name for name, text in texts.items() if re.search("@[A-Z]+@", text)]
    assert 'name := "my-udfs"' in texts["build.sbt"]
    assert "package com.acme.udfs;" in texts["src/main/java/com/acme/udfs/PlusTax.java"]
    assert f"=={__version__}\npyspark==3.5.5\n" in texts["requirements.txt"]
    classes = texts[f"src/main/resources/META-INF/services/{SERVICE}"].split()
    assert classes == ["com.acme.udfs.PlusTax", "com.acme.udfs.VatCountry"]
    commands = ("sbt package", "pytest", "pip wheel .", "sbt publishM2")
    assert [c for c in commands if f"\n{c} " not in texts["README.md"]] == []
    ours = (ROOT / "examples" / "emulator_jvm" / "project" / "build.properties").read_text()
    assert texts["project/build.properties"] == ours


@pytest.mark.parametrize(
    ("name", "package", "says"),
    [
        ("rapids-udfs", "com.example", "its Python package, rapids_udfs, would take the name"),
        ("json", "com.example", "would take the name of another"),
        ("numpy", "com.example", "would take the name of another"),
        ("tests", "com.example", "would take the name of another"),
        ("class", "com.example", "would take the name of another"),
        ("My Udfs", "com.example", "cannot name a project"),
        ("udfs", "com.Example", "cannot name a Java package"),
        ("udfs", "com.class", "cannot name a Java package"),
        ("udfs", "com.enum", "cannot name a Java package"),
        ("udfs", "java.udfs", "cannot name a Java package"),
        ("udfs", "", "cannot name a Java package"),
    ],
)
def test_what_is_refused(tmp_path: Path, name: str, package: str, says: str) -> None:
    with pytest.raises(ArgumentValueError, match=says):
        create(tmp_path / name, package)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "udfs").mkdir()
    (tmp_path / "udfs" / "mine").touch()
    assert main(["new", str(tmp_path / "udfs")]) == 1
    assert "is there already and not empty; nothing was written" in capsys.readouterr().err
    assert [p.name for p in (tmp_path / "udfs").iterdir()] == ["mine"]


def test_a_folder_that_cannot_be_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    assert main(["new", str(tmp_path / "file" / "udfs")]) == 1
    assert capsys.readouterr().err == f"error: Not a directory: {tmp_path / 'file' / 'udfs'}\n"


@pytest.mark.parametrize("existed", [False, True])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_half_a_project_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException, existed: bool
) -> None:
    folder = tmp_path / "my-udfs"
    if existed:
        folder.mkdir()
    write = Path.write_text

    def fails(path: Path, text: str, **how: str) -> int:
        written = write(path, text, **how)
        if path.parent.name == "tests":
            raise error
        return written

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_text", fails)
        with pytest.raises(type(error)):
            create(folder)
    assert [*tmp_path.rglob("*")] == ([folder] if existed else [])
    assert create(folder)


def test_an_unsupported_spark(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", str(tmp_path / "udfs"), "--spark", "2.4.0"]) == 1
    assert "2.4.0 is not supported" in capsys.readouterr().err


@pytest.mark.jars
@pytest.mark.parametrize(
    "name",
    [
        "library",
        "names",
        "hive",
        "testkit",
        "emulator",
        pytest.param("slim", marks=with_plugin),
        "spark",
    ],
)
def test_where_jars_are(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["jar", name]) == 0
    path = Path(capsys.readouterr().out.strip())
    assert path.is_dir() if name == "spark" else path.suffix == ".jar" and path.is_file()
