# SPDX-License-Identifier: Apache-2.0

"""The functions of the category bytes."""

from __future__ import annotations

import base64
import struct
import zlib


def adler32(text: str | None) -> int | None:
    return None if text is None else zlib.adler32(text.encode())


def base64_encode(data: bytes | None) -> str | None:
    return None if data is None else base64.b64encode(data).decode("ascii")


def hash_bucket(text: str | None, buckets: int | None) -> int | None:
    if text is None or buckets is None or buckets <= 0:
        return None
    return _murmur3(text.encode(), 42) % buckets


def _murmur3(data: bytes, seed: int) -> int:
    """Spark's: the last bytes are mixed in one by one, as signed numbers."""
    whole = len(data) & ~3
    words = [*struct.unpack(f"<{whole // 4}I", data[:whole])]
    words += [(b - 256 if b > 127 else b) & 0xFFFFFFFF for b in data[whole:]]
    h = seed
    for word in words:
        k = word * 0xCC9E2D51 & 0xFFFFFFFF
        k = (k << 15 | k >> 17) * 0x1B873593 & 0xFFFFFFFF
        h ^= k
        h = ((h << 13 | h >> 19) & 0xFFFFFFFF) * 5 + 0xE6546B64 & 0xFFFFFFFF
    h ^= len(data)
    h = (h ^ h >> 16) * 0x85EBCA6B & 0xFFFFFFFF
    h = (h ^ h >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
    h ^= h >> 16
    return h - (h >> 31 << 32)
