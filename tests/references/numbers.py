# SPDX-License-Identifier: Apache-2.0

"""The functions of the category numbers."""

from __future__ import annotations


def bit_flags(a: bool | None, b: bool | None, c: bool | None, d: bool | None) -> int:
    return bool(a) + 2 * bool(b) + 4 * bool(c) + 8 * bool(d)


def sat_add(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else min(max(a + b, -128), 127)
