# SPDX-License-Identifier: Apache-2.0

"""Versions as numbers."""

from __future__ import annotations

import pytest

from rapids_udfs._version_text import minor_of, numbers_of
from rapids_udfs.runtime.plugin import shim_folder


@pytest.mark.parametrize(
    ("version", "numbers", "minor", "folder"),
    [
        ("4.1.3", (4, 1, 3), "4.1", "spark413"),
        ("3.5.1-amzn-1", (3, 5, 1), "3.5", "spark351"),
        ("4.10.0.7", (4, 10, 0, 7), "4.10", "spark4100"),
        ("26.02.7-SNAPSHOT", (26, 2, 7), "26.2", "spark2627"),
        ("2.35", (2, 35), "2.35", "spark235"),
        (" 570.124.06\n", (570, 124, 6), "570.124", "spark5701246"),
        ("[N/A]", (), "", "spark"),
        ("", (), "", "spark"),
    ],
)
def test_parts(version: str, numbers: tuple[int, ...], minor: str, folder: str) -> None:
    assert numbers_of(version) == numbers
    assert minor_of(version) == minor
    assert shim_folder(version) == folder


def test_they_compare_as_numbers() -> None:
    assert numbers_of("4.10.0") > numbers_of("4.9.3") > numbers_of("4.9")
    assert numbers_of("0") > ()
