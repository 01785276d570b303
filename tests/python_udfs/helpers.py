# SPDX-License-Identifier: Apache-2.0

"""Functions in another file that the tests' UDFs call."""

from __future__ import annotations

from typing import Final


def ratio(text):
    return 10 // len(text)


def opened(text):
    return open(text).read()  # noqa: PTH123 - what is not compiled


LINE: Final = ratio.__code__.co_firstlineno + 1
"""The line that fails in ``ratio``."""
