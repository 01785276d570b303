# SPDX-License-Identifier: Apache-2.0

"""Versions as numbers, which compare as text does not: ``4.10`` is above ``4.9``."""

from __future__ import annotations

import re


def numbers_of(version: str) -> tuple[int, ...]:
    """The numbers that a version begins with: ``(4, 1, 3)`` for ``4.1.3`` and ``4.1.3-amzn-0``.

    Empty for a string that begins with none.
    """
    found = re.match(r"[0-9]+(\.[0-9]+)*", version.strip())
    return tuple(map(int, found[0].split("."))) if found else ()


def minor_of(version: str) -> str:
    """``4.1`` for ``4.1.3`` and ``4.1.3-amzn-0``."""
    return ".".join(map(str, numbers_of(version)[:2]))
