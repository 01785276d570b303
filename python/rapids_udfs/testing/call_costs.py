# SPDX-License-Identifier: Apache-2.0

"""The cuDF operations of one call of a columnar body, counted, and as a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rapids_udfs.console import text_table
from rapids_udfs.emulator import Cost

_BY_LAUNCHES: Mapping[int, str] = {
    0: "byteListCast copyColumnViewToCV slice",
    2: "listReduce",
    3: "codePoints",
    4: "lower replaceRegex stringReplace upper urlDecode urlEncode",
    5: "concatenate extractListElement stringConcatenation",
    6: "listSortRows",
    7: "stringStrip substring substringColumn",
    13: "extractRe",
    18: "stringSplitRecord",
    20: "dropListDuplicates dropListDuplicatesWithKeysValues",
    25: "stringSplit",
    30: "listsIntersectDistinct listsUnionDistinct",
}
"""Counted on libcudf 26.08.1 over strings and lists; every other operation counts as one."""
_LAUNCHES = {name: n for n, names in _BY_LAUNCHES.items() for name in names.split()}


@dataclass(frozen=True)
class CallCosts:
    """A call over a batch and, for the growth, over a tenth of its rows; ``str()`` is a table."""

    title: str
    cost: Cost
    fewer: Cost

    @property
    def launches(self) -> int:
        """An estimate of the kernels that a GPU launches for it."""
        return sum(_launches(name) * calls for name, calls in self.cost.by_kernel.items())

    def as_json(self) -> dict[str, Any]:
        """The counts by name."""
        fewer = self.fewer
        return {
            "function": self.title,
            **self.cost._asdict(),
            "estimated_launches": self.launches,
            "with_fewer_rows": {"rows": fewer.rows, "kernels": fewer.kernels},
        }

    def __str__(self) -> str:
        cost, fewer = self.cost, self.fewer
        rows = [(n, c, _launches(n) * c) for n, c in cost.by_kernel.items()]
        rows.sort(key=lambda row: -row[2])
        rows.append(("all", cost.kernels, self.launches))
        table = text_table.render(("operation", "calls", "launches (estimate)"), rows)
        grows = cost.kernels > fewer.kernels
        growth = "they grow with the rows, and so do launches" if grows else "they do not grow"
        return "\n".join(
            [
                f"{self.title} in one batch of {cost.rows:,} rows, by the emulator's ledger",
                table.rstrip(),
                f"bytes: {cost.input_bytes:,} of arguments, {cost.bytes_written:,} written, in "
                f"{cost.allocations:,} allocations, at most {cost.peak_bytes:,} at a time",
                f"over {fewer.rows:,} rows: {fewer.kernels:,} operations: {growth}",
            ]
        )


def _launches(name: str) -> int:
    return _LAUNCHES.get(name.rpartition(".")[2], 1)
