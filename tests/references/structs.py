# SPDX-License-Identifier: Apache-2.0

"""The functions of the category structs."""

from __future__ import annotations

import re
from typing import Any

SEMVER = re.compile(r"(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)", re.ASCII)


def parse_semver(text: str | None) -> tuple[int, int, int] | None:
    found = SEMVER.fullmatch(text) if text is not None else None
    return (int(found[1]), int(found[2]), int(found[3])) if found else None


def bucket_label(value: float | None, buckets: Any) -> str | None:
    if value is None or buckets is None or value != value:
        return None
    # A row, or a dictionary if it comes by Arrow.
    edges, labels = buckets["edges"], buckets["labels"]
    if edges is None or labels is None:
        return None
    at = next((i for i, e in enumerate(edges) if e is not None and e > value), len(edges))
    label: str | None = labels[at] if at < len(labels) else None
    return label


def semver_cmp(a: Any, b: Any) -> int | None:
    if a is None or b is None:
        return None
    one, other = ([v["major"], v["minor"], v["patch"]] for v in (a, b))
    if None in one or None in other:
        return None
    return (one > other) - (one < other)
