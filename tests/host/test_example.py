"""The example of a test without a GPU passes as it is, and the documents show it as it is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "own_function" / "test_last_four.py"


def test_it_passes() -> None:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", str(EXAMPLE)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=EXAMPLE.parent)
    assert "1 passed" in done.stdout, done.stdout + done.stderr


def test_the_document_shows_it() -> None:
    code = EXAMPLE.read_text(encoding="utf-8").partition("import annotations\n\n")[2]
    page = (ROOT / "docs" / "test-without-a-gpu.md").read_text(encoding="utf-8")
    assert f"```python\n{code}```" in page
