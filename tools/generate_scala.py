"""Writes the Scala package object ``functions`` from catalogue.json; ``--check`` only compares."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from devtools.generated.files import write_or_check
from devtools.generated.scala_functions import FILE, text
from devtools.generated.source import by_category

if __name__ == "__main__":
    sys.exit(write_or_check({FILE: text(by_category())}, sys.argv[1:]))
