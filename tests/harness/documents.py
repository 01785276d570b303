"""The documents, and the blocks of code in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(DOCS.rglob("*.md"))]


def blocks(language: str, pages: list[Path] = PAGES) -> Iterator[tuple[str, str]]:
    """Yield the place, page and line, and the code of each block in a language."""
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for match in re.finditer(rf"^( *)```{language}\n(.*?)^ *```$", text, re.M | re.S):
            code = re.sub(rf"^{match[1]}", "", match[2], flags=re.M)
            yield f"{page.name}:{text[: match.start()].count(chr(10)) + 1}", code
