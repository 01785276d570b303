# SPDX-License-Identifier: Apache-2.0

"""Every code block in the documentation is executed, or gives the reason why not."""

from __future__ import annotations

import re

from harness.documents import ELSEWHERE, PAGES, blocks, executed, of

EXECUTED = ("python", "sql", "bash")
SHOWN = ("text", "java", "scala", "dockerfile")
"""Languages that are not executed here: output, signatures, settings, and other languages.

Java blocks are parts of examples that are compiled, see test_docs.py.
"""
FEW = 13
"""The maximum number of blocks that are marked as not run."""


def test_every_block_has_a_language() -> None:
    for page in PAGES:
        for block in blocks(page):
            assert block.language in EXECUTED + SHOWN, block.where
            assert block.language in EXECUTED or block.not_run is None, block.where
            # A command and its output are separate blocks.
            assert block.language != "text" or not re.match(r"[$>] ", block.code), block.where


def test_every_block_is_executed_or_marked(capsys) -> None:
    counts = []
    for language in EXECUTED:
        run = sum(map(len, executed(language).values()))
        followed = sum(block.page in ELSEWHERE for block in of(language))
        marked = [block for block in of(language) if block.not_run]
        # Counted only by the fences.
        fences = sum(
            len(re.findall(rf"(?m)^ *```{language}$", page.read_text(encoding="utf-8")))
            for page in PAGES
        )
        assert run + followed + len(marked) == fences, language
        counts.append(f"{language}: {run + followed} executed, {len(marked)} marked")
    with capsys.disabled():
        print(f"\n{'; '.join(counts)}")
    assert sum(block.not_run is not None for language in EXECUTED for block in of(language)) <= FEW


def test_every_mark_is_above_a_block() -> None:
    marks = sum(len(re.findall("<!-- not run", page.read_text("utf-8"))) for page in PAGES)
    assert marks == sum(block.not_run is not None for page in PAGES for block in blocks(page))
