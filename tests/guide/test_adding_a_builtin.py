# SPDX-License-Identifier: Apache-2.0

"""docs/adding-a-builtin.md, followed literally in a copy of the checkout."""

from __future__ import annotations

import json
import re

import pytest

from harness.documents import DOCS, ROOT
from harness.followed_pages import Copy, Followed, commands, steps

PAGE = DOCS / "adding-a-builtin.md"
BODY = "jvm/src/main/java/io/github/rapidsudfs/builtins/BitLength.java"
ENTRIES = "jvm/src/main/scala/org/apache/spark/sql/rapidsudfs/builtins/TextTwins.scala"
CASES = "tests/harness/builtin_cases.py"
BUDGETS = "tests/builtins/builtin-budgets.json"


@pytest.fixture(scope="module")
def followed(checkout: Copy) -> Followed:
    return checkout.follow(PAGE)


def test_the_page_has_these_steps() -> None:
    assert [(s.kind, s.file, s.inserted) for s in steps(PAGE) if s.kind != "bash"] == [
        ("java", BODY, False),
        ("scala", ENTRIES, True),
        ("text", CASES, True),
    ]
    assert len(commands(PAGE)) == 3


def test_it_returns_sparks_results(followed: Followed) -> None:
    # Summary lines without failed or skipped tests.
    passed = re.findall(r"(?m)^=+ (\d+) passed, \d+ deselected in [^,]+ =+$", followed.output)
    # With and without ANSI mode; then also two kinds of growth and three kinds of failures.
    assert list(map(int, passed)) == [2, 2 + 2 + 3]


def test_nothing_else_was_edited(followed: Followed) -> None:
    assert followed.changed == sorted([BODY, ENTRIES, CASES, BUDGETS])
    assert "bit_length(b)" in json.loads((followed.folder / BUDGETS).read_text("utf-8"))


def test_this_checkout_has_no_such_twin() -> None:
    assert not (ROOT / BODY).exists()
