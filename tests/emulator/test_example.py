"""The examples of tests without a GPU: one passes as it is, and the document shows all as they are.

The JUnit example is run by the JVM tests.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

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


@pytest.mark.parametrize(
    "path", ["java/example/PlusTaxTest.java", "scala/example/PlusTaxSuite.scala"]
)
def test_the_document_shows_those_of_the_jvm(path: str) -> None:
    code = (ROOT / "examples" / "emulator_jvm" / "src" / "test" / path).read_text(encoding="utf-8")
    page = (ROOT / "docs" / "test-without-a-gpu.md").read_text(encoding="utf-8")
    assert f"```{path.partition('/')[0]}\n{code}```" in page
