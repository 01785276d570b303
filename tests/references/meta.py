# SPDX-License-Identifier: Apache-2.0

"""The functions of the category meta."""

from __future__ import annotations


def count_nulls(a: object, b: object, c: object, d: object) -> int:
    return (a is None) + (b is None) + (c is None) + (d is None)
