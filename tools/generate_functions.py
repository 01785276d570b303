"""Writes python/rapids_udfs/functions from catalogue.json; ``--check`` only compares."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from devtools.generated.files import write_or_check
from devtools.generated.python_functions import FOLDER, HAND_WRITTEN, modules
from devtools.generated.source import by_category

if __name__ == "__main__":
    owned = [path for path in FOLDER.glob("*.py") if path != HAND_WRITTEN]
    sys.exit(write_or_check(modules(by_category()), sys.argv[1:], owned))
