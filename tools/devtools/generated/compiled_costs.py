# SPDX-License-Identifier: Apache-2.0

"""The costs of compiled Python UDFs in columns, counted on libcudf's own kernels: the table.

The counts are in ``benchmarks/results/compiled_costs.json``, and are updated by hand.
"""

from __future__ import annotations

import functools
import json
from statistics import median

from devtools.generated.columnar_costs import FOLDER, MODEL, microseconds

FILE = FOLDER / "compiled_costs.md"
DATA = FOLDER / "compiled_costs.json"

Cost = dict[str, float]
"""Launches, instructions and bytes per row; of compiled functions, also the estimate."""

_INTRODUCTION = f"""\
# What compiled Python UDFs cost in columns

<!-- Generated from compiled_costs.json by `make generate`: do not edit. -->

Counted on libcudf 26.08.1's own kernels, executed in software: one call over 512 rows without
nulls; instructions per row are the growth from 64 rows. *Estimate* is the price in microseconds per
million rows by which `auto` decides whether a function runs in columns: it assumes strings of 36
characters and lists of eight items.

{MODEL}"""


@functools.cache
def counted() -> dict[str, dict[str, Cost]]:
    costs: dict[str, dict[str, Cost]] = json.loads(DATA.read_text(encoding="utf-8"))
    return costs


def modelled(cost: Cost) -> float:
    """Return the microseconds per million rows, by the same model."""
    return microseconds(cost["instructions_per_row"], cost["bytes_per_row"], cost["launches"])


def table() -> str:
    compiled, by_hand = counted()["compiled"], counted()["by hand"]
    times = {name: modelled(compiled[name]) / modelled(cost) for name, cost in by_hand.items()}
    pairs = "".join(
        _row(name, *_both(compiled[name], by_hand[name]), f"{times[name]:.1f}")
        for name in sorted(times, key=lambda name: times[name])
    )
    others = sorted(
        (name for name in compiled if name not in by_hand), key=lambda n: -modelled(compiled[n])
    )
    apart = [cost["in_advance"] / modelled(cost) for cost in compiled.values()]
    close = sum(1 / 4 <= of <= 4 for of in apart)
    return (
        f"{_INTRODUCTION}\n"
        "## Compared with hand-written bodies\n\n"
        "The same functions in Python (`benchmarks/bench/counterparts.py`), over the same\n"
        f"rows: {median(times.values()):.1f} times the cost in the median.\n\n"
        "| function | launches, compiled | by hand | instructions per row, compiled | by hand "
        f"| modelled µs, compiled | by hand | times |\n|---|{'--:|' * 7}\n{pairs}\n"
        "## Other functions\n\n"
        "From the benchmark over its data, and from `tests/python_udfs/corpus` over its rows. Of\n"
        f"all {len(compiled)}, the estimate is {median(apart):.1f} times what was\n"
        f"counted in the median, and within a factor of four for {close}.\n\n"
        "| UDF | launches | instructions per row | modelled µs | estimate |\n"
        f"|---|{'--:|' * 4}\n"
        + "".join(
            _row(name, *_cells(compiled[name]), f"{compiled[name]['in_advance']:,}")
            for name in others
        )
    )


def _cells(of: Cost) -> tuple[str, str, str]:
    return f"{of['launches']:,}", f"{of['instructions_per_row']:,.0f}", f"{modelled(of):,.0f}"


def _both(cost: Cost, other: Cost) -> list[str]:
    return [cell for pair in zip(_cells(cost), _cells(other), strict=True) for cell in pair]


def _row(name: str, *cells: str) -> str:
    return f"| `{name}` | " + " | ".join(cells) + " |\n"
