# SPDX-License-Identifier: Apache-2.0

"""Prints the changelog's section of a version: ``release_notes.py 1.2.0``."""

from __future__ import annotations

import sys

from devtools.process import DevError
from devtools.release import notes

if __name__ == "__main__":
    try:
        print(notes(*sys.argv[1:2] or ["Unreleased"]))
    except DevError as e:
        sys.exit(f"error: {e}")
