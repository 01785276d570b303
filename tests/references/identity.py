# SPDX-License-Identifier: Apache-2.0

"""The functions of the category identity."""

from __future__ import annotations


def identity(x: int | None) -> int | None:
    return x
