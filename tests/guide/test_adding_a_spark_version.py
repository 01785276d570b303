# SPDX-License-Identifier: Apache-2.0

"""docs/adding-a-spark-version.md, followed literally in a copy that lacks the version."""

from __future__ import annotations

import re

import pytest

from harness.documents import DOCS, ROOT
from harness.followed_pages import Copy, Followed, commands, steps

PAGE = DOCS / "adding-a-spark-version.md"
VERSION = "4.1.4"
CHANGES = "CHANGELOG.md"
GENERATED = "python/rapids_udfs/_versions.py"
LISTS = (GENERATED, "README.md", "project/versions.json")


@pytest.fixture(scope="module")
def followed(checkout: Copy) -> Followed:
    for name in LISTS:
        file = checkout.folder / name
        text, found = re.subn(rf'"?{re.escape(VERSION)}"?, ', "", file.read_text("utf-8"))
        assert found == 1, name
        file.write_text(text, encoding="utf-8")
    return checkout.follow(PAGE)


def test_the_page_has_these_steps() -> None:
    assert {s.kind for s in steps(PAGE)} == {"bash"}
    assert [c.split()[:2] for c in commands(PAGE)] == [
        [".venv/bin/python", "-m"],
        *[["sed", "-i"]] * 3,
        ["make", "generate"],
        [".venv/bin/python", "-m"],
    ]


def test_the_plugin_has_classes_for_other_patches(followed: Followed) -> None:
    folders = re.findall(r"(?m)^spark(\d+)/$", followed.output)
    assert "413" in folders
    assert VERSION.replace(".", "") not in folders


def test_its_tests_pass(followed: Followed) -> None:
    # A summary line without failed or skipped tests.
    assert re.search(r"(?m)^=+ \d+ passed in [^=]+ =+$", followed.output)


def test_nothing_else_was_edited(followed: Followed) -> None:
    assert followed.changed == sorted([CHANGES, *LISTS])


@pytest.mark.parametrize("name", LISTS)
def test_the_result_is_this_checkout(followed: Followed, name: str) -> None:
    assert (followed.folder / name).read_text("utf-8") == (ROOT / name).read_text("utf-8")


def test_the_changelog_has_one_more_entry(followed: Followed) -> None:
    before = (ROOT / CHANGES).read_text("utf-8").splitlines()
    after = (followed.folder / CHANGES).read_text("utf-8").splitlines()
    entry = f"- Spark {VERSION}, in mode `cpu`."
    at = after.index(entry)
    assert [*after[: at - 1], *after[at + 1 :]] == before
