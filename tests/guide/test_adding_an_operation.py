# SPDX-License-Identifier: Apache-2.0

"""docs/adding-an-operation.md, followed literally in a copy of the checkout."""

from __future__ import annotations

import re

import pytest

from harness.documents import DOCS, ROOT
from harness.followed_pages import Copy, Followed, commands, inserted, steps

PAGE = DOCS / "adding-an-operation.md"
OPERATIONS = "jvm/src/main/java/io/github/rapidsudfs/python/MathInts.java"
CORPUS = "tests/python_udfs/corpus/numbers.py"
LIST = "docs/python-operations.md"
SURVEY = "python/rapids_udfs/survey/python_operations.json"


@pytest.fixture(scope="module")
def followed(checkout: Copy) -> Followed:
    return checkout.follow(PAGE)


def test_the_page_has_these_steps() -> None:
    assert [(s.kind, s.file, s.inserted) for s in steps(PAGE) if s.kind != "bash"] == [
        ("java", OPERATIONS, True),
        ("python", CORPUS, True),
    ]
    assert [c.split()[:2] for c in commands(PAGE)] == [
        ["make", "generate"],
        ["PYSPARK_PYTHON=$PWD/.venv/bin/python", ".venv/bin/python"],
    ]


def test_its_lines_have_a_place() -> None:
    for step in steps(PAGE):
        if step.inserted and step.kind != "bash":
            assert step.text in inserted(step, (ROOT / step.file).read_text("utf-8"))


def test_its_tests_pass(followed: Followed) -> None:
    passed = re.search(r"(\d+) passed(?:, \d+ deselected)? in", followed.output)
    assert passed
    assert int(passed[1]) == 1


def test_nothing_else_was_edited(followed: Followed) -> None:
    assert followed.changed == sorted([CORPUS, LIST, OPERATIONS, SURVEY])


def test_the_lists_have_the_operation(followed: Followed) -> None:
    assert "isqrt" not in (ROOT / LIST).read_text("utf-8")
    assert "isqrt" in (followed.folder / LIST).read_text("utf-8")
    assert "math.isqrt" in (followed.folder / SURVEY).read_text("utf-8")
