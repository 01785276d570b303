# SPDX-License-Identifier: Apache-2.0

"""The result of a comparison with Python, as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rapids_udfs.testing.python_udfs.equality import Outcome

_SHOWN = 12


@dataclass(frozen=True)
class Difference:
    """A row for which the compiled function does not answer as Python does.

    Attributes:
        arguments: the smallest ones that were found.
        expected: what Python gives.
        actual: what the compiled function gives.
        count: how many of the rows differed.
        call: the call that shows it, to be pasted.
    """

    arguments: tuple[Any, ...]
    expected: Outcome
    actual: Outcome
    count: int
    call: str


@dataclass
class SameAsPython:
    """What was compared; ``str()`` is a readable text.

    Attributes:
        name: the function's.
        transport: ``arrow`` or ``pickled``.
        rows: how many rows were compared.
        errors: how many of them raise an exception, in both.
        undecided: why rows, and how many, have no answer of the compiled function or of Spark.
        lines: how many lines the rows reach, and how many there are, helpers included.
        branches: the same of ways out of conditions and loops that lead to another line.
        missed_lines: the lines that no row reaches.
        missed_branches: branches that no row takes, as (line of the condition, line of the way).
        difference: the difference, if there is one.
    """

    name: str
    transport: str
    rows: int = 0
    errors: int = 0
    undecided: dict[str, int] = field(default_factory=dict)
    lines: tuple[int, int] = (0, 0)
    branches: tuple[int, int] = (0, 0)
    missed_lines: Sequence[int] = ()
    missed_branches: Sequence[tuple[int, int]] = ()
    difference: Difference | None = None

    @property
    def ok(self) -> bool:
        """True if there are rows to compare, and none differs."""
        return self.difference is None and self.rows > 0

    def __str__(self) -> str:
        verdict = "is the same as Python" if self.ok else "is NOT the same as Python"
        if not self.rows:
            verdict = "could not be compared with Python"
        lines = [f"{self.name} {verdict} ({self.transport})"]
        if self.difference:
            lines += _difference(self.difference)
        lines.append(f"  rows      {self.rows} compared, {self.errors} of them raise")
        for why, count in sorted(self.undecided.items()):
            lines.append(f"  undecided {count} rows: {why}")
        missed = f"; not {_listed(self.missed_lines)}" if self.missed_lines else ""
        lines.append(f"  lines     {self.lines[0]} of {self.lines[1]} reached{missed}")
        arcs = [f"{a} to {b}" for a, b in self.missed_branches]
        missed = f"; not {_listed(arcs)}" if arcs else ""
        lines.append(f"  branches  {self.branches[0]} of {self.branches[1]} taken{missed}")
        return "\n".join(lines)


def _difference(found: Difference) -> list[str]:
    arguments = ", ".join(map(repr, found.arguments))
    return [
        f"  arguments {arguments}",
        f"  Python    {found.expected}",
        f"  compiled  {found.actual}",
        f"  {found.count} rows differ; this is the smallest one found. To see it again:",
        "",
        *(f"    {line}" for line in found.call.splitlines()),
        "",
    ]


def _listed(items: Sequence[object]) -> str:
    more = f" and {len(items) - _SHOWN} more" if len(items) > _SHOWN else ""
    return ", ".join(map(str, items[:_SHOWN])) + more
