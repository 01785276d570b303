# SPDX-License-Identifier: Apache-2.0

"""Rows in Spark's own layout, from ``RapidsUdfs.collectBytes``."""

from __future__ import annotations

import struct
from collections.abc import Iterator


def unpacked(data: bytes) -> Iterator[bytes]:
    """Yield the bytes of every row."""
    at = 0
    while at < len(data):
        (length,) = struct.unpack_from(">i", data, at)
        yield data[at + 4 : at + 4 + length]
        at += 4 + length
