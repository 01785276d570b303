# SPDX-License-Identifier: Apache-2.0

"""Pages of the documentation, followed literally in a copy of the checkout.

A ``bash`` block has one command per line. Any other block is the text of the file that the prose
above it names last: the complete file or, if that prose says ``below its first line``, lines to
insert into the file below the block's first line, which the file has exactly once.

Needs ``.venv`` and ``.nox/tools``, which ``make`` installs, and minutes: sbt builds the copy.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
import venv
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

from harness.documents import ROOT

INSERTED = "below its first line"
"""The words on a page that insert a block into a file."""
# Variables of the make and the pytest that run these tests.
_OF_THIS_RUN = (
    *("MAKEFLAGS", "MAKEOVERRIDES", "MAKELEVEL", "MFLAGS", "ARGS", "NAME", "LINE"),
    *("PYTHONPATH", "PYSPARK_PYTHON", "PYSPARK_DRIVER_PYTHON"),
)


class Step(NamedTuple):
    """Commands of a page, or the complete text of ``file``; if ``inserted``, a part of it."""

    kind: str
    text: str
    file: str
    inserted: bool


def steps(page: Path) -> list[Step]:
    """Return the blocks of a page, in order."""
    parts = re.split(r"^(```\w+\n.*?^```\n)", page.read_text("utf-8"), flags=re.M | re.S)
    result = []
    # Prose and blocks alternate.
    for before, block in zip(parts[::2], parts[1::2], strict=False):
        kind, text = re.fullmatch(r"```(\w+)\n(.*)```\n", block, re.S).groups()  # type: ignore[union-attr]
        file = (re.findall(r"`([^`\s]+/[^`\s]+)`", before) or [""])[-1]
        result.append(Step(kind, text, file, INSERTED in " ".join(before.split())))
    return result


def commands(page: Path) -> list[str]:
    """Return the commands of a page, in order."""
    return [line for s in steps(page) if s.kind == "bash" for line in s.text.splitlines()]


def sources(root: Path) -> dict[str, bytes]:
    """Return the files of a checkout that git does not ignore."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout
    paths = {name: root / name for name in listed.split("\0") if name}
    return {name: path.read_bytes() for name, path in paths.items() if path.is_file()}


class Followed(NamedTuple):
    """The copy after the last step of a page.

    Attributes:
        folder: the copy.
        changed: the files that the page changed or created, in order.
        replaced: the earlier contents of the files that the page writes completely.
        output: the output of all commands.
    """

    folder: Path
    changed: list[str]
    replaced: dict[str, str]
    output: str


class Copy:
    """A copy of the checkout with its build outputs and a separate environment."""

    def __init__(self, folder: Path) -> None:
        for stamp in (".venv/.made", ".nox/tools/.made"):
            assert (ROOT / stamp).exists(), "run: make jars"
        folder.mkdir()
        self.folder = folder
        self._copy_sources()
        self._create_environments()

    def _copy_sources(self) -> None:
        for name in sources(ROOT):
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, self.folder / name)
        # With the build outputs, sbt compiles only the new code.
        ignored = shutil.ignore_patterns("reports", "test-reports", "*.lock")
        for pattern in ("target", "project/target", "project/project", "jvm/*/target"):
            for built in ROOT.glob(pattern):
                copy = self.folder / built.relative_to(ROOT)
                shutil.copytree(built, copy, symlinks=True, ignore=ignored)
        jars = "python/rapids_udfs/jars"
        shutil.copytree(ROOT / jars, self.folder / jars)
        subprocess.run(["git", "init", "--quiet"], cwd=self.folder, check=True)

    def _create_environments(self) -> None:
        """Create the development environment, with the copy's package in place of this one."""
        ours, its = ROOT / ".venv", self.folder / ".venv"
        venv.create(its, symlinks=True)
        (site,) = its.glob("lib/python*/site-packages")
        packages = ours / site.relative_to(its)
        paths = f"{self.folder / 'python'}\n{packages}\n"
        (site / "checkout.pth").write_text(paths, encoding="utf-8")
        (its / "bin" / "ruff").symlink_to(ours / "bin" / "ruff")
        (self.folder / ".nox").mkdir()
        (self.folder / ".nox" / "tools").symlink_to(ROOT / ".nox" / "tools")
        # Later than any change: make does not install it again after one of versions.json.
        (its / ".made").touch()
        later = time.time() + timedelta(days=1).total_seconds()
        os.utime(its / ".made", (later, later))

    def follow(self, page: Path) -> Followed:
        """Apply the blocks of a page in order; fail at the first command that fails."""
        before = sources(self.folder)
        replaced: dict[str, str] = {}
        output = ""
        for step in steps(page):
            path = self.folder / step.file
            if step.kind == "bash":
                output += "".join(map(self._run, step.text.splitlines()))
            elif step.inserted:
                path.write_text(inserted(step, path.read_text("utf-8")), encoding="utf-8")
            else:
                replaced[step.file] = path.read_text("utf-8") if path.exists() else ""
                path.write_text(step.text, encoding="utf-8")
        after = sources(self.folder)
        changed = {n for n in {*before, *after} if before.get(n) != after.get(n)}
        return Followed(self.folder, sorted(changed), replaced, output)

    def _run(self, command: str) -> str:
        done = subprocess.run(
            ["bash", "-euc", command],
            cwd=self.folder,
            env={name: value for name, value in os.environ.items() if name not in _OF_THIS_RUN},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        print(done.stdout)
        assert done.returncode == 0, f"$ {command}\n{done.stdout[-8000:]}"
        return done.stdout


def inserted(step: Step, text: str) -> str:
    """Return a file's text with the lines of a step inserted below the first of them."""
    first = step.text.splitlines(keepends=True)[0]
    # The line is never the file's first line, which is the licence or a heading.
    assert text.count("\n" + first) == 1, f"{step.file} has not exactly one line {first!r}"
    return text.replace("\n" + first, "\n" + step.text)
