# SPDX-License-Identifier: Apache-2.0

"""Writes the skeleton of a function: ``new_function.py NAME CATEGORY "TYPES -> TYPE"``."""

from __future__ import annotations

import sys

from devtools.new_function import USAGE, files
from devtools.paths import ROOT
from devtools.process import DevError, say

if __name__ == "__main__":
    words = [word.strip() for word in sys.argv[1:]]
    if len(words) != 3 or not all(words):
        sys.exit(USAGE)
    name, category, types = words
    try:
        texts = files(name, category, types)
    except DevError as e:
        sys.exit(f"error: {e}")
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        say(f"wrote {path.relative_to(ROOT)}")
