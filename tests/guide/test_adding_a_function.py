# SPDX-License-Identifier: Apache-2.0

"""docs/adding-a-function.md, followed word by word in a copy of the checkout.

Needs what ``make`` installs, ``.venv`` and ``.nox/tools``, and minutes: sbt builds the copy.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "adding-a-function.md"
CLASS = "jvm/src/main/java/io/github/rapidsudfs/functions/text/Slugify.java"
CASES = "tests/cases/slugify.sql"
GENERATED = [
    "docs/reference/index.md",
    "docs/reference/text.md",
    "jvm/src/main/scala/io/github/rapidsudfs/functions.scala",
    "python/rapids_udfs/catalogue.json",
    "python/rapids_udfs/functions/__init__.pyi",
]
# Of a run of make that this one may be a part of.
OF_MAKE = ("MAKEFLAGS", "MAKEOVERRIDES", "MAKELEVEL", "MFLAGS", "ARGS", "NAME", "LINE")


class Block(NamedTuple):
    """A command of the page, or the text of a file that it names before."""

    kind: str
    text: str
    file: str


def blocks() -> list[Block]:
    found = []
    before = ""
    for part in re.split(
        r"^(```\w+\n.*?^```\n)", PAGE.read_text(encoding="utf-8"), flags=re.M | re.S
    ):
        match = re.fullmatch(r"```(\w+)\n(.*)```\n", part, re.S)
        if match:
            found.append(
                Block(match[1], match[2], (re.findall(r"`([^`\s]+/[^`\s]+)`", before) or [""])[-1])
            )
        before = part
    return found


def sources(root: Path) -> dict[str, bytes]:
    """The files of a checkout, those that git ignores left out."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout
    paths = {name: root / name for name in listed.split("\0") if name}
    return {name: path.read_bytes() for name, path in paths.items() if path.is_file()}


def copy_of_the_checkout(folder: Path) -> None:
    for name in sources(ROOT):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    # What is built already: sbt then compiles what is new.
    for pattern in ("target", "project/target", "project/project", "jvm/*/target"):
        for built in ROOT.glob(pattern):
            ignored = shutil.ignore_patterns("reports", "test-reports", "*.lock")
            shutil.copytree(built, folder / built.relative_to(ROOT), symlinks=True, ignore=ignored)
    jars = "python/rapids_udfs/jars"
    shutil.copytree(ROOT / jars, folder / jars)
    subprocess.run(["git", "init", "--quiet"], cwd=folder, check=True)


def environments(folder: Path) -> None:
    """The development environment, with the copy's package in place of this checkout's."""
    ours, its = ROOT / ".venv", folder / ".venv"
    venv.create(its, symlinks=True)
    (site,) = its.glob("lib/python*/site-packages")
    packages = ours / site.relative_to(its)
    (site / "checkout.pth").write_text(f"{folder / 'python'}\n{packages}\n", encoding="utf-8")
    (its / "bin" / "ruff").symlink_to(ours / "bin" / "ruff")
    (folder / ".nox").mkdir()
    (folder / ".nox" / "tools").symlink_to(ROOT / ".nox" / "tools")
    (its / ".made").touch()


def run(folder: Path, command: str) -> str:
    env = {name: value for name, value in os.environ.items() if name not in OF_MAKE}
    done = subprocess.run(
        ["bash", "-euc", command],
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    print(done.stdout)
    assert done.returncode == 0, f"$ {command}\n{done.stdout[-8000:]}"
    return done.stdout


class Copy(NamedTuple):
    """The copy after the last command of the page."""

    folder: Path
    before: dict[str, bytes]
    skeletons: dict[str, str]
    output: str


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Copy]:
    for needed in (".venv/.made", ".nox/tools/.made"):
        assert (ROOT / needed).exists(), "run: make jars"
    folder = tmp_path_factory.mktemp("copy") / "rapids-udfs"
    folder.mkdir()
    copy_of_the_checkout(folder)
    environments(folder)
    before = sources(folder)
    skeletons: dict[str, str] = {}
    output = ""
    for kind, text, file in blocks():
        if kind != "bash":
            path = folder / file
            # Each file of the page is one whose skeleton there is.
            skeletons[file] = path.read_text(encoding="utf-8")
            path.write_text(text, encoding="utf-8")
        for command in text.splitlines() if kind == "bash" else ():
            output += run(folder, command)
    yield Copy(folder, before, skeletons, output)
    shutil.rmtree(folder)


def test_the_page_has_these_steps() -> None:
    assert [(b.kind, b.file) for b in blocks() if b.kind != "bash"] == [
        ("java", CLASS),
        ("sql", CASES),
    ]
    commands = [line for b in blocks() if b.kind == "bash" for line in b.text.splitlines()]
    assert [c.split()[:2] for c in commands] == [
        ["make", target] for target in ("new-function", "generate", "test-function")
    ]


def test_it_is_green_in_rows_and_in_columns(copy: Copy) -> None:
    # Lines without a failed or a skipped one.
    passed = re.findall(r"(?m)^=+ (\d+) passed, \d+ deselected in [^,]+ =+$", copy.output)
    assert len(passed) == 2
    rows, columns = map(int, passed)
    # Its cases, and over columns and beside nulls besides, by the extension and by the Scala API.
    assert re.search(r"(?m)^slugify", (copy.folder / CASES).read_text("utf-8"))
    assert rows >= 2 * (1 + 4)
    assert columns >= 2


def test_the_skeletons_are_those_two_files(copy: Copy) -> None:
    assert set(copy.skeletons) == {CLASS, CASES}
    assert (
        'UnsupportedOperationException("slugify: write the columnar body")' in copy.skeletons[CLASS]
    )
    assert f"wrote {CLASS}\n" in copy.output


def test_nothing_else_was_edited(copy: Copy) -> None:
    after = sources(copy.folder)
    changed = {n for n in {*copy.before, *after} if copy.before.get(n) != after.get(n)}
    assert sorted(changed) == sorted([CLASS, CASES, *GENERATED])


def test_what_follows_from_the_class(copy: Copy) -> None:
    package = copy.folder / "python" / "rapids_udfs"
    stub = (package / "functions" / "__init__.pyi").read_text("utf-8")
    assert "def slugify(title: ColumnOrName) -> Column:" in stub
    assert "slugify('Hello, World!')  gives  hello-world" in stub
    assert '    "slugify",\n' in stub
    assert "\n## slugify\n" in (copy.folder / "docs" / "reference" / "text.md").read_text("utf-8")
    with zipfile.ZipFile(package / "jars" / "rapids-udfs-hive_2.13.jar") as jar:
        names = jar.namelist()
    for adapter in ("hive/Slugify.class", "hive/simple/Slugify.class"):
        assert f"io/github/rapidsudfs/{adapter}" in names


def test_this_checkout_has_no_such_function() -> None:
    assert not (ROOT / CLASS).exists()
    assert sys.prefix == str(ROOT / ".venv")
