# SPDX-License-Identifier: Apache-2.0

"""docs/adding-a-function.md, followed literally in a copy of the checkout."""

from __future__ import annotations

import re
import sys
import zipfile

import pytest

from harness.documents import DOCS, ROOT
from harness.followed_pages import Copy, Followed, commands, steps

PAGE = DOCS / "adding-a-function.md"
CLASS = "jvm/src/main/java/io/github/rapidsudfs/functions/text/Slugify.java"
CASES = "tests/cases/slugify.sql"
GENERATED = [
    "docs/reference/index.md",
    "docs/reference/text.md",
    "jvm/src/main/scala/io/github/rapidsudfs/functions.scala",
    "python/rapids_udfs/catalogue.json",
    "python/rapids_udfs/functions/__init__.pyi",
]


@pytest.fixture(scope="module")
def followed(checkout: Copy) -> Followed:
    return checkout.follow(PAGE)


def test_the_page_has_these_steps() -> None:
    assert [(s.kind, s.file, s.inserted) for s in steps(PAGE) if s.kind != "bash"] == [
        ("java", CLASS, False),
        ("sql", CASES, False),
    ]
    assert [c.split()[:2] for c in commands(PAGE)] == [
        ["make", target] for target in ("new-function", "generate", "test-function")
    ]


def test_it_passes_in_rows_and_in_columns(followed: Followed) -> None:
    # Summary lines without failed or skipped tests.
    passed = re.findall(r"(?m)^=+ (\d+) passed, \d+ deselected in [^,]+ =+$", followed.output)
    assert len(passed) == 2
    rows, columns = map(int, passed)
    # Its cases, also over columns and next to nulls, by the extension and by the Scala API.
    assert re.search(r"(?m)^slugify", (followed.folder / CASES).read_text("utf-8"))
    assert rows >= 2 * (1 + 4)
    assert columns >= 2


def test_the_skeletons_are_those_two_files(followed: Followed) -> None:
    assert set(followed.replaced) == {CLASS, CASES}
    assert all(followed.replaced.values())
    columnar = 'UnsupportedOperationException("slugify: write the columnar body")'
    assert columnar in followed.replaced[CLASS]
    assert f"wrote {CLASS}\n" in followed.output


def test_nothing_else_was_edited(followed: Followed) -> None:
    assert followed.changed == sorted([CLASS, CASES, *GENERATED])


def test_files_derived_from_the_class(followed: Followed) -> None:
    package = followed.folder / "python" / "rapids_udfs"
    stub = (package / "functions" / "__init__.pyi").read_text("utf-8")
    assert "def slugify(title: ColumnOrName) -> Column:" in stub
    assert "slugify('Hello, World!')  gives  hello-world" in stub
    assert '    "slugify",\n' in stub
    assert "\n## slugify\n" in (followed.folder / "docs/reference/text.md").read_text("utf-8")
    with zipfile.ZipFile(package / "jars" / "rapids-udfs-hive_2.13.jar") as jar:
        names = jar.namelist()
    for adapter in ("hive/Slugify.class", "hive/simple/Slugify.class"):
        assert f"io/github/rapidsudfs/{adapter}" in names


def test_this_checkout_has_no_such_function() -> None:
    assert not (ROOT / CLASS).exists()
    assert sys.prefix == str(ROOT / ".venv")
