# SPDX-License-Identifier: Apache-2.0

"""The functions of the category arrays."""

from __future__ import annotations

import functools
import math
import struct

from references.bytes import _murmur3


def array_cosine(a: list[float] | None, b: list[float] | None) -> float | None:
    if a is None or b is None or len(a) != len(b):
        return None
    dot = norm_a = norm_b = 0.0
    for x, y in zip(a, b, strict=True):
        dot += x * y
        norm_a += x * x
        norm_b += y * y
    if not norm_a or not norm_b:
        return None
    cosine = dot / (math.sqrt(norm_a) * math.sqrt(norm_b))
    return math.copysign(1.0, cosine) if abs(cosine) > 1 else cosine


def minhash(members: list[str | None] | None, k: int | None) -> list[int | None] | None:
    if members is None or k is None or not 1 <= k <= 256:
        return None
    hashes = {_murmur3(member.encode(), 42) for member in members if member is not None}
    if not hashes:
        return [None] * k
    return [min(_wrap(h * _multiplier(n)) for h in hashes) for n in range(1, k + 1)]


@functools.cache
def _multiplier(n: int) -> int:
    return _murmur3(struct.pack("<i", n), 42) | 1


def _wrap(n: int) -> int:
    return (n + 2**31) % 2**32 - 2**31


def array_jaccard(a: list[str] | None, b: list[str] | None) -> float | None:
    if a is None or b is None:
        return None
    one, other = set(a), set(b)
    return len(one & other) / len(one | other) if one or other else 1.0


def array_stats(
    values: list[int | None] | None,
) -> tuple[int, int | None, int | None, list[int | None]] | None:
    if values is None:
        return None
    known = sorted(v for v in values if v is not None)
    least, greatest = (known[0], known[-1]) if known else (None, None)
    return len(known), least, greatest, [*known, *[None] * (len(values) - len(known))]
