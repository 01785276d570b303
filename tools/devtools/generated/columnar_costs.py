# SPDX-License-Identifier: Apache-2.0

"""The costs of columnar bodies, counted on libcudf's own kernels: the table, and one line for each.

The counts are in ``benchmarks/results/columnar_costs.json``, and are updated by hand.
"""

from __future__ import annotations

import functools
import json
import math
from statistics import median
from typing import Any

from devtools.paths import ROOT
from devtools.process import DevError
from rapids_udfs.catalogue.function_info import FunctionInfo, function_info

FOLDER = ROOT / "benchmarks" / "results"
FILE = FOLDER / "columnar_costs.md"
DATA = FOLDER / "columnar_costs.json"

BEFORE, NOW = "before", "26.08.1"
MEASURED = "h200_us"
"""The microseconds per million rows that a body took on a GPU, in batches of 256 MiB."""

_LOWER = 61
"""The instructions per byte of cuDF's ``lower()``."""
_ADDITION = 85
"""The instructions per row of adding a number to a column."""
_PER_BYTE, _PER_ROW, _LAUNCHES, _ALLOCATED = 150, 400, 4, 6
"""The limits: instructions, launches for types of fixed width, allocations relative to the data."""
_VARYING = ("string", "binary", "array", "map")


@functools.cache
def counted() -> dict[str, Any]:
    costs: dict[str, Any] = json.loads(DATA.read_text(encoding="utf-8"))
    return costs


def modelled(cost: dict[str, Any], when: str) -> float:
    """Return the microseconds per million rows, by the model of docs/columnar-costs.md."""
    of = cost[when]
    return microseconds(of["instructions_per_row"], cost["bytes_per_row"], of["launches"])


def microseconds(instructions: float, size: float, launches: float) -> float:
    """Compute the model from instructions and bytes per row, and launches."""
    return max(instructions / 10, size / 2.5) + 3 * launches


def line(f: FunctionInfo) -> str:
    """Return the cost of a function in words; empty if it was not counted."""
    cost = counted().get(f.name)
    if cost is None:
        return ""
    instructions, launches = cost[NOW]["instructions_per_row"], cost[NOW]["launches"]
    if _varies(f):
        per_byte = instructions / cost["bytes_per_row"]
        amount = f"{_rounded(per_byte)} instructions per byte"
        like = _compared(per_byte / _LOWER, "`lower`", "cheap")
    else:
        amount = f"{_rounded(instructions)} instructions per row"
        like = _compared(instructions / _ADDITION, "one addition", "cheap")
    return (
        f"In columns: about {amount}, {like}, in {launches} "
        f"{'launch' if launches == 1 else 'launches'} per batch; {modelled(cost, NOW):,.0f} µs per "
        f"million rows by [the model](../columnar-costs.md), {cost[MEASURED]:,} measured on an "
        "H200."
    )


def is_above(f: FunctionInfo, cost: dict[str, Any]) -> bool:
    """Return whether a function's counts are above the limits; the table then needs a reason."""
    of = cost[NOW]
    if of["allocated_per_byte"] > _ALLOCATED:
        return True
    if _varies(f):
        return bool(of["instructions_per_row"] / cost["bytes_per_row"] > _PER_BYTE)
    return bool(of["instructions_per_row"] > _PER_ROW or of["launches"] > _LAUNCHES)


def _varies(f: FunctionInfo) -> bool:
    """Return whether an argument or the result has a type without a fixed width."""
    types = (f.returns, *(a.type for a in f.arguments))
    return any(word in of for of in types for word in _VARYING)


def _compared(ratio: float, other: str, word: str) -> str:
    if ratio < 0.7:
        return f"{word}er than {other}"
    return f"as {word} as {other}" if ratio < 1.5 else f"{ratio:.0f} times {other}"


def _rounded(number: float) -> str:
    digits = max(0, math.floor(math.log10(number)) - 1) if number >= 1 else 0
    whole = round(number / 10**digits) * 10**digits
    return f"{whole:,}" if whole else "less than one"


MODEL = """\
The model, for comparing designs: microseconds per million rows = max(instructions per row / 10,
bytes per row / 2.5) + 3 per launch, with the bytes of arguments and result.
"""

