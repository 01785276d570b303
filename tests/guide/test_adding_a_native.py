# SPDX-License-Identifier: Apache-2.0

"""docs/adding-a-native.md, followed literally in a copy of the checkout."""

from __future__ import annotations

import re

import pytest

from harness.documents import DOCS, ROOT
from harness.followed_pages import Copy, Followed, commands, steps

PAGE = DOCS / "adding-a-native.md"
EMULATOR = "jvm/cudf-emulator/src"
KERNEL = f"{EMULATOR}/main/java/io/github/rapidsudfs/emulator/kernels/MapSort.java"
REASONS = f"{EMULATOR}/main/resources/io/github/rapidsudfs/emulator/refusals.properties"
TEST = f"{EMULATOR}/test/java/io/github/rapidsudfs/emulator/MapSortTest.java"
LIST = f"{EMULATOR}/test/resources/natives.tsv"
OPERATIONS = "docs/emulated-operations.md"
NATIVE = "com.nvidia.spark.rapids.jni.Map\tsort\t(JZ)J\t"


@pytest.fixture(scope="module")
def followed(checkout: Copy) -> Followed:
    return checkout.follow(PAGE)


def test_the_page_has_these_steps() -> None:
    assert [(s.kind, s.file, s.inserted) for s in steps(PAGE) if s.kind != "bash"] == [
        ("java", KERNEL, False),
        ("java", TEST, False),
    ]
    assert [c.split()[:2] for c in commands(PAGE)] == [
        ["sed", "-i"],
        ["make", "generate"],
        ["make", "sbt"],
    ]


def test_its_tests_pass(followed: Followed) -> None:
    passed = re.search(r"Passed: Total (\d+), Failed 0, Errors 0, Passed \1", followed.output)
    assert passed
    assert int(passed[1]) == 2 + 5


def test_nothing_else_was_edited(followed: Followed) -> None:
    assert followed.changed == sorted([KERNEL, REASONS, TEST, LIST, OPERATIONS])


def test_the_lists_have_its_new_status(followed: Followed) -> None:
    assert f"{NATIVE}refused\n" in (ROOT / LIST).read_text("utf-8")
    assert f"{NATIVE}emulated\n" in (followed.folder / LIST).read_text("utf-8")
    assert "| `sort(long, boolean)` | emulated |" in (followed.folder / OPERATIONS).read_text()


def test_this_checkout_has_no_such_kernel() -> None:
    assert not (ROOT / KERNEL).exists()
