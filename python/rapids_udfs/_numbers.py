# SPDX-License-Identifier: Apache-2.0

"""Whole numbers: as arguments, and in sentences."""

from __future__ import annotations

from typing import TypeGuard


def is_whole(value: object, least: int, most: int | None = None) -> TypeGuard[int]:
    """Return whether a value is an int of this range; True and False are not."""
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return least <= value and (most is None or value <= most)


def counted(n: int, noun: str) -> str:
    """Return a number with its noun in the singular or plural."""
    return f"{n} {noun}{'' if n == 1 else 's'}"
