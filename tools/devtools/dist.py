# SPDX-License-Identifier: Apache-2.0

"""The release in ``dist/``, with its bill of materials and checksums."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

from devtools import jars, matrix, wheel
from devtools.paths import DIST, PYTHON, ROOT
from devtools.process import DevError, check

MAVEN = DIST / "maven"
"""A Maven repository with the artifacts of every line."""
CHECKSUMS = DIST / "SHA256SUMS"


def build() -> list[Path]:
    """Build the release from scratch; return its files, including the packed Maven repository."""
    shutil.rmtree(DIST, ignore_errors=True)
    archives: list[Path] = [*wheel.build()]
    for line in matrix.load().lines:
        if jars.sbt(line, f"-Dmaven.repo.local={MAVEN}", "publishM2") != 0:
            raise DevError(f"sbt could not publish {line.name} (see above)")
    stem = f"{DIST}/rapids-udfs-{matrix.load().version}"
    archives.append(Path(shutil.make_archive(f"{stem}-maven", "gztar", MAVEN)))
    return [*archives, *seal(archives, Path(f"{stem}.cdx.json"))]


def seal(archives: list[Path], bill: Path) -> tuple[Path, Path]:
    check([PYTHON, ROOT / "tools" / "bill_of_materials.py", bill], "no bill of materials")
    # In the format of sha256sum -c; includes the files in the repository.
    files = sorted({*archives, bill, *MAVEN.rglob("*.jar"), *MAVEN.rglob("*.pom")})
    lines = (f"{digest(file)}  {file.relative_to(DIST)}\n" for file in files)
    CHECKSUMS.write_text("".join(lines), encoding="utf-8")
    return bill, CHECKSUMS


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
