# SPDX-License-Identifier: Apache-2.0

"""Python counterparts of the catalogue's functions, compiled into columns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import references
from bench import user_udfs


def long_to_ipv4(number: int | None) -> str | None:
    if number is None or not 0 <= number < 2**32:
        return None
    return f"{number >> 24}.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


_OWN: dict[str, Callable[..., Any]] = {
    "ipv4_to_long": user_udfs.ip_to_number,
    "long_to_ipv4": long_to_ipv4,
    "luhn_valid": user_udfs.luhn,
}
"""Counterparts for references that use operations without a columnar form."""
_REFERENCES = (
    "add_business_days",
    "array_jaccard",
    "ascii_lower",
    "bit_flags",
    "char_ngrams",
    "fiscal_year",
    "hamming",
    "hhmm",
    "mask_email",
    "mask_keep_last",
    "sat_add",
    "strip_html",
)


def counterparts() -> dict[str, Callable[..., Any]]:
    """Return the counterparts by their function's name."""
    functions = {name: references.of(name) for name in _REFERENCES}
    return {name: f for name, f in functions.items() if f} | _OWN
