# SPDX-License-Identifier: Apache-2.0

"""Versions as numbers, by which ``4.10`` is above ``4.9``."""

from __future__ import annotations

import re


def numbers_of(version: str) -> tuple[int, ...]:
    """``(4, 1, 3)`` for ``4.1.3`` and ``4.1.3-amzn-0``; empty without a number at the start."""
    match = re.match(r"[0-9]+(\.[0-9]+)*", version.strip())
    return tuple(map(int, match[0].split("."))) if match else ()


def minor_of(version: str) -> str:
    """``4.1`` for ``4.1.3`` and ``4.1.3-amzn-0``."""
    return ".".join(map(str, numbers_of(version)[:2]))
