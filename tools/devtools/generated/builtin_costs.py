# SPDX-License-Identifier: Apache-2.0

"""The costs of the columnar bodies of Spark's builtins, counted on libcudf's own kernels.

The counts are in ``benchmarks/results/builtin_costs.json``, by call, and are updated by hand.
"""

from __future__ import annotations

import functools
import json
from typing import Any

from devtools.generated.columnar_costs import FOLDER, MODEL, NOW, modelled
from devtools.process import DevError

FILE = FOLDER / "builtin_costs.md"
DATA = FOLDER / "builtin_costs.json"

_PER_BYTE, _PER_ROW = 400, 1_000
"""The limits on instructions: per byte for types without a fixed width, per row for others."""

_INTRODUCTION = f"""\
# What Spark's builtins cost in columns

<!-- Generated from builtin_costs.json by `make generate`: do not edit. -->

Counted on libcudf 26.08.1's own kernels, executed in software: one call of every columnar body over
about 512 rows of random values, a tenth of them null; instructions per row are the growth from 64
rows. The call's arguments were computed before. No GPU was timed. Rows that are left to Spark
(malformed escapes, digits beyond ASCII) also take time on the CPU. Over 600 rows, including the
tests' edge values, every call returned Spark's results on these kernels.

{MODEL}
| call | instructions per row | per byte | launches | allocated / data | µs |
|---|--:|--:|--:|--:|--:|
"""

_REASONS = f"""
## Above the limits, and why

The limits: {_PER_BYTE} instructions per byte, or {_PER_ROW:,} per row for types of fixed width.

| builtin | why it is expensive |
|---|---|
"""


@functools.cache
def counted() -> dict[str, Any]:
    """Return ``calls``, the counts of every call, and ``reasons`` of the builtins above a limit."""
    costs: dict[str, Any] = json.loads(DATA.read_text(encoding="utf-8"))
    return costs


def is_above(cost: dict[str, Any]) -> bool:
    """Return whether a call's counts are above the limit for its types."""
    per_row = float(cost[NOW]["instructions_per_row"])
    if cost["varies"]:
        return per_row > _PER_BYTE * float(cost["bytes_per_row"])
    return per_row > _PER_ROW


def table() -> str:
    calls, reasons = counted()["calls"], counted()["reasons"]
    wrong = {cost["builtin"] for cost in calls.values() if is_above(cost)} ^ reasons.keys()
    if wrong:
        names = ", ".join(sorted(wrong))
        raise DevError(f"{DATA.name}: a reason is missing, or not needed: {names}")
    dearest = sorted(calls.items(), key=lambda item: -modelled(item[1], NOW))
    rows = "".join(_row(call, cost) for call, cost in dearest)
    because = "".join(f"| `{name}` | {reasons[name]} |\n" for name in sorted(reasons))
    return f"{_INTRODUCTION}{rows}{_REASONS}{because}"


def _row(call: str, cost: dict[str, Any]) -> str:
    now = cost[NOW]
    cells = (
        f"{now['instructions_per_row']:,}",
        f"{now['instructions_per_row'] / cost['bytes_per_row']:,.1f}",
        str(now["launches"]),
        f"{now['allocated_per_byte']:.1f}",
        f"{modelled(cost, NOW):,.0f}",
    )
    text = call.replace("|", r"\|")
    return f"| `{text}` | " + " | ".join(cells) + " |\n"
