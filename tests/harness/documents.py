# SPDX-License-Identifier: Apache-2.0

"""The pages of the documentation, and their code blocks."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(DOCS.rglob("*.md"))]
FOLLOWED = tuple(
    DOCS / f"adding-{what}.md"
    for what in ("a-function", "a-builtin", "a-native", "a-spark-version", "an-operation")
)
"""The pages that tests/guide follows literally."""
IN_SESSIONS = DOCS / "table-formats.md"
"""The page whose blocks tests/tables runs, in separate sessions."""
ELSEWHERE = (*FOLLOWED, IN_SESSIONS)

_FENCE = re.compile(r"( *)```([\w-]*)")
_NOT_RUN = re.compile(r" *<!-- not run: (.+) -->")


class Block(NamedTuple):
    """A block of code.

    ``output`` is the ``text`` block directly below it, and ``not_run`` the reason why it is not
    executed, from the comment ``<!-- not run: reason -->`` directly above it.
    """

    page: Path
    line: int
    language: str
    code: str
    output: str | None
    not_run: str | None

    @property
    def where(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(page: Path) -> list[Block]:
    """Return the blocks of a page in order."""
    result: list[Block] = []
    lines = enumerate(page.read_text(encoding="utf-8").splitlines(), 1)
    before: list[str] = []  # lines since the last block that are neither blank nor code
    for number, line in lines:
        opening = _FENCE.fullmatch(line)
        if not opening:
            before += [line] if line.strip() else []
            continue
        indent, language = opening.groups()
        code = ""
        for _, inside in lines:
            if inside == f"{indent}```":
                break
            code += inside.removeprefix(indent) + "\n"
        else:
            raise ValueError(f"{page.name}:{number}: the block has no end")
        if result and not before and language == "text":
            result[-1] = result[-1]._replace(output=code)
        reason = _NOT_RUN.fullmatch(before[-1]) if before else None
        result.append(Block(page, number, language, code, None, reason and reason[1]))
        before = []
    return result


def of(language: str) -> Iterator[Block]:
    """Yield the blocks of a language in all pages."""
    for page in PAGES:
        yield from (block for block in blocks(page) if block.language == language)


def executed(language: str) -> dict[Path, list[Block]]:
    """Return the blocks of a language by page, without pages that have separate tests."""
    by_page: dict[Path, list[Block]] = {}
    for block in of(language):
        if block.not_run is None and block.page not in ELSEWHERE:
            by_page.setdefault(block.page, []).append(block)
    return by_page


def check_output(block: Block, printed: str) -> None:
    """Fail unless a block printed the output on the page, where ``...`` matches anything."""
    wanted = block.output or ""
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    # Narrow tables of Spark and of the command line end in blanks; tables on pages do not.
    assert doctest.OutputChecker().check_output(wanted, printed, options), (
        f"{block.where} shows\n{wanted}\nbut this was printed:\n{printed}"
    )