_INTRODUCTION = f"""\
# What columnar bodies cost

<!-- Generated from columnar_costs.json by `make generate`: do not edit. -->

Counted on libcudf 26.08.1's own kernels, executed in software: one call of every columnar body
over 512 generated rows without nulls; instructions per row are the growth from 64 rows. *Measured*
is one NVIDIA H200 (driver 580.159.04, 26.08.1): the median of seven calls over one batch of about
256 MiB, from the bundle's step `throughput` (docs/checks-on-a-gpu.md).

{MODEL}
*Before* is the library before its columnar bodies were rewritten to cost less.
"""

_REASONS = f"""
## Above the limits, and why

The limits: {_PER_BYTE} instructions per byte for text, {_PER_ROW} instructions per row or
{_LAUNCHES} launches for numbers and dates, allocations of {_ALLOCATED} times the data. Every
operation of cuDF is at least one launch.

| function | why it exceeds a limit |
|---|---|
"""


_GROWTH = """
## Growth, and the emulator

According to the emulator's ledger, no function calls more cuDF operations for 10,000 rows than for
100, nor for lists and strings of 64 or 1,024 elements than for 4: `tests/emulator/test_budgets.py`
asserts the first for every function, the second for functions over lists, maps or long strings. In
one batch of 1,000,000 rows (checked manually, one function at a time) they call as many operations
as for 10,000 rows. `minhash` bounds its memory: it computes 2^27 products at a time (with the
benchmark's six members and k = 16, the products of 1,400,000 rows).

This did not slow down the emulator: 21 functions were run with the old and the new library, in
turns on one machine (200,000 rows, processor time including reading, the best of eight runs). The
median takes 0.86 times as long, `luhn_valid` 0.5, `text_normalize`, `haversine_km` and
`ascii_lower` 1.1, and `word_count`, which now works on every byte, 1.7 times.
"""


def table() -> str:
    wrong = {n for n, c in counted().items() if is_above(function_info(n), c) != ("reason" in c)}
    if wrong:
        raise DevError(f"{DATA.name}: a reason is missing, or not needed: {', '.join(wrong)}")
    functions = sorted(counted().items(), key=lambda item: -modelled(item[1], BEFORE))
    times = {when: [modelled(c, when) for _, c in functions] for when in (BEFORE, NOW)}
    sums = {when: sum(t) for when, t in times.items()}
    means = {when: math.exp(sum(map(math.log, t)) / len(t)) for when, t in times.items()}
    apart = [cost[MEASURED] / modelled(cost, NOW) for _, cost in functions]
    rows = "".join(_row(name, cost) for name, cost in functions)
    reasons = "".join(
        f"| `{name}` | {cost['reason']} |\n" for name, cost in functions if "reason" in cost
    )
    return (
        f"{_INTRODUCTION}\n"
        f"Sum: {sums[BEFORE]:,.0f} µs before, {sums[NOW]:,.0f} µs after. "
        f"Geometric mean: {means[BEFORE]:,.0f} µs before, {means[NOW]:,.0f} µs after.\n"
        f"Measured over modelled: {median(apart):.1f} in the median, {min(apart):.1f} to "
        f"{max(apart):.0f}.\n\n"
        "| function | instructions per row, before | after | instructions per byte, before | after "
        f"| launches, before | after | allocated / data, before | after "
        "| modelled µs, before | after | measured µs |\n|---|"
        + "--:|" * 11
        + f"\n{rows}{_REASONS}{reasons}{_GROWTH}"
    )


def _row(name: str, cost: dict[str, Any]) -> str:
    was, now = cost[BEFORE], cost[NOW]
    cells = [
        *(f"{of['instructions_per_row']:,}" for of in (was, now)),
        *(f"{of['instructions_per_row'] / cost['bytes_per_row']:,.1f}" for of in (was, now)),
        *(str(of["launches"]) for of in (was, now)),
        *(f"{of['allocated_per_byte']:.1f}" for of in (was, now)),
        *(f"{modelled(cost, when):,.0f}" for when in (BEFORE, NOW)),
        f"{cost[MEASURED]:,}",
    ]
    return f"| `{name}` | " + " | ".join(cells) + " |\n"
