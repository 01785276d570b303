# SPDX-License-Identifier: Apache-2.0

"""The names of the JVM's source files: unique and meaningful."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

from devtools import matrix
from devtools.paths import ROOT

JVM = ROOT / "jvm"
SOURCES = [
    path.relative_to(JVM)
    for module in (JVM, *JVM.iterdir())
    for path in module.glob("src/*/*/**/*")
    if path.suffix in {".java", ".scala"}
]
# build.sbt adds the folder of the line's major Spark version; files of these folders share names.
BY_LINE = re.compile(
    "/scala-(?:{})/".format("|".join({line.name.partition(".")[0] for line in matrix.load().lines}))
)


def repeated(paths: list[Path]) -> dict[str, set[str]]:
    """Return the names that several sources share, with their paths; a line's variants are one."""
    sources = defaultdict(set)
    for path in paths:
        sources[path.stem].add(BY_LINE.sub("/scala/", path.as_posix()))
    return {name: places for name, places in sources.items() if len(places) > 1}


def test_every_source_file_has_its_own_name() -> None:
    assert len(SOURCES) > 500
    assert repeated(SOURCES) == {}


def test_variants_by_line_share_a_name() -> None:
    old = Path("src/main/scala-spark-3/a/B.scala")
    new = Path("src/main/scala-spark-4/a/B.scala")
    other = Path("src/main/java/c/B.java")
    assert repeated([old, new]) == {}
    assert set(repeated([old, other])) == {"B"}


@pytest.mark.parametrize("name", ["Where", "Work", "Io", "Cudf", "Calls", "Lookup"])
def test_no_source_file_has_a_meaningless_name(name: str) -> None:
    assert [path for path in SOURCES if path.stem == name] == []
